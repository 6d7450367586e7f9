const HEAD = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){0,7}[ -]?$/u
const LONGEST_HEAD = 44

/** Whether digits go on behind a country and its check digits, right or wrong, as in `DE51 0935 …`. */
export function isRestOfIban(text: string, start: number): boolean {
  const before = text[start - 1] ?? ''
  if (before !== ' ' && before !== '-') return false
  return HEAD.test(text.slice(Math.max(0, start - LONGEST_HEAD), start))
}
