import type { Artifact } from '../artifact/artifact.ts'
import { HashedList } from '../collection/hashed-list.ts'
import { PersistentMap } from '../collection/persistent-map.ts'
import { libraryEntryHash, turnRecordHash } from '../state/record-hash.ts'
import {
  type AttachedRecord,
  entryHash,
  type GatheredResult,
  type ModelStep,
  type SearchHit,
  type State,
  type ToolExchange,
  turnHash,
  type TurnRecord,
} from '../state/state.ts'

/** How texts and artifacts are written otherwise. The same text must always become the same one. */
export interface Rewriting {
  readonly text: (text: string) => string
  readonly artifact: (artifact: Artifact) => Artifact
}

/**
 * A conversation with all of its texts rewritten, as where a guard takes something out of all that came before.
 * What was sent stays with the epochs, so the caller begins new ones. The same state where nothing changed.
 */
export function rewriteState(state: State, rewriting: Rewriting): State {
  const renamed = new Map<string, string>()
  const artifact = (before: Artifact): Artifact => {
    const after = rewriting.artifact(before)
    if (after.key !== before.key) renamed.set(before.key, after.key)
    return after
  }
  const entries = [...state.library].map((entry) => {
    const next = artifact(entry.artifact)
    return next === entry.artifact ? entry : { ...entry, artifact: next, hash: libraryEntryHash(next) }
  })
  const records = [...state.history].map((record) =>
    closed(rewriteRecord(record, rewriting, artifact), record),
  )
  const open = state.open && rewriteRecord(state.open, rewriting, artifact)
  const provided = [...state.provided].map(([id, made]) => [id, rewriting.text(made)] as const)
  const isSame =
    provided.every(([id, made]) => made === state.provided.get(id)) &&
    entries.every((entry, index) => entry === state.library.get(index)) &&
    records.every((record, index) => record === state.history.get(index)) &&
    open === state.open
  if (isSame) return state
  let places = PersistentMap.empty<number>()
  for (const [index, entry] of entries.entries()) places = places.set(entry.artifact.key, index)
  const rename = (key: string): string => renamed.get(key) ?? key
  return {
    ...state,
    library: HashedList.from(entries, entryHash),
    places,
    history: HashedList.from(records, turnHash),
    provided: PersistentMap.from(provided),
    pins: state.pins.map(rename),
    forgotten: state.forgotten.map(rename),
    ...(open ? { open } : {}),
  }
}

function closed(record: TurnRecord, before: TurnRecord): TurnRecord {
  return record === before ? before : { ...record, hash: turnRecordHash(record) }
}

function rewriteRecord(
  record: TurnRecord,
  { text }: Rewriting,
  artifact: (artifact: Artifact) => Artifact,
): TurnRecord {
  const attached = record.attached.map((one): AttachedRecord => {
    const next = artifact(one.artifact)
    return next === one.artifact ? one : { ...one, artifact: next }
  })
  const rewriteHit = (hit: SearchHit): SearchHit => ({ ...hit, key: text(hit.key), text: text(hit.text) })
  const found = ({ hits, file, passage }: Pick<ToolExchange, 'hits' | 'file' | 'passage'>) => ({
    ...(hits ? { hits: hits.map(rewriteHit) } : {}),
    ...(file ? { file: artifact(file) } : {}),
    ...(passage ? { passage: rewriteHit(passage) } : {}),
  })
  const gathered = record.gathered.map(
    (one): GatheredResult => ({
      ...one,
      arguments: text(one.arguments),
      text: text(one.text),
      ...found(one),
    }),
  )
  const steps = Object.fromEntries(
    Object.entries(record.steps).map(([model, all]) => [
      model,
      all.map(
        (one): ModelStep => ({
          ...withReasoning(one, text),
          text: text(one.text),
          exchanges: one.exchanges.map((exchange) => ({
            ...exchange,
            arguments: text(exchange.arguments),
            result: text(exchange.result),
            ...found(exchange),
          })),
        }),
      ),
    ]),
  )
  const answer = record.answer && {
    ...withReasoning(record.answer, text),
    text: text(record.answer.text),
    ...(record.answer.cited
      ? { cited: record.answer.cited.map((place) => ({ ...place, key: text(place.key) })) }
      : {}),
  }
  const used = record.used?.map(artifact)
  const next = {
    ...record,
    text: text(record.text),
    guidance: text(record.guidance),
    images: record.images.map((image) => ({ ...image, name: text(image.name) })),
    attached,
    ...(used ? { used } : {}),
    gathered,
    observed: record.observed.map((one) => ({ ...one, key: text(one.key) })),
    steps,
    ...(answer ? { answer } : {}),
  }
  return JSON.stringify(wordsOf(next)) === JSON.stringify(wordsOf(record)) &&
    isSameList(attached, record.attached)
    ? record
    : next
}

/** Reasoning goes back as it came, signed by its provider: it cannot be written otherwise, only left out. */
function withReasoning<Said extends Pick<ModelStep, 'reasoning'>>(
  said: Said,
  text: Rewriting['text'],
): Said | Omit<Said, 'reasoning'> {
  if (!said.reasoning || text(said.reasoning.text) === said.reasoning.text) return said
  const { reasoning: _left, ...rest } = said
  return rest
}

function wordsOf({ text, guidance, images, used, gathered, observed, steps, answer }: TurnRecord): unknown {
  return [text, guidance, images, used, gathered, observed, steps, answer]
}

function isSameList<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.every((item, index) => item === other[index])
}

interface NewNames {
  readonly conversationId: string
  /** The new id of a turn. */
  readonly turnId: (turnId: string) => string
}

/** The same conversation with other ids: its requests continue byte for byte. */
export function copyState(state: State, { conversationId, turnId }: NewNames): State {
  const rename = (record: TurnRecord): TurnRecord => ({ ...record, turnId: turnId(record.turnId) })
  const renamed = [...state.history].map(rename)
  const history = renamed.map((record) => ({ ...record, hash: turnRecordHash(record) }))
  return {
    ...state,
    conversationId,
    history: HashedList.from(history, turnHash),
    ...(state.open ? { open: rename(state.open) } : {}),
  }
}
