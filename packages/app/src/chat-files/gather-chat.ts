import type { State } from '@varve/engine'
import type { AnswerRecord, ConversationRecord, TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../require-chat.ts'
import { loadState } from '../turn/load-state.ts'
import type { PlanSummary } from '../turn/record-plan.ts'

/** Everything of a chat that its file holds. */
export interface GatheredChat {
  readonly chat: ConversationRecord
  readonly turns: readonly GatheredTurn[]
  /** Keys that the next turn will forget. */
  readonly forgets: readonly string[]
  /** Absent where storage has lost something of it. */
  readonly state: State | undefined
}

export interface GatheredTurn {
  readonly turn: TurnRecord
  readonly answer: AnswerRecord | undefined
  readonly summary: PlanSummary | undefined
  /** As the engine keeps it. */
  readonly record: EngineTurn | undefined
}

export type EngineTurn = NonNullable<State['open']>

/** Reads a chat from storage as a whole. */
export async function gatherChat(
  context: AppContext,
  place: ChatPlace,
  chat: ConversationRecord,
): Promise<GatheredChat> {
  const { store } = context
  const { workspaceId, chatId } = place
  const turns = await store.turns.list(workspaceId, chatId)
  const answers = new Map(
    (await store.answers.list(workspaceId, chatId)).map((answer) => [answer.turnId, answer]),
  )
  const summaries = new Map(
    (await store.plans.summaries(workspaceId, chatId)).map(({ turnId, summary }) => [
      turnId,
      summary as PlanSummary,
    ]),
  )
  const { state, rebuilt } = await loadState(context, place)
  const records = new Map(
    [...state.history, ...(state.open ? [state.open] : [])].map((record) => [record.turnId, record]),
  )
  return {
    chat,
    turns: turns.map((turn) => ({
      turn,
      answer: answers.get(turn.id),
      summary: summaries.get(turn.id),
      record: records.get(turn.id),
    })),
    forgets: await store.forgets.list(workspaceId, chatId),
    state: rebuilt ? undefined : state,
  }
}
