import type { ArtifactKey } from '../artifact/artifact.ts'
import { BudgetError } from '../budget/budget-error.ts'
import type { CacheMemory } from '../cache/cache-memory.ts'
import { recordAnswer } from '../cache/match-unit.ts'
import { ownValue } from '../collection/own-value.ts'
import type { Memo } from '../memo.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { EpochWriter } from './writing/epoch-writer.ts'
import type { DivergenceReason, Epoch, Layout, RebaseNumbers } from './epoch/epoch.ts'
import { epochTokens } from './epoch/epoch-tokens.ts'
import { budgetOf, type ModelSpec, wholeCalls } from './model-spec.ts'
import type { Need } from './aging/need.ts'
import { openEpoch } from './epoch/open-epoch.ts'
import { planCall } from './plan-call.ts'
import type { Plan } from './plan.ts'
import { writeRecalling } from './aging/recall-turns.ts'
import { memoryOf, sectionHashes } from './epoch/section-hashes.ts'
import { stableJson } from './stable-json.ts'
import { LIMITS } from '../budget/limits.ts'
import { writeAnswer, writeStep } from './writing/write-answer.ts'
import { foldTools } from './writing/fold-tools.ts'
import { writeFoldedAnswer } from './writing/write-history-turn.ts'
import { writeTurn } from './writing/write-turn.ts'
import { readsResults } from './writing/steps-of.ts'
import { settleLayers } from './writing/settle-layers.ts'
import { foundAny, withoutForgotten } from './writing/without-forgotten.ts'
import type { SectionId } from '../layer/section.ts'
import { becameEssential } from './writing/choose-forms.ts'
import type { CacheProfile } from '../cache/cache-profile.ts'

const SECTION_REASONS: Readonly<Record<SectionId, DivergenceReason>> = {
  contract: 'agent',
  tools: 'tools',
  guidance: 'guidance',
  project: 'project',
  memory: 'memory',
}

export interface PlanOptions {
  /** With the open turn's artifacts already in the library. */
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
  readonly at: number
  readonly branched: boolean
  readonly allowExtracts: boolean
  readonly rebase?: 'settings' | 'rebuilt'
  /** Kept artifacts that this turn marks as essential: they do not stay shortened. */
  readonly essential?: readonly ArtifactKey[]
}

export type Planned =
  | {
      readonly kind: 'planned'
      readonly plan: Plan
      readonly epoch: Epoch
      readonly cache: CacheMemory
      readonly needs: readonly Need[]
    }
  | { readonly kind: 'over-budget'; readonly error: BudgetError }

const NO_NUMBERS: RebaseNumbers = { deadWeight: 0, rent: 0, price: 0, cold: false }

interface Chosen {
  readonly epoch: Epoch
  readonly needs: readonly Need[]
}

/** Plans the first call of a turn for one model: append to its epoch, or begin another. [P-4] */
export function planTurn(asked: PlanOptions): Planned {
  const options = keepingWhatIsLost(asked)
  const previous = ownValue(options.state.epochs, options.model.id)
  return withinBudget(options, () => chooseEpoch(options, previous))
}

/** Plans the next call of the same turn, after a step with tools. */
export function planContinuation(options: PlanOptions): Planned {
  const { state, record, model, memo } = options
  const previous = ownValue(state.epochs, model.id)
  const step = ownValue(record.steps, model.id)?.at(-1)
  return withinBudget(options, () => {
    if (!previous || !step) return open(options, previous, 'rebuilt', NO_NUMBERS)
    const writer = new EpochWriter(previous, model, memo)
    writeStep(writer, step, record.number)
    // Every call pays for reading dead weight, also calls within an agent's turn.
    const rent = previous.rent + model.profile.weights.read * Math.max(0, previous.deadTokens)
    const longer = writer.finish({ numbers: NO_NUMBERS, rent })
    if (epochTokens(longer) <= budgetOf(model)) return { epoch: longer, needs: [] }
    return open(options, previous, 'compaction', NO_NUMBERS)
  })
}

