/**
 * Text as a column keeps it. SQLite and PostgreSQL store UTF-8, which has no form for half a surrogate
 * pair, and PostgreSQL has none for NUL. Such a code unit becomes a mark and its four hexadecimal digits,
 * all of them characters that Unicode sets aside for inside use. Each is escaped by itself, so texts can be
 * joined and compared inside the database.
 */
export interface TextEscape {
  readonly toColumn: (text: string) => string
  readonly fromColumn: (stored: string) => string
}

const MARK = '\ufdd0'
const FIRST_DIGIT = 0xfde0
const ESCAPED = /\ufdd0([\ufde0-\ufdef]{4})/g
const LONE_OR_MARK = /[\ufdd0\ud800-\udfff]/gu
// oxlint-disable-next-line no-control-regex -- NUL is what this is about
const LONE_MARK_OR_NUL = /[\0\ufdd0\ud800-\udfff]/gu

export const SQLITE_TEXT: TextEscape = {
  toColumn: (text) =>
    text.isWellFormed() && !text.includes(MARK) ? text : text.replaceAll(LONE_OR_MARK, escape),
  fromColumn: unescape,
}

export const POSTGRES_TEXT: TextEscape = {
  toColumn: (text) =>
    text.isWellFormed() && !text.includes(MARK) && !text.includes('\0')
      ? text
      : text.replaceAll(LONE_MARK_OR_NUL, escape),
  fromColumn: unescape,
}

function escape(unit: string): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0')
  return (
    MARK +
    digits
      .split('')
      .map((digit) => String.fromCharCode(FIRST_DIGIT + parseInt(digit, 16)))
      .join('')
  )
}

/** A mark without digits is a literal one from before there were marks. */
function unescape(stored: string): string {
  if (!stored.includes(MARK)) return stored
  return stored.replaceAll(ESCAPED, (_, digits: string) => {
    const unit = digits.split('').reduce((sum, digit) => sum * 16 + digit.charCodeAt(0) - FIRST_DIGIT, 0)
    return String.fromCharCode(unit)
  })
}

/** Parameters as the columns keep them. */
export function escapeParameters<Value>(
  values: readonly Value[],
  { toColumn }: TextEscape,
): readonly (Value | string)[] {
  return values.map((value) => (typeof value === 'string' ? toColumn(value) : value))
}
