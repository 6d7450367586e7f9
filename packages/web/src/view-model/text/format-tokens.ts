/** A count with thousands separated: `27,126`. The page is in English, whatever the browser's language. */
export function formatTokens(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** A count for a chip or the gauge: `842`, `2.4k`, `180k`, `1.2M`. */
export function formatTokensShort(count: number): string {
  if (count < 1_000) return String(Math.round(count))
  // 999.95 thousand would read "1000k", so the next unit begins where rounding would reach it.
  if (count < 999_500) return `${scaled(count / 1_000)}k`
  return `${scaled(count / 1_000_000)}M`
}

function scaled(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
