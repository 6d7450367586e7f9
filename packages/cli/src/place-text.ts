import type { SourceView } from '@varve/app'

/** `plan.md:3-9`, as editors open it; of a PDF `report.pdf, page 146`. */
export function placeText(
  name: string,
  { lines: [from, to], unit = 'line' }: Pick<SourceView, 'lines' | 'unit'>,
): string {
  if (unit === 'line') return `${name}:${from}-${to}`
  return from === to ? `${name}, ${unit} ${from}` : `${name}, ${unit}s ${from}-${to}`
}
