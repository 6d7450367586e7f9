import type { ArtifactKey, ArtifactKind } from '../artifact/artifact.ts'
import { neutralize } from './neutralize.ts'
import { openingTag } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

export interface Compacted {
  readonly key: ArtifactKey
  readonly kind: ArtifactKind
  /** Structure, preview, and how to read the rest. */
  readonly body: string
}

/** A shortened artifact under its key, so that it can be asked for again. [B-3] */
export function renderCompacted({ key, kind, body }: Compacted): string {
  const opening = openingTag(TAGS.piece.compacted, { source: key, type: kind })
  return `${opening}\n${neutralize(body)}\n</${TAGS.piece.compacted}>`
}
