/** The two ends of a hash, enough to compare by eye: `c4f1…9a2e`. */
export function shortHash(hash: string): string {
  const digits = hash.replace(/^sha256[:-]/, '')
  return digits.length > 12 ? `${digits.slice(0, 4)}…${digits.slice(-4)}` : digits
}
