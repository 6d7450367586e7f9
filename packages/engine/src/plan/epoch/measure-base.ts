import type { Artifact } from '../../artifact/artifact.ts'
import { foldAnswer } from '../../budget/fold-answer.ts'
import { imageTokens } from '../../budget/image-tokens.ts'
import type { Memo } from '../../memo.ts'
import { renderHistoryUser } from '../../render/render-history-user.ts'
import type { LibraryEntry, SearchHit, State, TurnRecord } from '../../state/state.ts'
import { ageHistory } from '../aging/age-history.ts'
import { renderedArtifact } from '../writing/rendered-artifact.ts'
import type { ModelSpec } from '../model-spec.ts'
import { firstWholeToolTurn } from '../writing/write-base.ts'

export interface Measure {
  readonly system: number
  readonly entries: readonly { readonly entry: LibraryEntry; readonly tokens: number }[]
  readonly history: readonly { readonly turn: number; readonly tokens: number }[]
  /** What this turn adds: attached texts that are new, tool results, pictures, the query. */
  readonly turn: number
  readonly user: number
  /** What shortening tool results beyond the latest calls would save. */
  readonly agingSaves: number
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
  const wholeFrom = firstWholeToolTurn(state.history, model.history === 'dump')
  const entries = [...state.library]
    .filter((entry) => entry.firstTurn < record.number)
    .map((entry) => ({ entry, tokens: artifactTokens(options, entry.artifact, entry.versionTurn) }))
  const fresh = record.attached
    .map(({ artifact }) => artifact)
    .filter((artifact) => isNew(state, artifact, record.number))
  const attached = fresh.reduce((sum, artifact) => sum + artifactTokens(options, artifact, record.number), 0)
  const images = [...record.images, ...record.attached.flatMap(({ artifact }) => artifact.images)]
  return {
    system: state.sections.reduce((sum, section) => sum + count(section.text), 0),
    entries,
    history: [...state.history].map((past) => ({
      turn: past.number,
      tokens: pastTokens(options, past, past.number >= wholeFrom),
    })),
    turn: attached + toolTokens(record, count) + images.reduce((sum, image) => sum + imageTokens(image), 0),
    user: count(record.text),
    agingSaves: agingSaves(options, wholeFrom),
  }
}

function agingSaves(options: Parameters<typeof measureBase>[0], wholeFrom: number): number {
  const { state, record, model } = options
  const { aged } = ageHistory({ state, record, model: model.id, wholeFrom })
  const { count } = model.tokenizer
  return aged.reduce((sum, { before, after }) => sum + count(before) - count(after), 0)
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

function pastTokens(
  options: { readonly model: ModelSpec; readonly memo: Memo },
  past: TurnRecord,
  withTools: boolean,
): number {
  const { tokenizer } = options.model
  return options.memo.recall(`past ${tokenizer.id}`, `${past.hash}\n${withTools}`, () => {
    const keys = past.attached.map(({ artifact }) => artifact.key)
    const text = tokenizer.count(renderHistoryUser(past.text, keys))
    const answer = past.answer ? tokenizer.count(foldAnswer(past.answer.text)) : 2
    return text + answer + (withTools ? toolTokens(past, tokenizer.count) : 0)
  })
}

/** Tokens of all tool traffic of a turn, whichever model caused it. */
function toolTokens(record: TurnRecord, count: (text: string) => number): number {
  const hitTokens = (hits: readonly SearchHit[] = []): number =>
    hits.reduce((sum, { key, text }) => sum + count(key) + count(text), 0)
  const gathered = record.gathered.reduce((sum, { text, hits }) => sum + count(text) + hitTokens(hits), 0)
  const exchanges = Object.values(record.steps)
    .flat()
    .flatMap((step) => step.exchanges)
  return exchanges.reduce(
    (sum, { arguments: args, result, hits }) => sum + count(args) + count(result) + hitTokens(hits),
    gathered,
  )
}
