import { type Draw, UPPER } from './draw.ts'

/** The text in groups of the given sizes. */
export const groups = (text: string, sizes: readonly number[], separator: string): string => {
  let at = 0
  return sizes.map((size) => text.slice(at, (at += size))).join(separator)
}

/** `9` a digit, `+` a digit from 1 to 8, `A` a letter; the rest stands for itself. */
export const shaped = (draw: Draw, shape: string): string =>
  Array.from(shape)
    .map((symbol) =>
      symbol === '9'
        ? draw.digits(1)
        : symbol === 'A'
          ? draw.text(UPPER, 1)
          : symbol === '+'
            ? String(draw.between(1, 8))
            : symbol,
    )
    .join('')
