import { workspaceApi } from './workspace-api.ts'

/** Where a chat, a turn and an answer of it are found. */
export const chatAddress = (id: string): string => `${workspaceApi()}/chats/${encodeURIComponent(id)}`

export const turnAddress = (id: string, turnId: string): string =>
  `${chatAddress(id)}/turns/${encodeURIComponent(turnId)}`

export const answerAddress = (id: string, answerId: string): string =>
  `${chatAddress(id)}/answers/${encodeURIComponent(answerId)}`
