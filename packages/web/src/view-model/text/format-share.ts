/** A share of a whole in words that stay true when rounded: `13 %`, `< 1 %`, `> 99 %`, `0 %`. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0\u00a0%'
  const percent = (part / whole) * 100
  if (percent < 1) return '<\u00a01\u00a0%'
  if (percent > 99 && part < whole) return '>\u00a099\u00a0%'
  return `${Math.round(percent)}\u00a0%`
}
