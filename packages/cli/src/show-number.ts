/** Digits in groups of three, the same in every locale. */
export function showCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3}){1,8}$)/g, ',')
}

/** `1 file`, `20,000 files`: for words whose plural ends in s. */
export function countOf(count: number, word: string): string {
  return `${showCount(count)} ${word}${Math.round(count) === 1 ? '' : 's'}`
}

/** Dollars, with as many digits as a small amount needs. */
export function showMoney(amount: number): string {
  if (amount === 0) return '$0'
  if (amount < 0) return `-${showMoney(-amount)}`
  return amount < 0.01
    ? `$${amount.toFixed(5)}`
    : amount < 10
      ? `$${amount.toFixed(3)}`
      : `$${amount.toFixed(2)}`
}

export function showShare(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`
}

/** A layout as people would call it. */
export function layoutWords(layout: string): string {
  return layout === 'inline' ? 'all in last message' : layout
}

export function showRatio(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio.toFixed(2)}×`
}
