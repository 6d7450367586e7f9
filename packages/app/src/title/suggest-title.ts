import { offlineModel } from '@varve/providers'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { chatSummary } from '../chats/list-chats.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import { cutter } from '../guard/cutter.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import { privateTitle } from '../guard/private-title.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { titleFrom } from '../chats/title-from.ts'
import { readMessage } from '../messages/read-message.ts'
import { endOf, headPoint } from '../turn/point.ts'
import { sentText } from '../turn/turn-options.ts'
import type { ChatSummaryView } from '../views.ts'
import { type AskedTitle, askForTitle } from './ask-for-title.ts'
import { guardOutgoing } from '../aside/guard-outgoing.ts'
import { titleWords } from './title-words.ts'

export interface SuggestTitleInput extends ChatPlace {
  /** The user agrees that the beginning of the chat is sent to a model elsewhere. */
  readonly confirmed?: boolean | undefined
}

export interface SuggestedTitleView {
  readonly chat: ChatSummaryView
  /** The model inside this program has no language: then it is the first words. */
  readonly by: 'model' | 'first-words'
  /** What the model was paid. */
  readonly costUSD: number
}

/** A chat is named by how it begins. */
const LONGEST_TEXT = 2000

/** Names a chat by the model that answered last in it. It is asked for, and never happens by itself. */
export async function suggestTitle(
  context: AppContext,
  input: SuggestTitleInput,
): Promise<SuggestedTitleView> {
  const { store } = context
  const { workspaceId, chatId, confirmed = false } = input
  const chat = await requireChat(context, input)
  const { turn: head, answer: last } = await headPoint(context, input, chat)
  if (!head) throw new AppError('message-empty', 'This chat has no message to name it by.')
  const [first = head] = await store.turns.branch({ workspaceId, headId: head.id })
  const model = await requireReadyModel(context, last?.modelId)
  const redaction = await loadRedaction(context, input, head.id)
  const hide = (text: string): Promise<string> => privateTitle(context, { workspaceId, text, redaction })
  // It extracts and does not write.
  if (model.spec.id === offlineModel.id) {
    const { reading } = await readMessage(context, { workspaceId, text: first.text, isDraft: true })
    return rename(context, input, { title: titleFrom(await hide(titleWords(reading, sentText(first)))) })
  }
  const { answer } = await endOf(context, first)
  const cut = await cutter(context, workspaceId)
  const beginning = [`User: ${cut(first.text, LONGEST_TEXT)}`]
  if (answer) beginning.push(`Assistant: ${cut(answer.text, LONGEST_TEXT)}`)
  const outgoing = await guardOutgoing(context, {
    workspaceId,
    chatId,
    model,
    text: beginning.join('\n\n').toWellFormed(),
    confirmed,
  })
  const asked = await askForTitle(context, input, { model, outgoing })
  return rename(context, input, { ...asked, title: await hide(asked.title) })
}

interface Naming {
  readonly title: string
  readonly usage?: AskedTitle['usage']
}

async function rename(
  context: AppContext,
  place: ChatPlace,
  { title, usage }: Naming,
): Promise<SuggestedTitleView> {
  const { store } = context
  const { workspaceId, chatId } = place
  const { createdAt, tags } = await requireChat(context, place)
  const chat = { workspaceId, conversationId: chatId }
  await store.commit([
    store.conversations.rename({ workspaceId, id: chatId, title, titledBy: 'user' }),
    ...store.chatTexts.putChat({ ...chat, at: createdAt, title, tags }),
    store.chatFiles.mark(chat),
  ])
  context.chatFiles.due(workspaceId)
  return {
    chat: chatSummary(await requireChat(context, place)),
    by: usage ? 'model' : 'first-words',
    costUSD: usage?.costUSD ?? 0,
  }
}