/** Results that no call gives again, and that no tool of the request could read again, stay like recent ones. [P-6] */
function keepingWhatIsLost(options: PlanOptions): PlanOptions {
  const { state, model } = options
  if (wholeCalls(model) > 0 || readsResults(state)) return options
  const recent = state.history.slice(-LIMITS.tools.latestCallsWhole)
  const isLost = ({ gathered, steps }: TurnRecord): boolean =>
    [...gathered, ...Object.values(steps).flatMap((all) => all.flatMap(({ exchanges }) => exchanges))].some(
      ({ recoverable }) => !recoverable,
    )
  return recent.some(isLost) ? { ...options, model: { ...model, toolOutput: 'keep' } } : options
}

function withinBudget(options: PlanOptions, choose: () => Chosen): Planned {
  const { state, record, model, at, branched } = options
  try {
    const { epoch, needs } = choose()
    const previous = ownValue(state.epochs, model.id)
    const cache = rememberOutput(options, epoch)
    return {
      kind: 'planned',
      needs,
      ...planCall({ state, record, model, epoch, previous, cache, at, branched }),
    }
  } catch (error) {
    if (error instanceof BudgetError) return { kind: 'over-budget', error }
    throw error
  }
}

/** A state that was folded again from its turns has no epoch of any model: that is no switch. */
function firstReason({ state, rebase }: PlanOptions): DivergenceReason {
  if (state.history.length === 0) return 'none'
  return rebase === 'rebuilt' ? rebase : 'model-switch'
}

function chooseEpoch(options: PlanOptions, previous: Epoch | undefined): Chosen {
  const { state, record, model, memo, at } = options
  const layout = model.layout ?? 'auto'
  if (!previous) return open(options, undefined, firstReason(options), NO_NUMBERS)
  const forced = forcedReason({
    epoch: previous,
    state,
    record,
    layout,
    ...(options.rebase ? { rebase: options.rebase } : {}),
    ...(options.essential ? { essential: options.essential } : {}),
  })
  if (forced) return open(options, previous, forced, NO_NUMBERS)
  const kept = catchUp(previous, state, model, memo)
  const folded = layout === 'auto' ? foldTools(previous, options) : undefined
  const isFolded = folded !== undefined && foldPays({ before: previous, kept, folded, options })
  const before = isFolded ? { ...previous, sentEnd: folded.from } : previous
  const caught = isFolded ? catchUp(folded.epoch, state, model, memo) : kept
  const appended = writeRecalling(options, caught, (recalled) => {
    const writer = new EpochWriter(caught, model, memo)
    writeTurn(writer, record, memoryOf(state.sections), recalled)
    return writer.finish({ openTurn: record.number })
  })
  const decision = decideEpoch({ before, appended, model, at })
  if (layout === 'auto' && decision.rebase) return open(options, previous, decision.reason, decision.numbers)
  if (epochTokens(appended) > budgetOf(model)) return open(options, previous, 'compaction', decision.numbers)
  return { epoch: { ...appended, rent: decision.rent, numbers: decision.numbers }, needs: [] }
}

function open(
  options: PlanOptions,
  previous: Epoch | undefined,
  reason: DivergenceReason,
  numbers: RebaseNumbers,
): Chosen {
  const { state, model, memo } = options
  const leadTokens =
    state.tools.length === 0
      ? 0
      : memo.recall(`tools ${model.tokenizer.id}`, state.toolsHash, () =>
          model.tokenizer.count(stableJson(state.tools)),
        )
  const reader = state.tools.find(({ name }) => name === 'readArtifact' || name === 'read')
  return openEpoch({
    ...options,
    layout: model.layout ?? 'auto',
    reason,
    numbers,
    previous,
    leadTokens,
    ...(reader ? { readTool: reader.name } : {}),
  })
}

/**
 * A provider of class `unit` keeps the end of its output. The answer is part of the epoch now; where another begins,
 * it still stands behind what was sent.
 */
function rememberOutput({ state, model, memo }: PlanOptions, epoch: Epoch): CacheMemory | undefined {
  const memory = ownValue(state.caches, model.id)
  const previous = ownValue(state.epochs, model.id)
  if (!memory || !previous || model.profile.matchClass !== 'unit') return memory
  const { blocks } = previous.id === epoch.id ? epoch : catchUp(previous, state, model, memo)
  // All that it wrote: words, thoughts and calls, up to what came back.
  let end = previous.sentEnd
  while (blocks.get(end)?.role === 'assistant') end += 1
  const answer = end === previous.sentEnd ? undefined : blocks.get(end - 1)
  if (!answer) return memory
  return recordAnswer(memory, {
    leadHash: previous.toolsHash,
    chain: answer.chain,
    end: answer.end,
    at: previous.lastAt,
  })
}

