/** The same draws in every run, so that the data set can be made again byte for byte. */
export interface Draw {
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** `length` characters of the alphabet. */
  readonly text: (alphabet: string, length: number) => string
  /** `length` digits; the first may be zero. */
  readonly digits: (length: number) => string
}

export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const DIGITS = '0123456789'
export const HEX = '0123456789abcdef'

/** Draws from a Weyl sequence whose steps are mixed by multiplication. */
export function createDraw(start: number): Draw {
  let state = start >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('cannot pick from an empty list')
    return item
  }
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(between(0, alphabet.length - 1))).join('')
  return { between, pick, text, digits: (length) => text(DIGITS, length) }
}

/** Draws until the value is accepted; a rule that nothing satisfies is a mistake in the generator. */
export function drawUntil(make: () => string, accept: (value: string) => boolean): string {
  for (let attempt = 0; attempt < 5000; attempt += 1) {
    const value = make()
    if (accept(value)) return value
  }
  throw new Error('no value was accepted in 5000 draws')
}
