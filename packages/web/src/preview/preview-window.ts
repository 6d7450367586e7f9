/** How many lines are drawn around the cited ones, or from the start. */
export const WINDOW = 600

/** The lines to draw first, counted from 1, both ends included: a long file opens around what was cited. */
export function previewWindow(
  count: number,
  cited: readonly [number, number] | undefined,
): readonly [number, number] {
  if (count <= WINDOW) return [1, count]
  const middle = cited ? Math.floor((cited[0] + cited[1]) / 2) : 1
  const first = Math.min(Math.max(1, middle - WINDOW / 2), count - WINDOW + 1)
  return [first, first + WINDOW - 1]
}
