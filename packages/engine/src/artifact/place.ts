import type { Range } from './artifact.ts'

/** What the parts of a file are counted in: a PDF has pages and no lines, a notebook cells. */
export type PlaceUnit = 'line' | 'page' | 'cell'

/** Where in a file something is, as a model reads it: `lines 3-9`, `page 146`. */
export function renderPlace([from, to]: Range, unit: PlaceUnit = 'line'): string {
  return unit !== 'line' && from === to ? `${unit} ${from}` : `${unit}s ${from}-${to}`
}
