import { copyState } from '@varve/engine'
import type { AnswerRecord, Statement, TurnRecord } from '@varve/store'
import type { AppContext } from './app-context.ts'
import { chatSummary } from './list-chats.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { loadState } from './turn/load-state.ts'
import { endOf, type Point } from './turn/point.ts'
import { requireAnswer, requireTurn } from './turn/require-turn.ts'
import { stateStatements } from './turn/state-statements.ts'
import type { ChatSummaryView } from './views.ts'

export interface ForkChatInput extends ChatPlace {
  readonly turnId: string
  /** The answer to go on from, where the turn has several. */
  readonly answerId?: string | undefined
}

/** A new chat that begins with the conversation up to a turn. Its requests go on where that one stood. */
export async function forkChat(context: AppContext, input: ForkChatInput): Promise<ChatSummaryView> {
  const { store, newId, clock } = context
  const { workspaceId } = input
  const chat = await requireChat(context, input)
  const turn = await requireTurn(context, input, input.turnId)
  const point: Point =
    input.answerId === undefined
      ? await endOf(context, turn)
      : { turn, answer: await requireAnswer(context, input, input.answerId) }
  const chatId = newId()
  const at = clock.now()
  const branch = await store.turns.branch({ workspaceId, headId: turn.id })
  const ids = new Map(branch.map(({ id }) => [id, newId()]))
  const loaded = await loadState(context, input, point)
  const turnId = (id: string): string => ids.get(id) ?? id
  const state = copyState(loaded.state, { conversationId: chatId, turnId })
  const last = turnId(turn.id)
  const stage = state.open ? 'asked' : 'answered'
  await store.commit([
    store.conversations.insert({ workspaceId, id: chatId, title: chat.title, at }),
    store.conversations.rename({
      workspaceId,
      id: chatId,
      title: `${chat.title} (fork)`,
      titledBy: 'message',
    }),
    store.conversations.configure({ workspaceId, id: chatId, settings: chat.settings }),
    ...(await copyStatements(context, { chatId, branch, turnId, point })),
    ...(await stateStatements(store, { workspaceId, turnId: last, stage, state, rebuilt: loaded.rebuilt })),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: last }),
    store.chatFiles.mark({ workspaceId, conversationId: chatId }),
  ])
  context.chatFiles.due(workspaceId)
  return chatSummary(await requireChat(context, { workspaceId, chatId }))
}

interface Copying {
  readonly chatId: string
  readonly branch: readonly TurnRecord[]
  readonly turnId: (id: string) => string
  readonly point: Point
}

/** The turns of the branch, each with the answer that it went on with. */
async function copyStatements(
  { store, newId }: AppContext,
  { chatId, branch, turnId, point }: Copying,
): Promise<readonly Statement[]> {
  const workspaceId = branch[0]?.workspaceId ?? ''
  const answers = await store.answers.ofTurns(
    workspaceId,
    branch.map(({ id }) => id),
  )
  const statements: Statement[] = []
  let before: string | undefined
  for (const [index, turn] of branch.entries()) {
    const next = branch[index + 1]
    const wanted = next ? next.parentAnswerId : point.answer?.id
    const answer =
      answers.find(({ id }) => id === wanted) ?? answers.find((candidate) => candidate.turnId === turn.id)
    const id = turnId(turn.id)
    const parentId = turn.parentId === undefined ? undefined : turnId(turn.parentId)
    const places = { conversationId: chatId, id, parentId, parentAnswerId: before, sequence: index + 1 }
    statements.push(store.turns.append({ ...turn, ...places }))
    before = undefined
    if (!answer) continue
    before = newId()
    const root = await store.calls.get({ workspaceId, answerId: answer.id, number: 1 })
    const summaries = await store.calls.ofTurns(workspaceId, [turn.id])
    const summary = summaries.find(({ answerId }) => answerId === answer.id)?.summary
    statements.push(
      ...answerCopy(store, answer, { id: before, turnId: id, chatId }),
      ...(root === undefined
        ? []
        : [store.calls.put({ workspaceId, answerId: before, number: 1, turnId: id, summary, root })]),
    )
  }
  return statements
}

function answerCopy(
  store: AppContext['store'],
  answer: AnswerRecord,
  { id, turnId, chatId }: { readonly id: string; readonly turnId: string; readonly chatId: string },
): readonly Statement[] {
  const { workspaceId, modelId, modelName, startedAt, settings, status, endedAt, ...end } = answer
  const model = { modelId, modelName, startedAt, settings }
  // One that is still being written is copied as far as it has come.
  const ended = status === 'streaming' ? 'interrupted' : status
  return [
    store.answers.insert({ workspaceId, conversationId: chatId, id, turnId, ...model }),
    store.answers.finish({ workspaceId, id }, { ...end, status: ended, at: endedAt ?? startedAt }),
  ]
}
