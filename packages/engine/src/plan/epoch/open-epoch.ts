import type { ArtifactKey } from '../../artifact/artifact.ts'
import { type BudgetAction, type BudgetDetails, BudgetError } from '../../budget/budget-error.ts'
import { LIMITS } from '../../budget/limits.ts'
import type { State, TurnRecord } from '../../state/state.ts'
import { ageHistory } from '../aging/age-history.ts'
import { type BaseForms, FULL_FORMS } from './base-forms.ts'
import { carriedForms, carriedKeys, keptForms } from '../writing/choose-forms.ts'
import { EpochWriter } from '../writing/epoch-writer.ts'
import type { Epoch } from './epoch.ts'
import { epochTokens } from './epoch-tokens.ts'
import { fitBase } from './fit-base.ts'
import { type Measure, measureBase } from './measure-base.ts'
import { budgetOf, type ModelSpec } from '../model-spec.ts'
import { compactionId, type Need, summarizeTurns } from '../aging/need.ts'
import type { OpenOptions } from './open-options.ts'
import { writeRecalling } from '../aging/recall-turns.ts'
import { memoryOf, sectionHashes } from './section-hashes.ts'
import { layerOf, settleLayers } from '../writing/settle-layers.ts'
import { firstWholeToolTurn, writeBase } from '../writing/write-base.ts'
import { writeTurn } from '../writing/write-turn.ts'
import { ownValue } from '../../collection/own-value.ts'
import { writeStep } from '../writing/write-answer.ts'
import { AppendLog } from '../../collection/append-log.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import type { PlacedBlock } from '../writing/block.ts'
import type { LayerId } from '../plan.ts'

const LARGEST_SHOWN = 5

/** Raised with any change of a rendered form; a conversation keeps the version its epoch began with. §6 */
export const RENDERING_VERSION = 2

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
  const wholeFrom = firstWholeToolTurn(state.history, model)
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
    // A change reported in the last epoch is reported again: its line was not carried over.
    writeTurn(turn, { ...record, observed: allObserved(state) }, memoryOf(state.sections), recalled)
    writeOpenSteps(turn, record)
    return turn.finish({})
  })
  return {
    epoch: { ...epoch, ...settleLayers(epoch, baseEnd) },
    needs: [...summary.needs, ...compactionNeeds(options, forms)],
  }
}

/** Large texts shown as a preview: a model could say more in as many tokens. */
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

/** Tool steps of the turn that is being answered, as messages. */
function writeOpenSteps(writer: EpochWriter, record: TurnRecord): void {
  for (const step of ownValue(record.steps, writer.model.id) ?? []) writeStep(writer, step, record.number)
}

/** An epoch before its first block, with everything that is known when it begins. */
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
    foldEnd: 0,
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

/** The numbers behind "this does not fit": what remains after the last step of the ladder. */
export function budgetDetails(options: {
  readonly epoch: Epoch
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly budget: number
  readonly allowExtracts: boolean
}): BudgetDetails {
  const { epoch, state, record, model, budget } = options
  const layers: Record<LayerId, number> = { L1: epoch.leadTokens, L2: 0, L3: 0, L4: 0, L5: 0 }
  const sizes = new Map<string, number>()
  let index = 0
  for (const block of epoch.blocks) {
    layers[layerOf(block, index, epoch.settledEnd)] += block.tokens
    sizes.set(nameOf(block), (sizes.get(nameOf(block)) ?? 0) + block.tokens)
    index += 1
  }
  const largest = [...sizes]
    .map(([key, tokens]) => ({ key, tokens }))
    .sort((a, b) => b.tokens - a.tokens || (a.key < b.key ? -1 : 1))
    .slice(0, LARGEST_SHOWN)
  // Where it would cut nothing it is no way out: what is attached now or essential stays whole.
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  const irreplaceable = [...state.library].some(
    ({ artifact: { key, recoverable, priority } }) =>
      !recoverable && priority !== 'essential' && !attached.has(key),
  )
  const actions: BudgetAction[] = ['forget', 'larger-window', 'new-chat-with-summary']
  if (irreplaceable && !options.allowExtracts) actions.push('allow-extracts')
  const needed = epochTokens(epoch)
  // Attached now, it stays whole whatever its mark; without it there would be room.
  const optional = record.attached.filter(({ ownPriority, pinned }) => ownPriority === 'optional' && !pinned)
  const spared = optional.reduce((sum, { artifact }) => sum + (sizes.get(artifact.key) ?? 0), 0)
  if (spared > 0 && needed - spared <= budget) actions.push('drop-optional')
  return { model: model.id, needed, budget, layers, largest, actions }
}

function nameOf({ origin }: PlacedBlock): string {
  switch (origin.piece) {
    case 'artifact':
    case 'update':
    case 'compacted':
      return origin.key ?? 'library'
    case 'section':
      return `system text: ${origin.section ?? ''}`
    case 'tool-call':
    case 'tool-result':
      return `tool results of turn ${origin.turn}`
    case 'answer':
    case 'reasoning':
      return `answer of turn ${origin.turn}`
    case 'user':
      return `message of turn ${origin.turn}`
    case 'image':
      return origin.key ?? `images of turn ${origin.turn}`
    case 'library-heading':
    case 'reference':
    case 'changed':
    case 'memory-update':
    case 'guidance':
    case 'summary':
      return `notices of turn ${origin.turn}`
    case 'recalled':
      return `earlier turns, recalled in turn ${origin.turn}`
    default:
      return origin.piece satisfies never
  }
}
