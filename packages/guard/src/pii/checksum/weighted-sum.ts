/** The sum of each digit times its weight; letters must have been replaced before. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (digits.charCodeAt(at) - 48) * (weights[at] ?? 0)
  return sum
}
