import type { Artifact } from '../../artifact/artifact.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { LIMITS } from '../../budget/limits.ts'
import { ownValue } from '../../collection/own-value.ts'
import type { Memo } from '../../memo.ts'
import { renderHistoryUser } from '../../render/render-block.ts'
import type { LibraryEntry, ModelStep, SearchHit, State, TurnRecord } from '../../state/state.ts'
import { ageHistory } from '../aging/age-history.ts'
import { renderedArtifact } from '../writing/rendered-artifact.ts'
import type { ModelSpec } from '../model-spec.ts'
import { firstWholeToolTurn } from '../writing/write-base.ts'
import { CALL_OVERHEAD } from '../writing/epoch-writer.ts'
import { readsResults, stepsOf } from '../writing/steps-of.ts'
import { NO_ANSWER } from '../writing/write-answer.ts'
import { foldedAnswerText } from '../writing/write-history-turn.ts'

export interface Measure {
  readonly system: number
  readonly entries: readonly { readonly entry: LibraryEntry; readonly tokens: number }[]
  readonly history: readonly { readonly turn: number; readonly tokens: number }[]
  /** What this turn adds: attached texts that are new, tool results, pictures, the query. */
  readonly turn: number
  readonly user: number
  /** What shortening tool results beyond the latest calls would save, by turn. */
  readonly agingSaves: ReadonlyMap<number, number>
}

/** Sizes of a base with everything in full, without writing it. [B-1] */
export function measureBase(options: {
  readonly state: State
  readonly record: TurnRecord
  readonly model: ModelSpec
  readonly memo: Memo
}): Measure {
  const { state, record, model } = options
  const count = (text: string): number => model.tokenizer.count(text)
  const wholeFrom = firstWholeToolTurn(state.history, model)
  const entries = [...state.library]
    .filter((entry) => entry.firstTurn < record.number)
    .map((entry) => ({ entry, tokens: artifactTokens(options, entry.artifact, entry.versionTurn) }))
  const fresh = record.attached
    .map(({ artifact }) => artifact)
    .filter((artifact) => isNew(state, artifact, record.number))
  const attached = fresh.reduce((sum, artifact) => sum + artifactTokens(options, artifact, record.number), 0)
  const isRecent = ({ number }: TurnRecord): boolean => record.number - number <= LIMITS.images.recentTurns
  const pictures = (turn: TurnRecord): number =>
    model.vision && isRecent(turn) ? pictureTokens(turn, turn === record) : 0
  const ownSteps = ownValue(record.steps, model.id) ?? []
  return {
    system: state.sections.reduce((sum, section) => sum + count(section.text), 0),
    entries,
    history: historyTokens(options, wholeFrom).map(({ past, tokens }) => ({
      turn: past.number,
      tokens: tokens + pictures(past),
    })),
    turn: attached + toolTokens(record, ownSteps, count) + pictures(record),
    user: count(record.text),
    agingSaves: agingSaves(options, wholeFrom),
  }
}

/** Pictures that a turn shows: pasted ones, attached ones, and while it is this turn those of the active note. [V-1] */
function pictureTokens({ images, attached }: TurnRecord, isNow: boolean): number {
  const shown = attached.filter(
    ({ artifact: { kind, role } }) => kind === 'image' || (isNow && role === 'active'),
  )
  return [...images, ...shown.flatMap(({ artifact }) => artifact.images)]
    .filter(({ hash }) => hash !== '')
    .reduce((sum, image) => sum + imageTokens(image), 0)
}

function agingSaves(
  options: Parameters<typeof measureBase>[0],
  wholeFrom: number,
): ReadonlyMap<number, number> {
  const { state, record, model } = options
  const { aged } = ageHistory({ state, record, model: model.id, wholeFrom })
  const { count } = model.tokenizer
  const saves = new Map<number, number>()
  for (const { turn, before, after } of aged)
    saves.set(turn, (saves.get(turn) ?? 0) + count(before) - count(after))
  return saves
}

function isNew(state: State, artifact: Artifact, turn: number): boolean {
  const index = state.places.get(artifact.key)
  return index !== undefined && state.library.get(index)?.firstTurn === turn
}

function artifactTokens(
  options: { readonly model: ModelSpec; readonly memo: Memo },
  artifact: Artifact,
  turn: number,
): number {
  return renderedArtifact(options, artifact, turn, true).tokens
}

/** Tokens of past turns by how they are counted; of turns that are in memory, and as long as they are. */
const countedTurns = new WeakMap<TurnRecord, Map<string, number>>()

function historyTokens(
  { state, model }: { readonly state: State; readonly model: ModelSpec },
  wholeFrom: number,
): readonly { readonly past: TurnRecord; readonly tokens: number }[] {
  const { tokenizer, id } = model
  const canRead = readsResults(state)
  const way = `${tokenizer.id}\n${canRead}\n${id}`
  const wholeWay = `${way}\nwhole`
  return [...state.history].map((past) => {
    const isWhole = past.number >= wholeFrom
    const known = countedTurns.get(past) ?? new Map<string, number>()
    if (known.size === 0) countedTurns.set(past, known)
    let tokens = known.get(isWhole ? wholeWay : way)
    if (tokens === undefined) {
      tokens = pastTokens(past, model, { isWhole, canRead })
      known.set(isWhole ? wholeWay : way, tokens)
    }
    return { past, tokens }
  })
}

function pastTokens(
  past: TurnRecord,
  { tokenizer, id }: ModelSpec,
  { isWhole, canRead }: { readonly isWhole: boolean; readonly canRead: boolean },
): number {
  const keys = past.attached.map(({ artifact }) => artifact.key)
  const text = tokenizer.count(renderHistoryUser(past.text, keys))
  // Calls that are folded away leave a line each, and a run of an agent has many.
  if (!isWhole) return text + tokenizer.count(foldedAnswerText(past, id, canRead))
  const answer = past.answer?.text === '' ? undefined : past.answer?.text
  return text + tokenizer.count(answer ?? NO_ANSWER) + toolTokens(past, stepsOf(past, id), tokenizer.count)
}

/** Tokens of what was gathered and of these steps. */
function toolTokens(
  { gathered }: TurnRecord,
  steps: readonly ModelStep[],
  count: (text: string) => number,
): number {
  const hitTexts = (hits: readonly SearchHit[] = []): readonly string[] =>
    hits.flatMap(({ key, text }) => [key, text])
  const exchanges = steps.flatMap((step) => step.exchanges)
  const texts = [
    ...gathered.flatMap(({ text, hits }) => [text, ...hitTexts(hits)]),
    ...steps.map(({ text }) => text),
    ...exchanges.flatMap(({ tool, arguments: args, result, hits }) => [
      tool,
      args,
      result,
      ...hitTexts(hits),
    ]),
  ]
  return texts.reduce((total, text) => total + count(text), 2 * CALL_OVERHEAD * exchanges.length)
}
