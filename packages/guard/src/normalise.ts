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

/** What a person does not see: joiners, soft hyphens, fillers, selectors, control characters, a picture's place. */
const INVISIBLE =
  '[\\p{Default_Ignorable_Code_Point}\\u20e3\\ufffc\\0-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f]'
/** Signs of Markdown, and the tags for the same, around a part of a value. */
const TAG =
  '</?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|em|font|i|ins|kbd|mark|nobr|output|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?: [^<>]{0,80})?>|<!--[^<>]{0,80}-->'
const MARKUP = `(?:\\*{1,3}|_{2,3}|~~|==|\`{1,2}|${TAG})`
/** Marks above, below and beside a letter, except invisible ones. */
const APART = '[\\u0300-\\u034e\\u0350-\\u036f\\u3099\\u309a]'
const IN_VALUE = '[0-9A-Z]'
/** Characters that can't follow, and can't precede, an emphasis mark. */
const INSIDE = ['[^\\s([>*~|"\'_]', '[^\\s)\\]<*~|"\':,;.!?]'] as const
/** `at` and `dot` in brackets, so that no program reads an address. */
const BRACKETED = (word: string): string => `[([{] ?${word} ?[)\\]}]`
/** Around the values of a query and of JSON in a URL: `"&,:;=`. */
const FIELD = '%(?:2[26cC]|3[abdABD])'
/** Groups of a card number with unusual separators. In paths and file names these mean something else. */
const CARD = ['/', '_', '\\+', '\u00b7', '\u2014']
  .map(
    (sign) =>
      `(?<![\\p{L}\\d]|${sign})\\d{4}${sign}(?:(?:\\d{4}${sign}){2}\\d{4}|\\d{6}${sign}\\d{5})(?!\\d|${sign})`,
  )
  .join('|')

/**
 * Ways of writing that leave a value readable for a person: the pattern, and its plain form. Every part has a
 * bounded length, so the whole takes time linear in the text.
 */
const REWRITES: readonly (readonly [pattern: string, replacement: (match: string) => string])[] = [
  [INVISIBLE, () => ''],
  ['&(?:shy|zwnj|zwj|ZeroWidthSpace|#173|#8203);', () => ''],
  // Full-width signs, and the letters and digits of mathematics.
  ['[\\uff01-\\uff5e\\u{1d400}-\\u{1d6a5}\\u{1d7ce}-\\u{1d7ff}]', (sign) => sign.normalize('NFKC')],
  // A letter and its marks, as some disks and PDFs write it: the same as the one letter.
  [
    `\\p{L}${APART}{1,3}|[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?`,
    (letter) => letter.normalize(),
  ],
  ['(?![0-9])\\p{Nd}', (digit) => String(digitOf(digit))],
  ['[\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000]', () => ' '],
  ['[\\u000b\\u000c\\u0085\\u2028\\u2029]', () => '\n'],
  // As JSON and code write the end of a line, also twice: what follows is no part of it. `\\nas` is a machine.
  [
    '\\\\{1,4}[nrt](?=[\\p{L}\\p{N}+(])(?<!(?:^|\\s)\\\\{2,4}[nrt])',
    (sign) => (sign.endsWith('t') ? '\t' : '\n'),
  ],
  ['(?<=[0-9A-Za-z])[\\u2010-\\u2012\\u2043\\u2212\\ufe63](?=[0-9A-Za-z])', () => '-'],
  [`(?<=${IN_VALUE})[\\u2013\\u2015](?=${IN_VALUE})`, () => '-'],
  [`&(?:nbsp|ensp|emsp|thinsp|hairsp);|(?<=${IN_VALUE})%20(?=${IN_VALUE})`, () => ' '],
  ['&(?:hyphen|dash|ndash|minus);', () => '-'],
  ['&period;', () => '.'],
  ['&#(?:\\d{2,6}|[xX][\\da-fA-F]{2,5});|\\\\u[\\da-fA-F]{4}', characterOf],
  ['(?<=\\d)%2[dD](?=\\d)', () => '-'],
  ['(?<=\\d)%2[fF](?=\\d)', () => '/'],
  ['\\+(?=[0-9A-Z])(?<=[?&][\\w.-]{1,40}=[0-9A-Z+]{2,40})', () => ' '],
  ['%2[bB](?=\\d)', () => '+'],
  [`${FIELD}(?=\\d{4})|(?<=\\d{4})${FIELD}`, decodeURIComponent],
  [`(?<=${IN_VALUE} ?)<[bB][rR] ?/?>(?= ?${IN_VALUE})`, () => '\n'],
  [`(?<=${IN_VALUE})</t[dh]>\\s{0,8}<t[dh](?: [^<>]{0,60})?>(?=${IN_VALUE})`, () => ' | '],
  [CARD, (card) => card.replace(/\D/g, '-')],
  ['(?<=[\\w.+-])(?:%40|&commat;|\\ufe6b)(?=[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}])', () => '@'],
  [`(?: (?=[([{])|)${BRACKETED('at')} ?(?=[\\p{L}\\p{N}])(?<=[\\w.+-] ?${BRACKETED('at')} ?)`, () => '@'],
  [
    `(?: (?=[([{])|)${BRACKETED('dot')} ?(?=\\p{L})(?<=(?:@|${BRACKETED('at')})[\\p{L}\\p{N} .()[\\]{}-]{1,80})`,
    () => '.',
  ],
  ['\\\\(?=[-._@+]\\w)', () => ''],
  ['\\\\ (?=\\w)(?<=\\w..)', () => ' '],
  // Inside a value, at the end of one of its groups, and at the beginning of one.
  [`(?<=${IN_VALUE})(?:\\*{2,3}|_{2,3}|~~|==|\`{1,2}|${TAG})(?=${IN_VALUE})`, () => ''],
  [`(?<=${IN_VALUE})${MARKUP}(?=[ .-]${MARKUP}?${IN_VALUE})`, () => ''],
  [`(?<=${IN_VALUE}${MARKUP}?[ .-])${MARKUP}(?=${IN_VALUE})`, () => ''],
  ['(?<=\\w)(?:\\*{1,3}|~~|`)(?=[.@]\\w)|(?<=\\w[.@])(?:\\*{1,3}|~~|`)(?=\\w)', () => ''],
  // Highlighted: no comparison.
  ['==(?=[0-9A-Z+][\\w .+@/-]{1,60}==(?!=))(?<![=!<>]==)', () => '  '],
  // Emphasis by underscores: no part of what it is around.
  [
    `_{1,3}(?:(?=[0-9A-Z+(])(?<!${INSIDE[0]}_{1,3})|(?!${INSIDE[1]})(?<=[0-9A-Z)]_{1,3}))`,
    (sign) => ' '.repeat(sign.length),
  ],
  // A form with a field for each sign: `4 5 3 9 …`.
  [
    `(?:\\d(?: \\d){8,18}|[A-Z] [A-Z] \\d \\d(?: ${IN_VALUE}){11,30})(?![.,]?\\p{N}|\\p{L}| \\p{N})(?<!(?:[\\p{L}\\p{N}]|\\p{N}[.,:/-])${IN_VALUE}(?: ${IN_VALUE}){8,34})`,
    (row) => row.replaceAll(' ', ''),
  ],
]

