/** A text as the rules read it, with the way back to the places of the original. */
export interface NormalText {
  readonly text: string
  /** The place in the original text of a span of the normal one. */
  readonly toOriginal: (span: Span) => Span
}

interface Span {
  readonly start: number
  readonly end: number
}

/** What a person does not see: joiners, soft hyphens, marks of direction, selectors. */
const INVISIBLE =
  '[\\u00ad\\u034f\\u061c\\u180e\\u20e3\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]'
/** Signs of Markdown, and the tags for the same, around a part of a value. */
const TAG = '</?(?:b|i|u|em|strong|mark|code|span|font|wbr)(?: [^<>]{0,80})?>'
const MARKUP = `(?:\\*{1,3}|_{2,3}|~~|==|\`{1,2}|${TAG})`
/** Marks over, under and beside a letter; those that nobody sees are not among them. */
const APART = '[\\u0300-\\u034e\\u0350-\\u036f\\u3099\\u309a]'
const IN_VALUE = '[0-9A-Z]'
/** Around the values of a query and of JSON in a URL: `"&,:;=`. */
const FIELD = '%(?:2[26cC]|3[abdABD])'
/** The groups of a card with other signs between them; in a path or a name of a file they are something else. */
const CARD = ['/', '_', '\\+', '\u00b7', '\u2014']
  .map(
    (sign) =>
      `(?<![\\p{L}\\d]|${sign})\\d{4}${sign}(?:(?:\\d{4}${sign}){2}\\d{4}|\\d{6}${sign}\\d{5})(?!\\d|${sign})`,
  )
  .join('|')

/**
 * Each kind of writing that leaves a value as it is for a person: what it looks like, and what it stands for. Every
 * part is of bounded length, so that the whole takes time linear in the text.
 */
const REWRITES: readonly (readonly [pattern: string, replacement: (match: string) => string])[] = [
  [INVISIBLE, () => ''],
  ['&(?:shy|zwnj|zwj|#173|#8203);', () => ''],
  ['[\\uff01-\\uff5e]', (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)],
  // A letter and its marks, as some disks and PDFs write it: the same as the one letter.
  [
    `\\p{L}${APART}{1,3}|[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?`,
    (letter) => letter.normalize(),
  ],
  ['(?![0-9])\\p{Nd}', (digit) => String(digitOf(digit))],
  ['[\\u2000-\\u200a\\u205f\\u3000]', () => ' '],
  ['(?<=[0-9A-Za-z])[\\u2010-\\u2012\\u2212\\ufe63](?=[0-9A-Za-z])', () => '-'],
  [`&(?:nbsp|ensp|emsp|thinsp|hairsp);|(?<=${IN_VALUE})%20(?=${IN_VALUE})`, () => ' '],
  ['&(?:hyphen|dash|ndash|minus);', () => '-'],
  ['(?<=\\d)\\\\n(?=\\d)', () => '\n'],
  ['&#(?:\\d{2,6}|[xX][\\da-fA-F]{2,5});|\\\\u[\\da-fA-F]{4}', characterOf],
  ['(?<=\\d)%2[dD](?=\\d)', () => '-'],
  ['%2[bB](?=\\d)', () => '+'],
  [`${FIELD}(?=\\d{4})|(?<=\\d{4})${FIELD}`, decodeURIComponent],
  [`(?<=${IN_VALUE} ?)<[bB][rR] ?/?>(?= ?${IN_VALUE})`, () => '\n'],
  [`(?<=${IN_VALUE})</t[dh]>\\s{0,8}<t[dh](?: [^<>]{0,60})?>(?=${IN_VALUE})`, () => ' | '],
  [CARD, (card) => card.replace(/\D/g, '-')],
  ['(?<=[\\w.+-])(?:%40|&commat;)(?=[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}])', () => '@'],
  ['\\\\(?=[-._@+]\\w)', () => ''],
  // Inside a value, at the end of one of its groups, and at the beginning of one.
  [`(?<=${IN_VALUE})(?:\\*{2,3}|_{2,3}|~~|==|\`{1,2}|${TAG})(?=${IN_VALUE})`, () => ''],
  [`(?<=${IN_VALUE})${MARKUP}(?=[ .-]${MARKUP}?${IN_VALUE})`, () => ''],
  [`(?<=${IN_VALUE}${MARKUP}?[ .-])${MARKUP}(?=${IN_VALUE})`, () => ''],
  ['(?<=\\w)(?:\\*{1,3}|~~|`)(?=[.@]\\w)|(?<=\\w[.@])(?:\\*{1,3}|~~|`)(?=\\w)', () => ''],
]

