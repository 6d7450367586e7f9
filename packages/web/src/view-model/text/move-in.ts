/** Where a key moves the mark in a list of `length`; undefined for keys that move nothing. The ends meet. */
export function moveIn(length: number, at: number, key: string): number | undefined {
  if (length === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (Math.max(at, 0) + length - 1) % length
    case 'PageDown':
      return Math.min(at + 8, length - 1)
    case 'PageUp':
      return Math.max(at - 8, 0)
    default:
      return undefined
  }
}
