import type { State } from '@varve/engine'
import { copyState, hashText } from '@varve/engine/internal'
import {
  type AnswerRecord,
  type ConversationRecord,
  type Statement,
  type Store,
  StoreError,
  type TurnRecord,
} from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { chatSummary } from '../chat/list-chats.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { endOf, type BranchPosition } from '../chat/branch-position.ts'
import { requireAnswer, requireTurn } from '../chat/require-turn.ts'
import type { ChatSummaryView } from '@varve/contract'
import { loadRedaction, redactionStatements } from '../guard/load-redaction.ts'
import { loadAsked, loadState } from '../chat/load-state.ts'
import { stateStatements } from '../turn/store-state.ts'
import { copyCall } from '../call-log/open-call.ts'

/** Turns that are renamed in all: the states of a short chat are copied for each turn, of a long one for the last. */
const MOST_RENAMED = 5000

export interface ForkChatInput extends ChatPlace {
  readonly turnId: string
  /** The answer to continue from, if the turn has several. */
  readonly answerId?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** A new chat that starts with the conversation up to a turn. Its requests continue the old ones' prefix. */
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

type BranchEnd = BranchPosition & { readonly turn: NonNullable<BranchPosition['turn']> }

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
  const pendingOptions = await store.pendingOptions.list(workspaceId, input.chatId)
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
    ...pendingOptions.map(({ key, wish }) => store.pendingOptions.put({ ...conversation, key }, wish)),
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

/** The writes that copy what is behind the placeholders of a branch, sealed again for the chat that it is now in. */
async function copyRedactions(
  context: AppContext,
  { from, chatId, branch, turnId }: Copying,
): Promise<readonly Statement[]> {
  const { workspaceId } = from
  const statements: Statement[] = []
  for (const { id } of branch) {
    const redaction = await loadRedaction(context, from, id)
    const place = { workspaceId, chatId, turnId: turnId(id) }
    statements.push(...(await redactionStatements(context, place, redaction)))
  }
  return statements
}

/** The writes that copy the states of a branch: its end, and before that as far as it is cheap. */
async function copyStates(context: AppContext, copying: Copying): Promise<readonly Statement[]> {
  const { from, chatId, branch, turnId, point } = copying
  const { workspaceId } = from
  const statements: Statement[] = []
  const put = async (id: string, state: State, rebuilt: boolean): Promise<void> => {
    const copy = copyState(state, { conversationId: chatId, turnId })
    const stage = copy.open ? 'asked' : 'answered'
    const toStore = { workspaceId, turnId: turnId(id), stage, state: copy, rebuilt } as const
    statements.push(...(await stateStatements(context, toStore)))
  }
  const last = await loadState(context, from, point)
  if (point.turn) await put(point.turn.id, last.state, last.rebuilt)
  let renamed = branch.length
  for (const turn of branch.toReversed().slice(1)) {
    renamed += turn.number
    if (renamed > MOST_RENAMED) break
    const asked = await loadAsked(context, from, turn)
    if (asked) await put(turn.id, asked.closed ?? asked.state, asked.rebuilt)
  }
  return statements
}

/** A branch of one chat on its way into another. */
interface Copying {
  readonly from: ChatPlace
  readonly chatId: string
  /** From the first turn to the last. */
  readonly branch: readonly TurnRecord[]
  /** The new id of a turn. */
  readonly turnId: (id: string) => string
  /** Where the copy ends. */
  readonly point: BranchPosition
}

/** The writes that copy the turns of a branch, each with the answer that it continued with. */
async function copyBranch(
  context: AppContext,
  { from, chatId, branch, turnId, point }: Copying,
): Promise<readonly Statement[]> {
  const { store, newId } = context
  const { workspaceId } = from
  const turnIds = branch.map(({ id }) => id)
  const answers = await store.answers.ofTurns(workspaceId, turnIds)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const firstOf = new Map(answers.toReversed().map((answer) => [answer.turnId, answer]))
  const calls = await store.calls.ofTurns(workspaceId, turnIds)
  const summaries = new Map(calls.map(({ answerId, summary }) => [answerId, summary]))
  const statements: Statement[] = []
  let before: string | undefined
  for (const [index, turn] of branch.entries()) {
    const next = branch[index + 1]
    const answer = byId.get((next ? next.parentAnswerId : point.answer?.id) ?? '') ?? firstOf.get(turn.id)
    const id = turnId(turn.id)
    const parentId = turn.parentId === undefined ? undefined : turnId(turn.parentId)
    const places = { conversationId: chatId, id, parentId, parentAnswerId: before, sequence: index + 1 }
    const { text, at } = turn
    statements.push(
      store.turns.append({ ...turn, ...places }),
      ...store.chatTexts.putQuestion({ workspaceId, conversationId: chatId, turnId: id, text, at }),
    )
    before = undefined
    if (!answer) continue
    before = newId()
    const summary = summaries.get(answer.id)
    statements.push(
      ...answerCopy(store, answer, { id: before, turnId: id, chatId }),
      ...(await copyCall(
        context,
        { workspaceId, answerId: answer.id, number: 1 },
        { workspaceId, answerId: before, number: 1, turnId: id, summary },
      )),
    )
  }
  return statements
}

function answerCopy(
  store: Store,
  answer: AnswerRecord,
  { id, turnId, chatId }: { readonly id: string; readonly turnId: string; readonly chatId: string },
): readonly Statement[] {
  const { workspaceId, modelId, modelName, startedAt, settings, status, endedAt, ...end } = answer
  const model = { modelId, modelName, startedAt, settings }
  // One that is still being written is copied as far as it has come.
  const ended = status === 'streaming' ? 'interrupted' : status
  const at = endedAt ?? startedAt
  const place = { workspaceId, conversationId: chatId }
  return [
    store.answers.insert({ ...place, id, turnId, ...model }),
    store.answers.finish({ workspaceId, id }, { ...end, status: ended, at }),
    ...store.chatTexts.putAnswer({ ...place, answerId: id, text: answer.text, at }),
  ]
}
