import type { AppContext } from '../app-context.ts'
import { arrangeChat } from './arrange-chat.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { ChatSummaryView } from '../views.ts'

/** Gives a chat the title that the user wants; it is never replaced by itself afterwards. */
export function renameChat(
  context: AppContext,
  input: ChatPlace & { readonly title: string },
): Promise<ChatSummaryView> {
  return arrangeChat(context, input)
}