/**
 * Brings an epoch up to the last closed turn: the answer it waited for, then every turn that other models
 * answered in the meantime, as if this model had been there. [P-3]
 */
export function catchUp(epoch: Epoch, state: State, model: ModelSpec, memo: Memo): Epoch {
  if (epoch.closedTurn === state.history.length) return epoch
  const writer = new EpochWriter(epoch, model, memo)
  const awaited = epoch.openTurn > epoch.closedTurn ? state.history.get(epoch.openTurn - 1) : undefined
  if (awaited) writeAnswer(writer, awaited, (ownValue(awaited.steps, model.id) ?? []).length > 0)
  const folds = wholeCalls(model) === 0
  for (let number = epoch.openTurn + 1; number <= state.history.length; number += 1) {
    const record = state.history.get(number - 1)
    if (!record) continue
    // What was forgotten since this model last looked never reaches it.
    const missed = withoutForgotten(record, state)
    writeTurn(writer, folds ? { ...missed, gathered: [] } : missed, writer.toldMemory)
    if (folds) writeFoldedAnswer(writer, missed, readsResults(state))
    else writeAnswer(writer, missed, false)
  }
  const closed = state.history.length
  const longer = writer.finish({
    closedTurn: closed,
    openTurn: closed,
    forgottenSeen: state.forgotten.length,
  })
  return { ...longer, ...settleLayers(longer, longer.blocks.length) }
}

/**
 * Whether replacing each tool result by a line costs less than reading the results from the cache in this
 * call and the likely next ones: a chat is assumed to continue for as long as it has lasted. [P-6]
 */
function foldPays(options: {
  readonly before: Epoch
  readonly kept: Epoch
  readonly folded: { readonly epoch: Epoch; readonly from: number }
  readonly options: PlanOptions
}): boolean {
  const { before, kept, folded } = options
  const { model, at, record } = options.options
  const { profile } = model
  const { read } = profile.weights
  const isStored = !isCold(before, profile, at)
  const cost = (epoch: Epoch, end: number): number => {
    const stored = isStored ? usable(epochTokens(before, end), profile) : 0
    return read * stored + freshWeight(profile) * (epochTokens(epoch) - stored)
  }
  const price = cost(folded.epoch, folded.from) - cost(kept, before.sentEnd)
  const saved = read * (epochTokens(kept) - epochTokens(folded.epoch))
  // Below the minimum nothing is cached: folding to there would bill everything again at each call.
  const isCacheable = epochTokens(folded.epoch) >= profile.minimumTokens
  return saved > 0 && isCacheable && price < saved * record.number
}

interface Forcing {
  readonly epoch: Epoch
  readonly state: State
  readonly record: TurnRecord
  readonly layout: Layout
  readonly rebase?: 'settings' | 'rebuilt'
  /** What this turn marks as essential. */
  readonly essential?: readonly ArtifactKey[]
}

/** Why this epoch must end whatever the price; `undefined` if it can continue. [P-4] (d) (e) */
function forcedReason(options: Forcing): DivergenceReason | undefined {
  const { epoch, state, record, layout } = options
  if (options.rebase) return options.rebase
  if (record.compact) return 'compaction'
  if (epoch.layout !== layout) return 'settings'
  if (becameEssential(epoch, state, markedSince(options))) return 'settings'
  if (epoch.toolsHash !== state.toolsHash) return 'tools'
  if (epoch.guard !== state.guard) return 'guard'
  const section = changedSection(epoch, state, layout)
  if (section) return SECTION_REASONS[section]
  const forgotten = state.forgotten.slice(epoch.forgottenSeen)
  if (forgotten.some((key) => epoch.places.has(key)) || foundAny(state, forgotten)) return 'forgotten'
  const changed = record.attached.filter(({ artifact }) =>
    isChanged(epoch, artifact.key, artifact.contentHash),
  )
  if (changed.some(({ freshness }) => freshness === 'refresh')) return 'file-changed'
  if (layout !== 'library') return undefined
  if (changed.length > 0) return 'file-changed'
  return epoch.hasTurnEntries ? 'context-attached' : undefined
}

