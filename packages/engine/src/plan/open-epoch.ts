import { BudgetError } from '../budget/budget-error.ts'
import { LIMITS } from '../budget/limits.ts'
import { AppendLog } from '../collection/append-log.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import type { Memo } from '../memo.ts'
import { RENDERING_VERSION } from '../render/rendering-version.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { type BaseForms, FULL_FORMS } from './base-forms.ts'
import { budgetDetails } from './budget-details.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { DivergenceReason, Epoch, Layout, RebaseNumbers } from './epoch.ts'
import { fitBase } from './fit-base.ts'
import { type Measure, measureBase } from './measure-base.ts'
import { budgetOf, type ModelSpec } from './model-spec.ts'
import { summarizeTurns, type Need } from './need.ts'
import { memoryOf, sectionHashes } from './section-hashes.ts'
import { settleLayers } from './settle-layers.ts'
import { writeBase } from './write-base.ts'
import { writeOpenSteps } from './write-open-steps.ts'
import { writeTurn } from './write-turn.ts'

export interface OpenOptions {
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
  readonly layout: Layout
  readonly reason: DivergenceReason
  readonly numbers: RebaseNumbers
  readonly previous: Epoch | undefined
  readonly leadTokens: number
  readonly readTool?: string
  readonly allowExtracts: boolean
}

/** How often the ladder may go further down when a base came out larger than it was measured. */
const FIT_ATTEMPTS = 4

/** Begins a new epoch with this turn: its base, then the turn. Only folds, unless the budget asks. [P-6] */
export function openEpoch(options: OpenOptions): { readonly epoch: Epoch; readonly needs: readonly Need[] } {
  const budget = budgetOf(options.model)
  const kept = options.reason === 'compaction' ? FULL_FORMS : keptForms(options)
  if (!Number.isFinite(budget)) return writeEpoch(options, kept)
  const measure = measureBase(options)
  if (options.reason !== 'compaction' && measuredTokens(options, measure) <= budget) {
    const plain = writeEpoch(options, kept)
    if (totalTokens(plain.epoch) <= budget) return plain
  }
  let target = Math.floor(budget * LIMITS.budget.lowWater)
  let tokens = 0
  for (let attempt = 0; attempt < FIT_ATTEMPTS; attempt += 1) {
    const fitted = fitBase({ ...options, measure, target })
    const written = writeEpoch(options, fitted.forms)
    tokens = totalTokens(written.epoch)
    if (tokens <= budget) return written
    target -= tokens - budget + 1
  }
  throw new BudgetError(budgetDetails({ ...options, measure, needed: tokens, budget }))
}

/** A re-base for another reason than the budget leaves compacted what was compacted. */
function keptForms({ previous, record, state }: OpenOptions): BaseForms {
  if (!previous) return FULL_FORMS
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  const entries = [...previous.forms].filter(
    ([key]) =>
      !attached.has(key) && state.places.has(key) && (previous.places.get(key)?.copies.length ?? 0) === 0,
  )
  return { entries: new Map(entries), stripBefore: previous.stripBefore, ageOpenTurn: false }
}

function measuredTokens({ leadTokens }: OpenOptions, measure: Measure): number {
  const entries = measure.entries.reduce((sum, { tokens }) => sum + tokens, 0)
  const history = measure.history.reduce((sum, { tokens }) => sum + tokens, 0)
  return leadTokens + measure.system + entries + history + measure.turn + measure.user
}

function writeEpoch(options: OpenOptions, forms: BaseForms): { epoch: Epoch; needs: readonly Need[] } {
  const { state, record, model, memo, layout } = options
  const summary = summarizeTurns({ state, model, memo, before: forms.stripBefore })
  const writer = new EpochWriter(emptyEpoch(options, forms), model, memo)
  const newKeys = new Set(
    record.attached
      .map(({ artifact }) => artifact.key)
      .filter((key) => firstTurnOf(state, key) === record.number),
  )
  writeBase(writer, {
    state,
    layout,
    forms,
    summary: summary.text,
    newKeys,
    turn: record.number,
    ...(options.readTool === undefined ? {} : { readTool: options.readTool }),
  })
  const baseEnd = writer.length
  // A change that was told in the last epoch is told again: its line did not come along.
  writeTurn(writer, { ...record, observed: allObserved(state, record) }, memoryOf(state.sections))
  writeOpenSteps(writer, record, { age: forms.ageOpenTurn, ...readToolOf(options) })
  const epoch = writer.finish({})
  return { epoch: { ...epoch, ...settleLayers(epoch, baseEnd) }, needs: summary.needs }
}

function readToolOf(options: OpenOptions): { readTool?: string } {
  return options.readTool === undefined ? {} : { readTool: options.readTool }
}

function emptyEpoch(options: OpenOptions, forms: BaseForms): Epoch {
  const { state, record, previous } = options
  return {
    id: (previous?.id ?? 0) + 1,
    reason: options.reason,
    numbers: options.numbers,
    layout: options.layout,
    renderingVersion: RENDERING_VERSION,
    startedTurn: record.number,
    toolsHash: state.toolsHash,
    guard: state.guard,
    sections: sectionHashes(state.sections),
    toldMemory: memoryOf(state.sections),
    leadTokens: options.leadTokens,
    blocks: AppendLog.empty(),
    stemEnd: 0,
    stemTokens: 0,
    baseEnd: 0,
    sentEnd: 0,
    lastAt: 0,
    closedTurn: record.number - 1,
    openTurn: record.number,
    places: PersistentMap.empty(),
    hasTurnEntries: false,
    forgottenSeen: state.forgotten.length,
    images: PersistentMap.empty(),
    toolRuns: [],
    deadTokens: 0,
    cut: Number.MAX_SAFE_INTEGER,
    rent: 0,
    layerTokens: { L1: 0, L2: 0, L4: 0 },
    settledEnd: 0,
    lastReferences: { turn: 0, text: '' },
    omissions: PersistentMap.empty(),
    forms: PersistentMap.from(forms.entries),
    stripBefore: forms.stripBefore,
  }
}

function firstTurnOf(state: State, key: string): number {
  const index = state.places.get(key)
  return index === undefined ? 0 : (state.library.get(index)?.firstTurn ?? 0)
}

function allObserved(state: State, record: TurnRecord): TurnRecord['observed'] {
  const known = [...state.library].flatMap(({ artifact, observed }) =>
    observed === undefined ? [] : [{ key: artifact.key, hash: observed }],
  )
  const keys = new Set(known.map(({ key }) => key))
  return [...known, ...record.observed.filter(({ key }) => !keys.has(key))]
}

function totalTokens(epoch: Epoch): number {
  return epoch.leadTokens + (epoch.blocks.last()?.end ?? 0)
}
