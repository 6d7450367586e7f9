import { restoreText } from '@varve/guard'
import type { AnswerRecord, TurnRecord } from '@varve/store'
import { readCutSteps, readSteps, stepsView } from '../agent/read-steps.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { chosenAnswer } from '../chat/branch-position.ts'
import { planSummaries } from '../chat/plan-summaries.ts'
import { epochWords } from '../chat/reason-words.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { readTurnOptions } from '../chat/turn-options.ts'
import { loadPlaceholders } from '../guard/load-redaction.ts'
import { readSettings } from '../models/chat-settings.ts'
import { endsEarly } from '../models/ends-early.ts'
import { readTurnStatistics } from '../telemetry/read-turn-statistics.ts'
import {
  type AnswerErrorCode,
  type AnswerView,
  type SideCallView,
  type ComparisonView,
  type PrefixView,
  readNotices,
  type ToolStepRecord,
  type TurnView,
} from '@varve/contract'
import { loadSideCalls } from '../side-calls/load-side-calls.ts'
import { unsealExchange } from '../side-calls/sealed-exchange.ts'
import { withNames } from './comparison-text.ts'
import type { PlanSummary } from './record-plan.ts'

const NOTHING: Pick<PlanSummary, 'attachments' | 'layerTokens'> = {
  attachments: [],
  layerTokens: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
}

interface TurnsToLoad extends ChatPlace {
  readonly headId: string
  /** Places in the branch: from this one on, and only those before that one. */
  readonly from: number
  readonly before?: number | undefined
}

const MOST_TURNS = 2 ** 30

/** Turns of one branch for display, with their answers and siblings. */
export async function loadTurns(context: AppContext, toLoad: TurnsToLoad): Promise<readonly TurnView[]> {
  const { workspaceId, chatId, headId, from, before = MOST_TURNS } = toLoad
  const { store } = context
  const branch = await store.turns.branch({ workspaceId, headId, from, before: before + 1 })
  const shown = branch.filter(({ number }) => number < before)
  const ids = shown.map(({ id }) => id)
  const answers = groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  const summaries = new Map(
    (await planSummaries(context, workspaceId, ids)).map(({ answerId, summary }) => [answerId, summary]),
  )
  const parents = shown.map(({ parentId }) => parentId ?? null)
  const place = { workspaceId, conversationId: chatId }
  const siblings = groupBy(await store.turns.following(place, parents), pointName)
  const comparisons = await loadComparisons(context, { workspaceId, chatId, answers })
  const besides = await loadSideCalls(context, { workspaceId, chatId, answers })
  const next = new Map(branch.map(({ parentId, parentAnswerId }) => [parentId, parentAnswerId]))
  return shown.flatMap((turn) => {
    const own = answers.get(turn.id) ?? []
    const chosen = next.get(turn.id) ?? onShow(own, picked.get(turn.id))
    const beside = (siblings.get(pointName(turn)) ?? [turn]).map(({ id }) => id)
    const about = { comparison: comparisons.get(turn.id), sideCalls: besides.get(turn.id) }
    return own.length === 0
      ? []
      : [buildTurnView(context, { turn, answers: own, chosen, siblings: beside, summaries, ...about })]
  })
}

/** One that was asked for again is shown while it comes. */
function onShow(answers: readonly AnswerRecord[], picked: string | undefined): string | undefined {
  const coming = answers.find(({ id, status }) => id === picked && status === 'streaming')
  return (coming ?? chosenAnswer(answers, picked) ?? answers.at(-1))?.id
}

/** Turns that continue from the same point are siblings. */
function pointName({ parentId, parentAnswerId }: TurnRecord): string {
  return JSON.stringify([parentId ?? null, parentAnswerId ?? null])
}

function groupBy<Item>(items: readonly Item[], name: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(name(item))
    if (group) group.push(item)
    else groups.set(name(item), [item])
  }
  return groups
}

interface TurnParts {
  readonly turn: TurnRecord
  /** At least one. */
  readonly answers: readonly AnswerRecord[]
  /** The answer that the thread continues with. */
  readonly chosen: string | undefined
  readonly siblings: readonly string[]
  /** By answer. */
  readonly summaries: ReadonlyMap<string, PlanSummary>
  readonly comparison?: ComparisonView | undefined
  readonly sideCalls?: readonly SideCallView[] | undefined
}

/** One turn as it is shown. A running answer shows all that has come, not only what was checkpointed. */
function buildTurnView(context: AppContext, parts: TurnParts): TurnView {
  const { turn, siblings, summaries, comparison } = parts
  const sideCalls = (parts.sideCalls ?? []).filter(
    ({ purpose }) => purpose === 'plan' || purpose === 'summary',
  )
  const answers = parts.answers.map((answer) => buildAnswerView(context, answer, summaries.get(answer.id)))
  const [first] = answers as [AnswerView, ...AnswerView[]]
  const answer = answers.find(({ id }) => id === parts.chosen) ?? first
  const summary = summaries.get(answer.id) ?? [...summaries.values()][0]
  const { attachments, layerTokens } = summary ?? NOTHING
  const notices = readNotices(summary?.notices)
  const { continues, areas, jurisdictions, guard, agent, passages } = readTurnOptions(turn.options)
  return {
    id: turn.id,
    number: turn.number,
    at: new Date(turn.at).toISOString(),
    text: turn.text,
    attachments,
    answer,
    answers,
    siblings,
    layerTokens,
    ...(answer.epochNote === undefined ? {} : { epochNote: answer.epochNote }),
    ...(notices.length === 0 ? {} : { notices }),
    ...(continues === undefined ? {} : { continues }),
    ...(agent === undefined || agent === '' ? {} : { agent }),
    ...(passages === undefined ? {} : { passages }),
    ...(areas === undefined ? {} : { areas }),
    ...(jurisdictions === undefined ? {} : { jurisdictions }),
    ...(guard === undefined ? {} : { guard }),
    ...(comparison === undefined ? {} : { comparison }),
    ...(sideCalls.length === 0 ? {} : { sideCalls }),
  }
}