/** What may have been marked since the last call: by this turn, or by one that this model was not asked in. */
function markedSince(options: Forcing): readonly ArtifactKey[] {
  const { epoch, record, essential = [] } = options
  return epoch.openTurn < record.number - 1 ? [...epoch.forms].map(([key]) => key) : essential
}

/** A memory change is reported inside an epoch; only the classic layout starts a new one. */
function changedSection(epoch: Epoch, state: State, layout: Layout): SectionId | undefined {
  const now = sectionHashes(state.sections)
  const ids = Object.keys({ ...now, ...epoch.sections }) as SectionId[]
  return ids.find((id) => now[id] !== epoch.sections[id] && (id !== 'memory' || layout === 'library'))
}

function isChanged(epoch: Epoch, key: string, hash: string): boolean {
  const current = epoch.places.get(key)?.current
  return current !== undefined && current.hash !== hash
}

interface Decision {
  readonly rebase: boolean
  readonly reason: 'epoch-cold' | 'epoch-rent'
  readonly numbers: RebaseNumbers
  /** Rent after this call, if it appends. */
  readonly rent: number
}

/**
 * Rent or buy: dead weight pays the read weight at each appended call; when that exceeds what
 * folding it away would cost now, fold. Never worse than twice the best in hindsight. [P-4]
 */
export function decideEpoch(options: {
  /** As the last call left it. */
  readonly before: Epoch
  /** With what this turn would append. */
  readonly appended: Epoch
  readonly model: ModelSpec
  readonly at: number
}): Decision {
  const { before, appended, model, at } = options
  const { profile } = model
  const cold = isCold(before, profile, at)
  const deadWeight = Math.max(0, appended.deadTokens)
  const price = priceOfRebase({ before, appended, profile, cold, deadWeight })
  const { rent } = before
  // Below the minimum nothing is cached: folding to there would bill everything again at each call.
  const isCacheable = epochTokens(appended) - deadWeight >= profile.minimumTokens
  const rebase = deadWeight > 0 && isCacheable && rent > price
  return {
    rebase,
    reason: cold ? 'epoch-cold' : 'epoch-rent',
    numbers: { deadWeight, rent, price, cold },
    rent: rent + profile.weights.read * deadWeight,
  }
}

/** Past the lifetime that was asked for, or never called: nothing is stored for sure. */
export function isCold(epoch: Epoch, profile: CacheProfile, at: number): boolean {
  return epoch.sentEnd === 0 || at - epoch.lastAt > profile.lifetimeSeconds * 1000
}

/** What a token costs that is not read from the cache: marks make it a write. */
function freshWeight({ matchClass, weights }: CacheProfile): number {
  return matchClass === 'breakpoint' ? weights.write : weights.uncached
}

/** Weighted tokens that re-basing this call costs more than appending it. */
function priceOfRebase(options: {
  readonly before: Epoch
  readonly appended: Epoch
  readonly profile: CacheProfile
  readonly cold: boolean
  readonly deadWeight: number
}): number {
  const { before, appended, profile, cold, deadWeight } = options
  const { read } = profile.weights
  const fresh = freshWeight(profile)
  const appendedTokens = epochTokens(appended)
  const rebasedTokens = appendedTokens - deadWeight
  const stored = cold ? 0 : storedTokens(before, profile)
  const shared = cold ? 0 : Math.min(stored, sharedTokens(before, appended, profile))
  const rebased = read * shared + fresh * (rebasedTokens - shared)
  const straight = read * stored + fresh * (appendedTokens - stored)
  return rebased - straight
}

function storedTokens(before: Epoch, profile: CacheProfile): number {
  return usable(epochTokens(before, before.sentEnd), profile)
}

/** What a re-base would repeat of what is stored: up to the cut, or to the last stored mark before it. */
function sharedTokens(before: Epoch, appended: Epoch, profile: CacheProfile): number {
  const cut = before.leadTokens + appended.cut
  if (profile.matchClass === 'prefix') return usable(cut, profile)
  const ends = [before.sentEnd, before.baseEnd, before.foldEnd, before.stemEnd].map((end) =>
    epochTokens(before, end),
  )
  return usable(Math.max(0, ...ends.filter((end) => end <= cut)), profile)
}

function usable(tokens: number, profile: CacheProfile): number {
  const stepped = Math.floor(tokens / profile.stepTokens) * profile.stepTokens
  return stepped < profile.minimumTokens ? 0 : stepped
}
