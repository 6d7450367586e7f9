import type { JsonValue } from '@varve/engine/internal'

/** What ends a comment in HTML, begins one in Obsidian or a template, and characters that some programs break lines at or drop. */
const ESCAPED = /(?<=-)-|(?<=[%<])%|[\x7f-\x9f\u2028\u2029\ufeff]/g
/** Deeper values could not be written again. */
const DEEPEST = 100
/**
 * More than any conversation has. Nothing can end the parser of V8 before it is done, nor hold it to a limit on
 * memory, so this is counted before.
 */
const MOST_VALUES = 5_000_000
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** JSON in one line that can be in an HTML comment. */
export function printJsonLine(value: JsonValue): string {
  return JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The value, or why there is none. */
export function parseJsonLine(text: string): { readonly value: JsonValue } | { readonly problem: string } {
  const { deepest, values, escapedNames } = scanJson(text)
  if (values > MOST_VALUES) return { problem: `it has more than ${MOST_VALUES} values` }
  if (deepest > DEEPEST) return { problem: `it is nested more than ${DEEPEST} deep` }
  try {
    return {
      value: escapedNames.length === 0 ? (JSON.parse(text) as JsonValue) : parseByToken(text, escapedNames),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

interface JsonScan {
  readonly deepest: number
  /** At least as many as there are; counted no further than `MOST_VALUES`. */
  readonly values: number
  /** The names of properties that have an escape in them, with their quotes. */
  readonly escapedNames: readonly Span[]
}

type Span = readonly [from: number, to: number]

/** By hand: a regular expression would need a stack as long as the text. */
function scanJson(text: string): JsonScan {
  const escapedNames: Span[] = []
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < text.length && values <= MOST_VALUES; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfJsonString(text, at) ?? text.length
      if (isNameBefore(text, end) && text.slice(at, end).includes('\\')) escapedNames.push([at, end])
      at = end - 1
    } else if (code === COMMA) values += 1
    else if (code === 91 || code === 123) {
      values += 1
      deepest = Math.max(deepest, ++depth)
    } else if (code === 93 || code === 125) depth -= 1
  }
  return { deepest, values, escapedNames }
}

function isNameBefore(text: string, end: number): boolean {
  const colon = /[ \t\r\n]*:/y
  colon.lastIndex = end
  return colon.test(text)
}

/** Behind the quote that ends the string which begins at a place; undefined where none does. */
export function endOfJsonString(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at + 1
  }
  return undefined
}

/** The string with its quotes; undefined if there is none. */
export function parseJsonString(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'string' ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * V8 can confuse an escaped name with an earlier one at the same place that ends with a backslash
 * (nodejs/node#63785): after parsing `{"a":1,"\\":2}`, `{"a":1,"\"":2}` gets the wrong name. Such names are
 * replaced by tokens and parsed separately, as values.
 */
function parseByToken(text: string, names: readonly Span[]): JsonValue {
  let prefix = 'name-'
  while (text.includes(prefix)) prefix += '-'
  const written = new Map<string, string>()
  const pieces: string[] = []
  let from = 0
  for (const [index, [start, end]] of names.entries()) {
    const token = `${prefix}${index}`
    written.set(token, JSON.parse(text.slice(start, end)) as string)
    pieces.push(text.slice(from, start), `"${token}"`)
    from = end
  }
  return restoreNames(JSON.parse(pieces.join('') + text.slice(from)) as JsonValue, written)
}

function restoreNames(value: JsonValue, written: ReadonlyMap<string, string>): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: JsonValue) => restoreNames(item, written))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [written.get(name) ?? name, restoreNames(item, written)]),
  )
}