/** Scripts without capitals put no blank between a word and a value; the raised letters of Latin are no such script. */
const LETTER = '(?![\u00aa\u00ba\\p{Default_Ignorable_Code_Point}])\\p{Lo}'
const UNCASED = new RegExp(LETTER, 'u')
/** Between such a letter, with its signs for vowels, and a value. */
const BORDER = new RegExp(
  `(?<=${LETTER}\\p{M}{0,2})(?=[0-9A-Za-z+\\uff10-\\uff5a])|(?<=[0-9A-Za-z\\uff10-\\uff5a])(?=${LETTER})`,
  'gu',
)

const ANY = new RegExp(REWRITES.map(([pattern]) => `(${pattern})`).join('|'), 'gu')
/** Signs of which one must be there for any of the rewrites. */
const MAYBE =
  /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u00b6\u00b8-\u02ff]|[%&\\*_~=`<]|\d{4}[/+]\d{4,6}[/+]|\d \d \d \d|[([{] ?(?:at|dot) ?[)\]}]/

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

/** The digits of each script are consecutive, starting at its zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

const DIGIT = /\p{Nd}/u

interface Edit {
  /** Start and length in the normalised text. */
  readonly at: number
  readonly length: number
  readonly from: number
  readonly to: number
}

/** Rewrites a text into the signs that the rules know; values keep their meaning and every place can be found again. */
export function normalise(text: string): NormalText {
  if (!MAYBE.test(text)) return unchanged(text)
  const apart = UNCASED.test(text) ? rewriteAll(text, BORDER, () => ' ') : unchanged(text)
  const normal = rewriteAll(apart.text, ANY, rewriteOne)
  return { text: normal.text, toOriginal: (span) => apart.toOriginal(normal.toOriginal(span)) }
}

function unchanged(text: string): NormalText {
  return { text, toOriginal: (span) => span }
}

function rewriteOne(match: RegExpExecArray): string {
  const rewrite = REWRITES[match.findIndex((group, at) => at > 0 && group !== undefined) - 1]
  return rewrite?.[1](match[0]) ?? match[0]
}

function rewriteAll(text: string, pattern: RegExp, rewrite: (match: RegExpExecArray) => string): NormalText {
  const edits: Edit[] = []
  let normal = ''
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const replacement = rewrite(match)
    normal += text.slice(from, match.index)
    from = match.index + match[0].length
    // A sign for a sign moves nothing.
    if (replacement.length !== match[0].length)
      edits.push({ at: normal.length, length: replacement.length, from: match.index, to: from })
    normal += replacement
  }
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
