/** Round values from nothing to the first one that no value exceeds, three to five of them. */
export function axisMarks(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const magnitude = 10 ** Math.floor(Math.log10(highest))
  for (const step of [0.25, 0.5, 1, 2, 2.5].map((factor) => factor * magnitude)) {
    const steps = Math.ceil(highest / step - 1e-9)
    if (steps <= 4) return Array.from({ length: steps + 1 }, (_, index) => index * step)
  }
  return [0, 5 * magnitude, 10 * magnitude]
}

/** Money at an axis whose marks stand so far apart: all of them with as many places. */
export function axisMoney(dollars: number, step: number): string {
  const isWhole = (places: number) => Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) < 1e-6
  const places = step >= 5 ? 0 : ([2, 3, 4, 5, 6, 7].find(isWhole) ?? 8)
  return `$${dollars.toFixed(places)}`
}
