import type { State } from '@varve/engine'
import type { AnswerRecord, ConversationRecord, TurnRecord } from '@varve/store'
import { type Privacy, strictestPrivacy } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { type LoadedState, closeAsked, loadAsked, loadState } from '../chat/load-state.ts'
import { type PendingTurnOptions, loadPending } from '../chat/pending-options.ts'
import { planSummaries } from '../chat/plan-summaries.ts'
import { BRANCH_ROOT, chosenAnswer, endOf, headPoint } from '../chat/branch-position.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { drawnByTurns } from '../files/chat-sources.ts'
import type { LostSource } from '../files/lost-source.ts'
import { lostSourcesAsKnown } from '../files/lost-sources.ts'
import { marksOf } from '../files/marks-of.ts'
import { missingOf } from '../files/missing-attached.ts'
import type { ComparisonView } from '@varve/contract'
import { loadComparisons } from '../turn/load-turns.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { pathOf } from './file-texts.ts'

/** Everything of a chat that its file holds. */
export interface GatheredChat {
  readonly chat: ConversationRecord
  /** An answer is being written: it is left out, and so is a turn that has no other. */
  readonly isAnswering: boolean
  /** How far what it drew on may travel, on whichever branch. */
  readonly privacy: Privacy
  /** Of every branch, as they came. */
  readonly turns: readonly GatheredTurn[]
  /** Where the branch on show ends. */
  readonly current: string | undefined
  /** Keys that the next turn will forget. */
  readonly forgets: readonly string[]
  /** What else it will do. */
  readonly pendingOptions: PendingTurnOptions
  /** Absent where storage has lost something of it. */
  readonly state: State | undefined
  /** At the ends of other branches, by their turns: those that are as they were, the newest. */
  readonly ends: ReadonlyMap<string, State>
}

export interface GatheredTurn {
  readonly turn: TurnRecord
  readonly answers: readonly AnswerRecord[]
  /** The answer that the thread continues with. */
  readonly chosen: string | undefined
  /** By answer. */
  readonly summaries: ReadonlyMap<string, PlanSummary>
  /** As the engine keeps it. */
  readonly record: EngineTurn | undefined
  /** What a judge made of the answers. */
  readonly comparison?: ComparisonView | undefined
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
  const all = await store.turns.list(workspaceId, chatId)
  const written = await store.answers.list(workspaceId, chatId)
  const answers = written.filter(({ status }) => status !== 'streaming')
  const unended = new Set(written.map(({ turnId }) => turnId))
  for (const { turnId } of answers) unended.delete(turnId)
  const turns = all.filter(({ id }) => !unended.has(id))
  const ids = turns.map(({ id }) => id)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  const summaries = new Map(
    (await planSummaries(context, workspaceId, ids)).map(({ answerId, summary }) => [answerId, summary]),
  )
  const byTurn = Map.groupBy(answers, ({ turnId }) => turnId)
  const comparisons = await loadComparisons(context, { ...place, answers: byTurn })
  const loaded = await loadEnded(context, place, turns)
  const { state, rebuilt, point } = loaded
  const { records, ends, lost } = await recordsOf(context, place, { turns, head: point.turn, state })
  const drawnOn = { turns, records, lost: [...lost, ...(await lostSourcesAsKnown(context, loaded))] }
  const pending = await loadPending(store, place)
  return {
    chat,
    isAnswering: answers.length < written.length,
    privacy: await privacyOfTurns(context, place, drawnOn),
    turns: turns.map((turn) => {
      const own = byTurn.get(turn.id) ?? []
      return {
        turn,
        answers: own,
        chosen: chosenAnswer(own, picked.get(turn.id))?.id ?? own[0]?.id,
        summaries: new Map(
          own.flatMap(({ id }) => {
            const summary = summaries.get(id)
            return summary ? [[id, summary] as const] : []
          }),
        ),
        record: records.get(turn.id),
        comparison: comparisons.get(turn.id),
      }
    }),
    current: point.turn?.id,
    forgets: pending.forgotten,
    pendingOptions: pending.pendingOptions,
    state: rebuilt ? undefined : state,
    ends,
  }
}

/** What it was given and has lost since counts by its place. */
async function privacyOfTurns(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  {
    turns,
    records,
    lost,
  }: { readonly turns: readonly TurnRecord[] } & Pick<ReadBranches, 'records' | 'lost'>,
): Promise<Privacy> {
  const drawn = drawnByTurns(chatId, [...records.values()])
  const missing = turns.flatMap(({ options }) =>
    missingOf(options).flatMap(({ attached }) => pathOf(attached.extra?.['source']) ?? []),
  )
  const marks = await marksOf(context, workspaceId, { ...drawn, paths: [...drawn.paths, ...missing], lost })
  return strictestPrivacy([...marks.values()])
}

/** The state at the end of the branch on show; where that has not ended yet, of what it continues from. */
async function loadEnded(
  context: AppContext,
  place: ChatPlace,
  turns: readonly TurnRecord[],
): Promise<LoadedState> {
  const point = await headPoint(context, place)
  const { turn: head } = point
  const known = (id: string | undefined) => turns.find((turn) => turn.id === id)
  if (!head || known(head.id)) return loadState(context, place, point)
  const end = known(head.parentId) ?? turns.at(-1)
  return loadState(context, place, end ? await endOf(context, end) : BRANCH_ROOT)
}

interface BranchesToRead {
  readonly turns: readonly TurnRecord[]
  readonly head: TurnRecord | undefined
  /** Of the branch on show. */
  readonly state: State
}

/** More branches come from no person, and each state is as long as its branch. */
const MOST_ENDS = 20

interface ReadBranches {
  readonly records: ReadonlyMap<string, EngineTurn>
  readonly ends: GatheredChat['ends']
  /** What these turns were given and no state tells. */
  readonly lost: readonly LostSource[]
}

/** Every turn as the engine keeps it: that of the branch on show, and of the ends of all others. */
async function recordsOf(
  context: AppContext,
  place: ChatPlace,
  { turns, head, state }: BranchesToRead,
): Promise<ReadBranches> {
  const followed = new Set(turns.map(({ parentId }) => parentId))
  const others = turns.filter(({ id }) => id !== head?.id && !followed.has(id))
  const ends = new Map<string, State>()
  const records = new Map<string, EngineTurn>()
  const lost: LostSource[] = []
  const add = ({ history, open }: State): void => {
    for (const record of [...history, ...(open ? [open] : [])]) records.set(record.turnId, record)
  }
  for (const [index, end] of others.entries()) {
    const asked = await loadAsked(context, place, end)
    const at = { point: { turn: end, answer: undefined }, rebuilt: asked?.rebuilt ?? true }
    lost.push(...(await lostSourcesAsKnown(context, at)))
    if (!asked) continue
    add(asked.state)
    if (asked.rebuilt || index < others.length - MOST_ENDS) continue
    const { answer } = await endOf(context, end)
    ends.set(end.id, await closeAsked(context, place, { asked, answer }))
  }
  add(state)
  return { records, ends, lost }
}
