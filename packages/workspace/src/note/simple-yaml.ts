import type { JsonValue } from '@varve/engine/internal'

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_ /-]*$/u
/** Control characters other than the line feed, and the line and paragraph separators. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u
const WHOLE = /^-?(?:0|[1-9][0-9]{0,14})$/
const FRACTION = /^-?[0-9]{1,10}\.[0-9]{1,10}$/
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.+Z -]*)?$/
/** Characters that can begin a plain YAML value without special meaning. */
const PLAIN_START = /^[\p{L}\p{So}_/($<=]/u
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

/**
 * Front matter of plain `name: value` lines and lists of plain values, the usual case, about twenty times as
 * fast as a full YAML parser. Returns undefined for everything else; its results equal those of `readYaml`.
 */
export function parseSimpleYaml(block: string): { readonly [name: string]: JsonValue } | undefined {
  if (UNSAFE.test(block)) return undefined
  const values = new Map<string, JsonValue>()
  const lines = block.split('\n')
  let at = 0
  while (at < lines.length) {
    const line = lines[at++] as string
    if (isIgnored(line)) continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    if (colon < 1 || !isPlainName(name) || values.has(name)) return undefined
    const written = afterColon(line, colon)
    if (written === undefined) return undefined
    if (written !== '') {
      const value = parseValue(written)
      if (value === undefined) return undefined
      values.set(name, value)
      continue
    }
    const list = parseList(lines, at)
    if (list === undefined) return undefined
    values.set(name, list.items.length > 0 ? list.items : null)
    at = list.next
  }
  return Object.fromEntries(values)
}

function isIgnored(line: string): boolean {
  return line === '' || line.charCodeAt(0) === 35 || isBlank(line)
}

function isBlank(line: string): boolean {
  return trimBlanks(line) === ''
}

function isPlainName(name: string): boolean {
  return NAME.test(name) && !name.endsWith(' ') && name !== '__proto__' && !WORDS.has(name)
}

function afterColon(line: string, colon: number): string | undefined {
  if (colon + 1 === line.length) return ''
  return line.charCodeAt(colon + 1) === 32 ? trimBlanks(line.slice(colon + 1)) : undefined
}

/** The lines `- value` from a position on, equally indented; undefined if anything else is nested below the name. */
function parseList(
  lines: readonly string[],
  from: number,
): { readonly items: JsonValue[]; readonly next: number } | undefined {
  const items: JsonValue[] = []
  let indent = -1
  let at = from
  for (; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (isBlank(line)) continue
    const dash = firstNotBlank(line)
    if (line.charCodeAt(dash) !== 45) {
      if (dash > 0) return undefined
      break
    }
    if (indent === -1) indent = dash
    if (dash !== indent || line.charCodeAt(dash + 1) !== 32) return undefined
    const value = parseValue(trimBlanks(line.slice(dash + 1)))
    if (value === undefined || Array.isArray(value)) return undefined
    items.push(value)
  }
  return { items, next: at }
}

function parseValue(written: string): JsonValue | undefined {
  if (!written.startsWith('[')) return parseScalar(written)
  if (!written.endsWith(']')) return undefined
  const inner = trimBlanks(written.slice(1, -1))
  if (inner === '') return []
  const items: JsonValue[] = []
  for (const part of inner.split(',')) {
    const item = /[[\]{}:]/.test(part) ? undefined : parseScalar(trimBlanks(part))
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function parseScalar(written: string): JsonValue | undefined {
  const first = written.charAt(0)
  if (first === '"' || first === "'") return parseQuoted(written, first)
  if (WORDS.has(written)) return WORDS.get(written)
  if (WHOLE.test(written) || FRACTION.test(written))
    return written.startsWith('-0') ? undefined : Number(written)
  if (!DATE.test(written) && !PLAIN_START.test(written)) return undefined
  return written.includes(': ') || written.includes(' #') || written.endsWith(':') ? undefined : written
}

function parseQuoted(written: string, quote: string): string | undefined {
  if (written.length < 2 || !written.endsWith(quote)) return undefined
  const inner = written.slice(1, -1)
  return inner.includes(quote) || inner.includes('\\') ? undefined : inner
}

/** YAML knows only the space here: other white space is part of a value. */
function trimBlanks(text: string): string {
  let to = text.length
  while (to > 0 && text.charCodeAt(to - 1) === 32) to -= 1
  return text.slice(Math.min(firstNotBlank(text), to), to)
}

function firstNotBlank(text: string): number {
  let from = 0
  while (text.charCodeAt(from) === 32) from += 1
  return from
}
