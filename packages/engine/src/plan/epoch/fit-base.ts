import type { ArtifactKey } from '../../artifact/artifact.ts'
import { LIMITS } from '../../budget/limits.ts'
import type { LibraryEntry, TurnRecord } from '../../state/state.ts'
import type { BaseForms, ReducedForm } from './base-forms.ts'
import type { Measure } from './measure-base.ts'
import { summaryLimit } from '../aging/need.ts'
import type { ModelSpec } from '../model-spec.ts'
import { type ReduceOptions, reducedId, reducedText } from '../aging/reduced-text.ts'

export interface FitOptions extends ReduceOptions {
  readonly measure: Measure
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly leadTokens: number
  /** Where to stop: low water, so that the next turns append again. */
  readonly target: number
  /** The size from which non-recoverable text may be cut at all. */
  readonly limit: number
  /** Shown in short whatever the budget, because they went unused. */
  readonly carried: ReadonlySet<ArtifactKey>
  readonly allowExtracts: boolean
  /** Asked for by hand: all that can be had again is shortened, and nothing is left out. [B-6] */
  readonly byHand?: boolean
}

/** One reduction that the ladder may make, with what it saves. */
interface Rung {
  readonly key: ArtifactKey
  readonly form: ReducedForm
  readonly tokens: number
}

/** Goes down the ladder until the target is reached, and no further. [B-2] */
export function fitBase(options: FitOptions): { readonly forms: BaseForms; readonly tokens: number } {
  const { measure, target } = options
  const entries = new Map<ArtifactKey, ReducedForm>()
  const sizes = new Map(measure.entries.map(({ entry, tokens }) => [entry.artifact.key, tokens]))
  const history = sum(measure.history.map((past) => past.tokens))
  const entryTokens = sum(measure.entries.map((measured) => measured.tokens))
  let tokens = options.leadTokens + measure.system + measure.turn + measure.user + entryTokens + history
  let stripBefore = 0
  const agingSaves = sum(measure.agingSaves.values())
  const ageTools = tokens > target && agingSaves > 0
  if (ageTools) tokens -= agingSaves

  const climbDown = (steps: Iterable<Rung>, goal = target): void => {
    for (const rung of steps) {
      if (tokens <= goal) return
      const before = sizes.get(rung.key) ?? 0
      if (rung.tokens >= before) continue
      tokens -= before - rung.tokens
      sizes.set(rung.key, rung.tokens)
      entries.set(rung.key, rung.form)
    }
  }

  const reducible = reducibleEntries(options)
  const optional = reducible.filter(({ artifact }) => artifact.priority === 'optional')
  const normal = reducible.filter(({ artifact }) => artifact.priority === 'normal')
  climbDown(rungs(options, carriedEntries(options), 'preview'), 0)
  climbDown(rungs(options, optional, 'preview'))
  climbDown(rungs(options, normal, 'preview'))
  if (tokens > target) {
    const strip = stripHistory(options, ageTools)
    stripBefore = strip.before
    tokens -= strip.saved
  }
  if (options.byHand) return { forms: { entries, stripBefore, ageTools }, tokens }
  climbDown(optional.map(({ artifact }) => ({ key: artifact.key, form: 'dropped', tokens: 0 })))
  // A preview of each of a thousand notes can be too much; one line still names it and how to read it.
  climbDown(rungs(options, normal, 'line'))
  if (options.allowExtracts)
    climbDown(rungs(options, irreplaceableEntries(options), 'extract'), options.limit)
  return { forms: { entries, stripBefore, ageTools }, tokens }
}

function* rungs(
  options: FitOptions,
  entries: readonly LibraryEntry[],
  form: Exclude<ReducedForm, 'dropped'>,
): Iterable<Rung> {
  for (const { artifact } of entries) {
    const tokens = options.memo.recall(
      `reduced ${options.model.tokenizer.id}`,
      reducedId(options, artifact, form),
      () => options.model.tokenizer.count(`\n\n${reducedText(options, artifact, form)}`),
    )
    yield { key: artifact.key, form, tokens }
  }
}

/** What may be reduced: recoverable, not essential, not attached now; least recently used first. */
function reducibleEntries(options: FitOptions): readonly LibraryEntry[] {
  return candidates(options).filter(
    ({ artifact }) => artifact.recoverable && artifact.priority !== 'essential',
  )
}

function carriedEntries(options: FitOptions): readonly LibraryEntry[] {
  return candidates(options).filter(({ artifact }) => options.carried.has(artifact.key))
}

function irreplaceableEntries(options: FitOptions): readonly LibraryEntry[] {
  return candidates(options).filter(
    ({ artifact }) => !artifact.recoverable && artifact.priority !== 'essential',
  )
}

function candidates({ measure, record }: FitOptions): readonly LibraryEntry[] {
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  return measure.entries
    .map(({ entry }) => entry)
    .filter(({ artifact }) => !attached.has(artifact.key))
    .sort((a, b) => a.lastTurn - b.lastTurn || a.firstTurn - b.firstTurn || compareKeys(a, b))
}

function compareKeys(a: LibraryEntry, b: LibraryEntry): number {
  return a.artifact.key < b.artifact.key ? -1 : 1
}

/** A summary in place of all but the last turns. [L4-2] */
function stripHistory(
  { measure, model }: FitOptions,
  ageTools: boolean,
): { readonly before: number; readonly saved: number } {
  const turns = measure.history
  const first = turns[Math.max(0, turns.length - (model.limits?.turnsKept ?? LIMITS.history.turnsKept))]
  if (!first) return { before: 0, saved: 0 }
  // What was shortened already is not saved twice.
  const stripped = turns
    .filter(({ turn }) => turn < first.turn)
    .map(({ turn, tokens }) => tokens - (ageTools ? (measure.agingSaves.get(turn) ?? 0) : 0))
  const saved = sum(stripped) - summaryLimit(model)
  return saved > 0 ? { before: first.turn, saved } : { before: 0, saved: 0 }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
