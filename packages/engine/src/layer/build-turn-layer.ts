import type { Artifact } from '../artifact/artifact.ts'
import { hashText } from '../artifact/hash.ts'
import type { Layer, TurnSegment } from '../envelope/envelope.ts'
import type { TurnRecord } from '../state/state.ts'
import { hashLayer } from './hash-layer.ts'

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
