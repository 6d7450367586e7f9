import type { FileContentView } from '@varve/server/types'
import type { Spot } from '../workbench/place.ts'

/** The line of a note that is wanted; a heading is found whatever its case, the last of several steps counts. */
export function spotLine(
  spot: Spot | undefined,
  headings: NonNullable<FileContentView['headings']>,
): number | undefined {
  if (!spot) return undefined
  if (spot.kind === 'line') return spot.line
  if (spot.kind === 'page') return undefined
  const wanted = fold(spot.heading.split('#').at(-1) ?? '')
  return headings.find(({ text }) => fold(text) === wanted)?.line
}

/** Links leave out marks that a heading may hold. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
