import type { Range } from './artifact.ts'

/** What the parts of a source are counted in: a PDF has pages and no lines, a notebook cells, a chat turns. */
export type PlaceUnit = 'line' | 'page' | 'cell' | 'turn'

/** Where in a file something is, as a model reads it: `lines 3-9`, `page 146`. */
export function renderPlace([from, to]: Range, unit: PlaceUnit = 'line'): string {
  return unit !== 'line' && from === to ? `${unit} ${from}` : `${unit}s ${from}-${to}`
}
