import { hashText } from '../artifact/hash.ts'
import type { HashedList } from '../collection/hashed-list.ts'
import type { LibraryEntry, State, TurnRecord } from '../state/state.ts'
import type { Envelope, Layer, TurnSegment, UserSegment, Warning } from './envelope.ts'
import { hashLayer, type Section } from '../layer/section.ts'
import type { Artifact } from '../artifact/artifact.ts'

/** Puts the five layers of a turn together; costs what is new, not what the conversation holds. */
export function assembleEnvelope(options: {
  readonly state: State
  readonly record: TurnRecord
  /** The library without the keys that this turn brings. */
  readonly kept: HashedList<LibraryEntry>
  readonly forgotten: readonly string[]
  readonly warnings: readonly Warning[]
}): Envelope {
  const { state, record, kept } = options
  const layers = {
    L1: buildSystemLayer(state.sections),
    L2: buildLibraryLayer(kept),
    L3: buildTurnLayer(record),
    L4: buildHistoryLayer(state.history),
    L5: buildUserLayer(record.text),
  }
  return {
    version: 1,
    conversationId: state.conversationId,
    turnId: record.turnId,
    turn: record.number,
    layers,
    contentHash: hashEnvelope(layers),
    forgotten: options.forgotten,
    warnings: options.warnings,
    statistics: {
      kept: kept.length,
      attached: record.attached.length,
      turns: state.history.length,
      toolResults: record.gathered.length,
    },
  }
}

/** One hash for all five layers. */
export function hashEnvelope(layers: Envelope['layers']): string {
  const { L1, L2, L3, L4, L5 } = layers
  return hashText(['envelope 1', L1.hash, L2.hash, L3.hash, L4.hash, L5.hash].join('\n'))
}

/** L4: past user texts and answers; their context blocks are not in it, only the keys. [L4-1] */
function buildHistoryLayer(turns: HashedList<TurnRecord>): Envelope['layers']['L4'] {
  return { id: 'L4', segments: turns, hash: turns.hash }
}

/** L2: every artifact kept from earlier turns, one entry per key, at its first-seen place. [L2-1] [L2-2] */
function buildLibraryLayer(kept: HashedList<LibraryEntry>): Envelope['layers']['L2'] {
  return { id: 'L2', segments: kept, hash: kept.hash }
}

/** L1: the sections, most stable first. */
export function buildSystemLayer(sections: readonly Section[]): Layer<'L1', Section> {
  return { id: 'L1', segments: sections, hash: hashLayer('L1', sections) }
}

/** L5: the user's text, templates expanded. */
export function buildUserLayer(text: string): Layer<'L5', UserSegment> {
  const segments = [{ text, hash: hashText(text) }]
  return { id: 'L5', segments, hash: hashLayer('L5', segments) }
}

/** L3: tool results, what is attached now, pictures, changes and guidance for this turn only. */
export function buildTurnLayer(record: TurnRecord): Layer<'L3', TurnSegment> {
  const segments: TurnSegment[] = [
    ...record.gathered.map(({ tool, arguments: args, text }, index) =>
      segment('tool-result', {
        key: `${tool}#${index + 1}`,
        title: tool,
        text,
        identity: `${tool}\n${args}`,
      }),
    ),
    ...record.attached.map(({ artifact }) =>
      segment('attached', {
        key: artifact.key,
        title: artifact.title,
        text: artifact.content,
        contentHash: artifact.contentHash,
        identity: `${artifact.kind}\n${artifact.key}\n${artifact.title}`,
        artifact,
      }),
    ),
    ...record.observed.map(({ key, hash }) =>
      segment('changed', { key, title: key, text: '', contentHash: hash, identity: key }),
    ),
    ...record.images.map(({ hash, name, mediaType }, index) =>
      segment('image', {
        key: `${name}#${index + 1}`,
        title: name,
        text: '',
        contentHash: hash,
        identity: mediaType,
      }),
    ),
    ...(record.guidance === ''
      ? []
      : [segment('guidance', { key: 'guidance', title: 'Guidance', text: record.guidance, identity: '' })]),
  ]
  return { id: 'L3', segments, hash: hashLayer('L3', segments) }
}

function segment(
  kind: TurnSegment['kind'],
  parts: {
    readonly key: string
    readonly title: string
    readonly text: string
    readonly identity: string
    readonly contentHash?: string
    readonly artifact?: Artifact
  },
): TurnSegment {
  const contentHash = parts.contentHash ?? hashText(parts.text)
  const hash = hashText(`${kind}\n${parts.identity}\n${contentHash}`)
  const { key, title, text, artifact } = parts
  return { kind, key, title, text, contentHash, hash, ...(artifact ? { artifact } : {}) }
}