function buildAnswerView(
  context: AppContext,
  answer: AnswerRecord,
  summary: PlanSummary | undefined,
): AnswerView {
  const live = answer.status === 'streaming' ? context.live.get(answer.id) : undefined
  const { epochNote } = summary ?? {}
  const prefix = buildPrefixView(summary)
  const early = endsEarly(answer)
  const steps = live?.steps.length ? live.steps : storedSteps(answer)
  return {
    id: answer.id,
    modelId: answer.modelId,
    modelName: answer.modelName,
    status: answer.status,
    ...(early === undefined ? {} : { endsEarly: early }),
    text: live?.text ?? answer.text,
    sources: answer.sources,
    startedAt: new Date(answer.startedAt).toISOString(),
    ...(steps === undefined ? {} : { steps: stepsView(steps) }),
    ...(epochNote === undefined ? {} : { epochNote }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(answer.usage ? { usage: usageView(answer.usage) } : {}),
    ...(answer.settings === undefined ? {} : { settings: readSettings(answer.settings) }),
    ...(answer.error === undefined ? {} : { error: answer.error }),
    ...(answer.errorCode === undefined ? {} : { errorCode: answer.errorCode as AnswerErrorCode }),
  }
}

function storedSteps({ status, steps }: AnswerRecord): readonly ToolStepRecord[] | undefined {
  return status === 'interrupted' ? readCutSteps(steps) : readSteps(steps, status !== 'streaming')
}

function usageView({
  warnings,
  ...usage
}: NonNullable<AnswerRecord['usage']>): NonNullable<AnswerView['usage']> {
  const read = readNotices(warnings)
  return { ...usage, ...(read.length === 0 ? {} : { warnings: read }) }
}

/** What the record of a call says about its prefix; undefined where it says nothing that can be read. */
function buildPrefixView(summary: unknown): PrefixView | undefined {
  const statistics = readTurnStatistics(summary)
  if (!statistics) return undefined
  const { epoch, change } = statistics
  const { reason, layer, tokens, costUSD = 0 } = change
  // A model that joins a chat has no previous request, so nothing is lost.
  const isWhole = reason === 'none' || tokens === 0
  return {
    epoch: epoch.id,
    began: epoch.began,
    ...(isWhole ? {} : { broke: { reason, words: epochWords(reason), layer, tokens, costUSD } }),
  }
}

/** The turn that an answer belongs to, as it is stored now, with that answer on show. */
export async function loadTurnView(
  context: AppContext,
  place: { readonly workspaceId: string; readonly answerId: string },
): Promise<TurnView> {
  const { store } = context
  const { workspaceId, answerId } = place
  const answer = await store.answers.get({ workspaceId, id: answerId })
  const turn = answer && (await store.turns.get({ workspaceId, id: answer.turnId }))
  const [view] = turn
    ? await loadTurns(context, {
        workspaceId,
        chatId: turn.conversationId,
        headId: turn.id,
        from: turn.number,
      })
    : []
  if (!view) throw new AppError('answer-not-found', 'There is no such answer.')
  return { ...view, answer: view.answers.find(({ id }) => id === answerId) ?? view.answer }
}

interface ComparisonsToLoad extends ChatPlace {
  /** By turn. */
  readonly answers: ReadonlyMap<string, readonly AnswerRecord[]>
}

/** The newest comparison of each turn that has one; only turns with several answers can. */
export async function loadComparisons(
  context: AppContext,
  { workspaceId, chatId, answers }: ComparisonsToLoad,
): Promise<ReadonlyMap<string, ComparisonView>> {
  const turnIds = [...answers].filter(([, own]) => own.length > 1).map(([turnId]) => turnId)
  if (turnIds.length === 0) return new Map()
  const place = { workspaceId, conversationId: chatId, purpose: 'comparison', turnIds }
  const loaded = new Map<string, ComparisonView>()
  for (const call of await context.store.sideCalls.newest(place)) {
    const said = await unsealExchange(context, call)
    const { turnId = '', modelId, modelName, at } = call
    if (!said || said.answer.trim() === '') continue
    const placeholders = await loadPlaceholders(context, { workspaceId, chatId }, turnId)
    loaded.set(turnId, {
      text: withNames(restoreText(said.answer, placeholders), answers.get(turnId) ?? []),
      modelId,
      modelName,
      at: new Date(at).toISOString(),
      costUSD: (call.usage as { readonly costUSD?: number } | undefined)?.costUSD ?? 0,
    })
  }
  return loaded
}
