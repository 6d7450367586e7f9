import type { Token } from '../text-index/split-tokens.ts'

/** Digits that could be dialled, as they stand in the text. */
export interface DialledNumber {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** Groups by their lengths with what stands between, such as `(3) 3-4`. */
  readonly shape: string
  /** Whether it begins with a plus. */
  readonly isInternational: boolean
  /** Whether digits or dashes go on beside it. */
  readonly isPartOfMore: boolean
}

const LEAST_DIGITS = 7
const MOST_DIGITS = 15
/** Numbers are written in fewer groups, and not digit by digit. */
const MOST_GROUPS = 8
const SEPARATOR = /^(?:[ \u00a0\u202f./\u2010\u2011\u2013-]|\) ?|\)[-./]| \(| ?\(0\) ?|\) ?\(| - | \/ |-\()$/

/** In a number that begins with a plus: more blanks, a broken line. */
const WIDE = /^(?: {2,4}|[ \t]?\r?\n {0,4}(?:> ?)?)$/
/** The same, of one character. */
const ONE_SIGN: ReadonlySet<string> = new Set(' ,\u00a0,\u202f,.,/,\u2010,\u2011,\u2013,-,)'.split(','))

/** For each place where a number can begin: the readings from there, the longest first; what is taken is left out. */
export function* readNumbers(
  text: string,
  tokens: readonly Token[],
  isTaken: (place: number) => boolean,
): Generator<readonly DialledNumber[]> {
  for (let first = 0; first < tokens.length; first += 1) {
    const token = tokens[first]
    if (token?.kind !== 'digits' || token.end - token.start > MOST_DIGITS || isTaken(token.start)) continue
    const opening = openingAt(text, token.start)
    if (opening === undefined) continue
    const readings = readFrom(text, tokens, first, opening)
    if (readings.length > 0) yield readings
  }
}

/** Where the number begins with its plus or parenthesis; undefined where the digits belong to what is before. */
function openingAt(text: string, start: number): number | undefined {
  let at = start
  // `(07 81 67 09 34)` is a number in parentheses, `(415) 867-2671` one with an area code in them.
  if (text[at - 1] === '(' && isAreaCode(text, start)) at -= 1
  if (text[at - 1] === '+') at -= 1
  else if (at < start && text[at - 1] === ' ' && text[at - 2] === '+') at -= 2
  const before = text[at - 1] ?? ' '
  // `\\n(951) …` of a text in quotes.
  const isEscaped = /^\\[nrt]$/.test(text.slice(Math.max(0, at - 2), at))
  if (!isEscaped && /[\p{L}\p{N}_@#$€£%\\]/u.test(before)) return undefined
  return /[-./:,]/.test(before) && /[\p{L}\p{N}]/u.test(text[at - 2] ?? ' ') && text[at] !== '+'
    ? borderAt(text, at)
    : at
}

function isAreaCode(text: string, start: number): boolean {
  if (text[start - 2] === '+') return true
  const end = /^\d{1,6}(?=\))/.exec(text.slice(start, start + 7))
  return end !== null
}

/** `tel:0612…` and `Fax:0611…` are labels; `12.0612…` and `a-0612…` are not. */
function borderAt(text: string, at: number): number | undefined {
  if (text[at - 1] === ':' || text[at - 1] === ',')
    return /\d/.test(text[at - 2] ?? '') && text[at - 1] === ':' ? undefined : at
  if (/(?:^|[^\p{L}])(?:pstn|sip|tel|iax2?|trunk|voip)\/$/iu.test(text.slice(Math.max(0, at - 8), at)))
    return at
  return /(?:tel|fax|mob|ph)[.]$/i.test(text.slice(Math.max(0, at - 4), at)) ? at : undefined
}

function readFrom(
  text: string,
  tokens: readonly Token[],
  first: number,
  opening: number,
): readonly DialledNumber[] {
  const readings: DialledNumber[] = []
  let digits = ''
  let end = opening
  let shape = ''
  for (let index = first; index < tokens.length && index < first + MOST_GROUPS; index += 1) {
    const token = index > first ? withoutExtension(text, tokens[index]) : tokens[index]
    const isJoined =
      token !== undefined &&
      (isSeparated(text, end, token.start) ||
        (text[opening] === '+' && WIDE.test(text.slice(end, Math.min(token.start, end + 8)))))
    if (token?.kind !== 'digits' || (index > first && !isJoined)) break
    // A second parenthesis opens another number, but for the zero of callers within the country.
    if (index > first + 1 && text[token.start - 1] === '(' && text[token.end] !== ')') break
    const group = text.slice(token.start, token.end)
    shape += `${normalSigns(text.slice(end, token.start))}${group.length}`
    // The zero in `+41 (0)44` is for callers within the country.
    const isTrunkZero =
      group === '0' && text[token.start - 1] === '(' && text[token.end] === ')' && index > first
    if (!isTrunkZero) digits += group
    end = token.end
    const groups = index - first + 1
    if (digits.length > MOST_DIGITS || (groups > 3 && digits.length * 2 < groups * 3 - 2)) break
    if (digits.length >= LEAST_DIGITS && digits.length * 2 >= groups * 3)
      readings.unshift({
        start: opening,
        end,
        digits,
        shape,
        isInternational: text[opening] === '+',
        isPartOfMore: isPartOfMore(text, opening, end),
      })
  }
  return readings
}

/** The `5272` of `604-696-5272x565`. */
function withoutExtension(text: string, token: Token | undefined): Token | undefined {
  if (token?.kind !== 'mixed' || token.end - token.start > 12) return token
  const [own] = /^\d{2,7}(?=x\d{1,6}$)/i.exec(text.slice(token.start, token.end)) ?? []
  return own === undefined ? token : { ...token, end: token.start + own.length, kind: 'digits' }
}

/** Signs in their plain forms; the plus is told apart already. */
function normalSigns(signs: string): string {
  if (signs.length === 1 && '-. ('.includes(signs)) return signs
  return signs
    .replace('+', '')
    .replace(/\s{2,}(?:> ?)?|\n(?:> ?)?/g, ' ')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010\u2011\u2013]/g, '-')
}

function isPartOfMore(text: string, start: number, end: number): boolean {
  // With a plus it is a number to call, and a word may follow its dash: `…-Fax`.
  if (text[start] === '+' && /^[-/]\p{L}/u.test(text.slice(end, end + 2))) return false
  return (
    /^(?:[-./ ]\d(?!\d?\p{L}|\/)| [A-Z]\d|[-/_@]\p{L}|_\d|,\d|:\d)/u.test(text.slice(end, end + 5)) ||
    /\d[ ,]$/.test(text.slice(Math.max(0, start - 2), start))
  )
}

function isSeparated(text: string, from: number, to: number): boolean {
  // Most groups have one sign between them.
  if (to - from === 1) return ONE_SIGN.has(text[from] ?? '')
  return to - from <= 5 && SEPARATOR.test(text.slice(from, to))
}
