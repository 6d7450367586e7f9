import type { ArtifactKey } from '../../artifact/artifact.ts'
import { BudgetError } from '../../budget/budget-error.ts'
import { LIMITS } from '../../budget/limits.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { ageHistory } from '../aging/age-history.ts'
import { type BaseForms, FULL_FORMS } from './base-forms.ts'
import { budgetDetails } from '../aging/budget-details.ts'
import { carriedForms, carriedKeys, keptForms } from '../writing/choose-forms.ts'
import { emptyEpoch } from './empty-epoch.ts'
import { EpochWriter } from '../writing/epoch-writer.ts'
import type { Epoch } from './epoch.ts'
import { epochTokens } from './epoch-tokens.ts'
import { fitBase } from './fit-base.ts'
import { type Measure, measureBase } from './measure-base.ts'
import { budgetOf } from '../model-spec.ts'
import { compactionId, type Need, summarizeTurns } from '../aging/need.ts'
import type { OpenOptions } from './open-options.ts'
import { writeRecalling } from '../aging/recall-turns.ts'
import { memoryOf } from './section-hashes.ts'
import { settleLayers } from '../writing/settle-layers.ts'
import { firstWholeToolTurn, writeBase } from '../writing/write-base.ts'
import { writeOpenSteps } from '../writing/write-open-steps.ts'
import { writeTurn } from '../writing/write-turn.ts'

/** How often the ladder may go further down when a base came out larger than it was measured. */
const FIT_ATTEMPTS = 4

interface Opened {
  readonly epoch: Epoch
  readonly needs: readonly Need[]
}

/** Begins a new epoch with this turn: its base, then the turn. Only folds, unless the budget asks. [P-6] */
export function openEpoch(options: OpenOptions): Opened {
  const budget = budgetOf(options.model)
  const carried = carriedKeys(options)
  if (options.record.compact) return compactByHand(options, carried)
  const kept = options.reason === 'compaction' ? carriedForms(carried) : keptForms(options, carried)
  if (!Number.isFinite(budget)) return writeEpoch(options, kept, carried)
  const measure = measureBase(options)
  if (options.reason !== 'compaction' && leastTokens(options, measure, kept) <= budget) {
    const plain = writeEpoch(options, kept, carried)
    if (epochTokens(plain.epoch) <= budget) return plain
  }
  return climbDown(options, measure, carried)
}

/** As short as it gets without leaving anything out; further only where even that does not fit. [B-6] */
function compactByHand(options: OpenOptions, carried: ReadonlySet<ArtifactKey>): Opened {
  const { provided } = options.state
  const measure = measureBase(options)
  const { forms } = fitBase({ ...options, provided, measure, target: 0, limit: 0, carried, byHand: true })
  const written = writeEpoch(options, forms, carried)
  if (epochTokens(written.epoch) <= budgetOf(options.model)) return written
  return climbDown(options, measure, carried)
}

/** Down the ladder to low water, and further only as far as the budget itself asks. [B-2] */
function climbDown(options: OpenOptions, measure: Measure, carried: ReadonlySet<ArtifactKey>): Opened {
  const { state, model, allowExtracts } = options
  const budget = budgetOf(model)
  let target = Math.floor(budget * LIMITS.budget.lowWater)
  let limit = budget
  let written: Opened | undefined
  for (let attempt = 0; attempt < FIT_ATTEMPTS; attempt += 1) {
    const { forms } = fitBase({ ...options, provided: state.provided, measure, target, limit, carried })
    written = writeEpoch(options, forms, carried)
    const excess = epochTokens(written.epoch) - budget
    if (excess <= 0) return written
    target -= excess + 1
    limit -= excess + 1
  }
  const { epoch } = written ?? writeEpoch(options, FULL_FORMS, carried)
  throw new BudgetError(budgetDetails({ epoch, state, record: options.record, model, budget, allowExtracts }))
}

/** A lower bound of a base in these forms: what is surely too large is not even written. */
function leastTokens({ leadTokens }: OpenOptions, measure: Measure, forms: BaseForms): number {
  const entries = measure.entries.filter(({ entry }) => !forms.entries.has(entry.artifact.key))
  const history = measure.history.filter(({ turn }) => turn >= forms.stripBefore)
  const sum = (items: readonly { readonly tokens: number }[]): number =>
    items.reduce((total, { tokens }) => total + tokens, 0)
  return leadTokens + measure.system + sum(entries) + sum(history)
}

function writeEpoch(options: OpenOptions, forms: BaseForms, carried: ReadonlySet<ArtifactKey>): Opened {
  const { state, model, memo, layout } = options
  const wholeFrom = firstWholeToolTurn(state.history, model.history === 'dump')
  const history = forms.ageTools
    ? ageHistory({ state, record: options.record, model: model.id, wholeFrom, ...readToolOf(options) })
    : { turns: new Map(), open: options.record, aged: [] }
  const record = history.open
  const { stripBefore: strippedBefore = 0 } = options.previous ?? {}
  const summary = summarizeTurns({ state, model, memo, before: forms.stripBefore, strippedBefore })
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
    carried,
    wholeFrom,
    aged: history.turns,
    ...readToolOf(options),
  })
  const baseEnd = writer.length
  for (const { name, before, after } of history.aged)
    writer.omit({
      key: name,
      reason: 'tool-result-aged',
      tokens: writer.count(before) - writer.count(after),
      form: 'compacted',
    })
  const base = writer.finish({})
  const epoch = writeRecalling(options, base, (recalled) => {
    const turn = new EpochWriter(base, model, memo)
    // A change that was told in the last epoch is told again: its line did not come along.
    writeTurn(turn, { ...record, observed: allObserved(state) }, memoryOf(state.sections), recalled)
    writeOpenSteps(turn, record)
    return turn.finish({})
  })
  return {
    epoch: { ...epoch, ...settleLayers(epoch, baseEnd) },
    needs: [...summary.needs, ...compactionNeeds(options, forms)],
  }
}

/** Large texts that stand as a preview: a model could say more in as many tokens. */
function compactionNeeds({ state }: OpenOptions, forms: BaseForms): readonly Need[] {
  return [...state.library].flatMap(({ artifact }): readonly Need[] => {
    const id = compactionId(artifact.contentHash)
    if (forms.entries.get(artifact.key) !== 'preview' || state.provided.has(id)) return []
    if (artifact.content.length < LIMITS.compaction.modelCharacters) return []
    const { key, content: text } = artifact
    return [{ kind: 'compaction', id, key, text, maximumTokens: LIMITS.compaction.modelTokens }]
  })
}

function readToolOf(options: OpenOptions): { readTool?: string } {
  return options.readTool === undefined ? {} : { readTool: options.readTool }
}

function firstTurnOf(state: State, key: string): number {
  const index = state.places.get(key)
  return index === undefined ? 0 : (state.library.get(index)?.firstTurn ?? 0)
}

/** Every change that is known of and whose text was not given; this turn's are among them. */
function allObserved(state: State): TurnRecord['observed'] {
  return [...state.library].flatMap(({ artifact, observed }) =>
    observed === undefined ? [] : [{ key: artifact.key, hash: observed }],
  )
}