const ANY = new RegExp(REWRITES.map(([pattern]) => `(${pattern})`).join('|'), 'gu')
/** Signs of which one must be there for any of the rewrites. */
const MAYBE =
  /[^\s -~\u00a1-\u00ac\u00ae-\u00b6\u00b8-\u02ff]|[\u2000-\u200a\u205f\u3000]|[%&\\*_~=`<]|\d{4}[/+]\d{4,6}[/+]/

/** A sign by its number: `&#52;`, `&#x20;`, `\u0034`. Blanks and dashes are plain ones. */
function characterOf(written: string): string {
  const [digits = ''] = /[\da-f]+(?=;?$)/i.exec(written.slice(2)) ?? []
  const code = Number.parseInt(digits, /^&#\d/.test(written) ? 10 : 16)
  if (code > 0x10ffff) return written
  const character = String.fromCodePoint(code).normalize('NFKC')
  if (HIDDEN.test(character)) return ''
  return character.replace(/\s/u, ' ').replace(/\p{Pd}|\u2212/u, '-')
}

const HIDDEN = new RegExp(INVISIBLE, 'u')

/** The first digit of each script in which numbers are written. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
]
/** Digits in bold, double-struck and other letters of mathematics: five times ten. */
const MATHEMATICAL = 0x1d7ce

function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  if (code >= MATHEMATICAL && code < MATHEMATICAL + 50) return (code - MATHEMATICAL) % 10
  const zero = ZEROS.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? code % 10 : code - zero
}

interface Edit {
  /** Where it begins in the normal text, and how long it is there. */
  readonly at: number
  readonly length: number
  readonly from: number
  readonly to: number
}

/** Rewrites a text into the signs that the rules know; values keep their meaning and every place can be found again. */
export function normalise(text: string): NormalText {
  const edits: Edit[] = []
  let normal = ''
  let from = 0
  if (MAYBE.test(text))
    for (const match of text.matchAll(ANY)) {
      const rewrite = REWRITES[match.findIndex((group, at) => at > 0 && group !== undefined) - 1]
      const replacement = rewrite?.[1](match[0]) ?? match[0]
      normal += text.slice(from, match.index)
      from = match.index + match[0].length
      // A sign for a sign moves nothing.
      if (replacement.length !== match[0].length)
        edits.push({ at: normal.length, length: replacement.length, from: match.index, to: from })
      normal += replacement
    }
  if (from === 0) return { text, toOriginal: (span) => span }
  return {
    text: normal + text.slice(from),
    toOriginal: ({ start, end }) => ({ start: startOf(edits, start), end: endOf(edits, end) }),
  }
}

/** What was left out before a span is no part of it. */
function startOf(edits: readonly Edit[], place: number): number {
  const edit = edits[lastIndex(edits, ({ at }) => at <= place)]
  if (!edit) return place
  return place < edit.at + edit.length ? edit.from : edit.to + place - edit.at - edit.length
}

/** Nor is what was left out behind it. */
function endOf(edits: readonly Edit[], place: number): number {
  const edit = edits[lastIndex(edits, ({ at }) => at < place)]
  return edit ? edit.to + Math.max(0, place - edit.at - edit.length) : place
}

/** The last of those for which the test holds; it holds for all before it. */
function lastIndex(edits: readonly Edit[], holds: (edit: Edit) => boolean): number {
  let low = -1
  let high = edits.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(edits[middle] as Edit)) low = middle
    else high = middle - 1
  }
  return low
}
