/** A price in dollars with as many places as it needs to say something: `$0.041`, `$1.20`, `$0.00004`. */
export function formatMoney(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars >= 1) return `$${dollars.toFixed(2)}`
  if (dollars >= 0.001) return `$${dollars.toFixed(3)}`
  return `$${dollars.toLocaleString('en-US', { maximumSignificantDigits: 1 })}`
}
