import type { ArtifactKey } from '../artifact/artifact.ts'
import { escapeLine } from './escape-attribute.ts'

/** Where the full copy of an attached artifact is in this request. */
export type ReferencePlace =
  | { readonly kind: 'library' }
  | { readonly kind: 'turn'; readonly turn: number }
  /** A version that stood earlier was given again since. */
  | { readonly kind: 'again'; readonly turn: number }
  | { readonly kind: 'here' }

export interface Reference {
  readonly key: ArtifactKey
  readonly place: ReferencePlace
  /** It is the note that is open in front of the user. */
  readonly active?: true
}

export const REFERENCES_HEADING = 'Context attached to this message:'
export const REFERENCES_CLOSING = 'Their text stands there and is not repeated.'

/** Said of the note that is open in front of the user. */
const ACTIVE = '; the active note'

/** The attachments of a message and where their texts are. [L3-2] */
export function renderReferences(references: readonly Reference[], sameAsTurn?: number): string {
  if (sameAsTurn !== undefined) return `${REFERENCES_HEADING} the same as in turn ${sameAsTurn}.`
  const lines = references.map(
    ({ key, place, active }) => `- ${escapeLine(key)} (${renderPlace(place)}${active ? ACTIVE : ''})`,
  )
  return [REFERENCES_HEADING, ...lines, REFERENCES_CLOSING].join('\n')
}

function renderPlace(place: ReferencePlace): string {
  switch (place.kind) {
    case 'library':
      return 'Context Library'
    case 'turn':
      return `given above, turn ${place.turn}`
    case 'again':
      return `again as in turn ${place.turn}`
    case 'here':
      return 'below'
    default:
      return place satisfies never
  }
}
