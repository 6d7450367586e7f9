import type { AnswerRecord, Statement, Store, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { copyCall } from '../trace/open-call.ts'
import type { Point } from '../turn/point.ts'

/** A branch of one chat on its way into another. */
export interface Copying {
  readonly from: ChatPlace
  readonly chatId: string
  /** From the first turn to the last. */
  readonly branch: readonly TurnRecord[]
  /** The new id of a turn. */
  readonly turnId: (id: string) => string
  /** Where the copy ends. */
  readonly point: Point
}

/** The writes that copy the turns of a branch, each with the answer that it went on with. */
export async function copyBranch(
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
