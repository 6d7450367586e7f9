import type { App } from '../create-app.ts'
import type { SentMessage } from '../turn/commit.ts'
import type { ChatView } from '@varve/contract'
import { collect, WORKSPACE } from './temporary-app.ts'

/** Waits until every answer of what was sent has ended, and shows the chat as it is then. */
export async function untilEnded(app: App, chatId: string, sending: Promise<SentMessage>): Promise<ChatView> {
  const { answerIds } = await sending
  await Promise.all(answerIds.map((answerId) => collect(app, answerId)))
  return app.openChat({ workspaceId: WORKSPACE, chatId })
}
