import type { ChatModel } from '../models/chat-model.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { ChatFolder } from './chat-folder.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from './temporary-app.ts'

export interface ChatInFolder {
  readonly it: TemporaryApp
  readonly chats: ChatFolder
  readonly chatId: string
}

/** A chat without a turn, in a folder with a plan. */
export async function chatInFolder(model: ChatModel = offlineChatModel()): Promise<ChatInFolder> {
  const it = await temporaryApp([model])
  it.write('plan.md', '# Plan\n\nThe launch is on 12 December.\n')
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  return { it, chats: new ChatFolder(it.root), chatId }
}
