import type { ArtifactKey } from '../artifact/artifact.ts'
import { openingTag, renderBody } from './render-block.ts'
import { TAGS } from './tag-registry.ts'

/** The changed passages, or all of the new text. */
export interface UpdateBody {
  readonly kind: 'diff' | 'full'
  readonly text: string
}

export interface Update {
  readonly key: ArtifactKey
  /** The turn where the version stands that this one replaces. */
  readonly supersedesTurn: number
  readonly turn: number
  readonly body: UpdateBody
}

/** A new version of an artifact that already stands earlier in the request. [P-5] */
export function renderUpdate({ key, supersedesTurn, turn, body }: Update): string {
  const opening = openingTag(TAGS.piece.update, { path: key, supersedes: `turn ${supersedesTurn}`, turn })
  const inner = renderBody(body.kind === 'diff' ? TAGS.element.diff : TAGS.element.content, body.text)
  return `${opening}\n${inner}\n</${TAGS.piece.update}>`
}
