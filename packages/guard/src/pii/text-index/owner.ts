import type { TableIndex } from './find-header.ts'
import type { Label } from './find-labels.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How far a label reaches: the default, and what `strict` and `relaxed` make of it. */
export type Reach = 'near' | 'usual' | 'far'

/** In characters. */
export const BEFORE: Readonly<Record<Reach, number>> = { near: 40, usual: 110, far: 200 }

/** The label of a value, and how it stands to it. */
export interface Owner extends Label {
  readonly how: 'header' | 'before' | 'behind'
  /** Whether nothing but small words lies between. */
  readonly isBeside: boolean
  /** Whether nothing but a sign or "number" lies between, or it is its column's: "order no. 12". */
  readonly isTight: boolean
}

/** What is known of a text when the owner of a value is looked for. */
export interface Surroundings {
  readonly text: string
  readonly labels: readonly Label[]
  readonly tables: TableIndex
  readonly reach: Reach
}

/** These say whose a number is, or where it is kept, and leave open what it is. */
export const OPEN_ENDED: ReadonlySet<Vocabulary> = new Set(['name', 'person', 'address', 'bank', 'postcode'])

/** What a number is told over, or wanted for, and what it therefore is not. */
export const ASIDE: ReadonlySet<Vocabulary> = new Set([
  'phone',
  'neutral',
  'name',
  'address',
  'bank',
  'version',
  'host',
])

/** Index of the last label that ends at or before the place, or -1. */
export function lastBefore(labels: readonly Label[], place: number): number {
  let low = -1
  let high = labels.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((labels[middle]?.end ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
