import type { Store } from '../../open-store.ts'
import type { Statement } from '../../statement.ts'
import { plainTurn } from '../plain-turn.ts'

/** The store that a suite is about, with the workspaces `one` and `two`. */
export interface Here {
  readonly store: Store
}

export const END = {
  status: 'complete',
  text: 'all',
  sources: [{ number: 1, path: 'a.md', lines: [1, 2] }],
  at: 9,
} as const

export const OBJECT = {
  modelId: 'm',
  name: 'cachedContents/1',
  key: 'k',
  blocks: 2,
  tokens: 9,
  expiresAt: 5,
}

export async function addWorkspaces(store: Store, ids: readonly string[]): Promise<void> {
  const workspace = { name: 'W', kind: 'database', root: undefined, createdAt: 0 } as const
  await store.commit(ids.map((id) => store.workspaces.insert({ ...workspace, id })))
}

export async function chat({ store }: Here, workspaceId: string, id: string): Promise<void> {
  await store.commit([store.conversations.insert({ workspaceId, id, title: `chat ${id}`, at: 5 })])
}

/** A message and the answer that begins. */
export function ask(
  { store }: Here,
  workspaceId: string,
  conversationId: string,
  name: string,
  number = 1,
): readonly Statement[] {
  const turnId = `turn ${name}`
  const place = { workspaceId, conversationId }
  return [
    store.turns.append(plainTurn({ ...place, id: turnId, number, at: 7, text: 'ask', attach: ['a.md'] })),
    store.answers.insert({
      ...place,
      turnId,
      id: `answer ${name}`,
      modelId: 'm',
      modelName: 'M',
      startedAt: 7,
    }),
  ]
}
