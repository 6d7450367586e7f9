import { hashText } from '@varve/engine'
import { type ConversationRecord, StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { copyBranch } from '../fork/copy-branch.ts'
import { copyRedactions } from '../fork/copy-redactions.ts'
import { copyStates } from '../fork/copy-states.ts'
import { chatSummary } from './list-chats.ts'
import { type IdempotentRequest, recallRequest } from '../messages/recall-request.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { endOf, type Point } from '../turn/point.ts'
import { requireAnswer, requireTurn } from '../turn/require-turn.ts'
import type { ChatSummaryView } from '../views.ts'

export interface ForkChatInput extends ChatPlace {
  readonly turnId: string
  /** The answer to go on from, where the turn has several. */
  readonly answerId?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** A new chat that begins with the conversation up to a turn. Its requests go on where that one stood. */
export async function forkChat(context: AppContext, input: ForkChatInput): Promise<ChatSummaryView> {
  const { workspaceId } = input
  const request = requestOf(input)
  const show = async (chatId: string): Promise<ChatSummaryView> =>
    chatSummary(await requireChat(context, { workspaceId, chatId }))
  const done = await recallRequest<string>(context, request)
  if (done) return show(done)
  const chat = await requireChat(context, input)
  const point = await pointOf(context, input)
  const chatId = context.newId()
  try {
    await commitFork(context, { input, chat, point, chatId, request })
  } catch (error) {
    // This very request may have come twice at once.
    const isConflict = error instanceof StoreError && error.code === 'conflict'
    const twin = isConflict && (await recallRequest<string>(context, request))
    if (!twin) throw error
    return show(twin)
  }
  context.chatFiles.due(workspaceId)
  return show(chatId)
}

type BranchEnd = Point & { readonly turn: NonNullable<Point['turn']> }

async function pointOf(context: AppContext, input: ForkChatInput): Promise<BranchEnd> {
  const turn = await requireTurn(context, input, input.turnId)
  if (input.answerId === undefined) return { ...(await endOf(context, turn)), turn }
  const answer = await requireAnswer(context, input, input.answerId)
  if (answer.turnId !== turn.id) throw new AppError('answer-not-found', 'This turn has no such answer.')
  return { turn, answer }
}

interface Fork {
  readonly input: ForkChatInput
  readonly chat: ConversationRecord
  readonly point: BranchEnd
  readonly chatId: string
  readonly request: IdempotentRequest | undefined
}

async function commitFork(context: AppContext, { input, chat, point, chatId, request }: Fork): Promise<void> {
  const { store, newId, clock } = context
  const { workspaceId } = input
  const at = clock.now()
  const branch = await store.turns.branch({ workspaceId, headId: point.turn.id })
  const ids = new Map(branch.map(({ id }) => [id, newId()]))
  const turnId = (id: string): string => ids.get(id) ?? id
  const copying = { from: input, chatId, branch, turnId, point }
  const place = { workspaceId, id: chatId }
  const conversation = { workspaceId, conversationId: chatId }
  const forgets = await store.forgets.list(workspaceId, input.chatId)
  const wishes = await store.wishes.list(workspaceId, input.chatId)
  const title = `${chat.title} (fork)`
  await store.commit([
    store.conversations.insert({ ...place, title, at }),
    store.conversations.rename({ ...place, title, titledBy: 'message' }),
    ...store.chatTexts.putChat({ ...conversation, at, title, tags: [] }),
    store.conversations.configure({ ...place, settings: chat.settings }),
    ...(await copyBranch(context, copying)),
    ...(await copyStates(context, copying)),
    ...(await copyRedactions(context, copying)),
    ...forgets.map((key) => store.forgets.add({ ...conversation, key })),
    ...wishes.map(({ key, wish }) => store.wishes.put({ ...conversation, key }, wish)),
    store.conversations.showBranch({ ...place, headTurnId: turnId(point.turn.id) }),
    store.chatFiles.mark(conversation),
    ...(request ? [store.requests.put({ ...request, response: chatId, at })] : []),
  ])
}

function requestOf(input: ForkChatInput): IdempotentRequest | undefined {
  const { workspaceId, chatId, turnId, answerId, idempotencyKey: key } = input
  if (key === undefined) return undefined
  const fingerprint = hashText(JSON.stringify(['fork', chatId, turnId, answerId ?? null]))
  return { workspaceId, key, fingerprint }
}
