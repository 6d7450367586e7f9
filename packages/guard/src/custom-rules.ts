import type { CustomFindingType, Finding, Severity } from './finding.ts'
import { normalise } from './normalise.ts'
import { RE2JS } from 're2js'

export type GuardErrorCode = 'pattern-invalid' | 'pattern-unsafe' | 'name-invalid'

/** What the guard refuses: rules of the user that cannot be run, or not safely. */
export class GuardError extends Error {
  override readonly name = 'GuardError'
  readonly code: GuardErrorCode

  constructor(code: GuardErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A rule that the user wrote. Its findings have the type `CUSTOM_` and the name in capitals. */
export interface CustomRule {
  readonly name: string
  /** Found as it is, however it is spaced. A rule has either a text or a pattern. */
  readonly text?: string
  /** A regular expression in the syntax of RE2, which runs in linear time. */
  readonly pattern?: string
  readonly severity?: Severity
  readonly ignoreCase?: boolean
  /** Whether a match inside a longer word counts; by default it does not. */
  readonly insideWords?: boolean
  readonly advice?: string
}

interface Span {
  readonly start: number
  readonly end: number
}

/** A rule that can run on texts as they came. */
export type CompiledRule = (text: string) => readonly Finding[]

const NAME = /^\p{Script=Latin}[\p{Script=Latin}\p{M}0-9_ -]{0,39}$/u
const WORD = /[\p{L}\p{N}_]/u
const MOST_CHARACTERS = 400
/** Compiled instructions; repeats multiply them, and each character may cost as many steps. */
const MOST_INSTRUCTIONS = 500

const COMPILED = new WeakMap<CustomRule, CompiledRule>()

/** Prepares a rule, once. A rule that finds nothing, everything, or can't run in linear time is refused, with the reason. */
export function compileCustomRule(rule: CustomRule): CompiledRule {
  const known = COMPILED.get(rule) ?? compile(rule)
  COMPILED.set(rule, known)
  return known
}

/** What a rule finds by itself in a text, as a scan does. */
export function tryCustomRule(rule: CustomRule, text: string): readonly Finding[] {
  return compileCustomRule(rule)(text)
}

/** The type of a rule's findings. Placeholders are plain capitals, so that models keep them as they are. */
export function customType(name: string): CustomFindingType {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const words = plain.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  return `CUSTOM_${words.join('_')}`
}

function compile(rule: CustomRule): CompiledRule {
  const { name, text = '', pattern = '', severity = 'high', insideWords = false } = rule
  const type = customType(name)
  if (!NAME.test(name) || type === 'CUSTOM_')
    throw new GuardError(
      'name-invalid',
      `The rule "${name}" needs a name of letters from A to Z, with or without accents, digits, blanks or dashes, 40 at most.`,
    )
  if ((text === '') === (pattern === ''))
    throw new GuardError('pattern-invalid', `The rule "${name}" needs either a text or a pattern.`)
  const compiled = compilePattern(pattern || patternOf(text), rule.ignoreCase ?? true)
  const { advice = `Found by your rule "${name}".` } = rule
  const find = (searched: string): readonly Span[] => findMatches(compiled, searched, insideWords)
  return (original) =>
    findInBoth(original, find).map((span) => ({ type, ...span, severity, confidence: 0.95, advice }))
}

function compilePattern(source: string, ignoreCase: boolean): RE2JS {
  if (source.length > MOST_CHARACTERS * 4)
    throw new GuardError(
      'pattern-unsafe',
      `The pattern has ${source.length} characters; the limit is ${MOST_CHARACTERS}.`,
    )
  // People paste patterns between slashes, as JavaScript writes them.
  const written = source.normalize().replace(/^\/(.+)\/[dgimsuy]*$/s, '$1')
  const flags = RE2JS.LONGEST_MATCH | RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(written, flags)
  } catch (error) {
    throw refusalOf(source, error)
  }
  if (compiled.programSize() > MOST_INSTRUCTIONS)
    throw new GuardError(
      'pattern-unsafe',
      `The pattern "${source}" is too large: it needs ${compiled.programSize()} steps, and the limit is ${MOST_INSTRUCTIONS}. Use smaller repeats.`,
    )
  if (compiled.test(''))
    throw new GuardError('pattern-invalid', `The pattern "${source}" matches the empty text.`)
  return compiled
}

function refusalOf(source: string, error: unknown): GuardError {
  const said = error instanceof Error ? error.message : String(error)
  const reason = said.replace(/^error parsing regexp: /, '').replaceAll('(?i)', '')
  if (/repeat count/.test(reason))
    return new GuardError(
      'pattern-unsafe',
      `The pattern "${source}" repeats too often (${reason}). Use smaller repeats.`,
      { cause: error },
    )
  const isUnsafe = /Perl syntax|escape sequence: `\\[1-9k]|named capture: `\(\?<[=!]/.test(reason)
  return new GuardError(
    isUnsafe ? 'pattern-unsafe' : 'pattern-invalid',
    isUnsafe
      ? `The pattern "${source}" can't run in linear time (${reason}). Leave out look-ahead, look-behind and back references.`
      : `The pattern "${source}" is not a regular expression (${reason}).`,
    { cause: error },
  )
}

/** Signs that programs set for others as one types: `'`, `"` and `-`. */
const TYPESET: Readonly<Record<string, string>> = {
  "'": "['‘’ʼ´`]",
  '’': "['‘’ʼ´`]",
  '"': '["“”„«»]',
  '-': '[-‐‑‒–—−]',
}

/** A text as a pattern: any blanks and line breaks for a blank, and signs as word processors set them. */
function patternOf(text: string): string {
  return text
    .normalize()
    .trim()
    .split(/(\s+|['’"-])/u)
    .map((part) => TYPESET[part] ?? (/^\s+$/u.test(part) ? '[\\s\\x{a0}\\x{202f}]+' : RE2JS.quote(part)))
    .join('')
}

/** What a person reads and what was typed may differ, such as `**AB**-12`: a match in either counts. */
function findInBoth(original: string, find: (text: string) => readonly Span[]): readonly Span[] {
  const { text, toOriginal } = normalise(original)
  const read = find(text).map(toOriginal)
  if (text === original) return read
  const isNew = ({ start, end }: Span): boolean =>
    !read.some((other) => other.start < end && start < other.end)
  return [...read, ...find(original).filter(isNew)].sort((a, b) => a.start - b.start)
}

/** Searches read a small piece of the text, and a larger one if a match may continue past its end. */
const SMALLEST_PIECE = 64
const LARGEST_PIECE = 8_192

/** A rule that matches more often than once in so many characters takes the rest of the text. */
const DENSEST = 4
const MOST_ANYWHERE = 1_000

/**
 * All matches, the leftmost and there the longest, none overlapping. RE2 is linear for one match, and not for all of
 * them (`a+b|a`), so each search sees a bounded piece, and there is a limit on searches. A match has up to 4,096
 * characters.
 */
function findMatches(pattern: RE2JS, text: string, insideWords: boolean): readonly Span[] {
  const matches: Span[] = []
  const most = (MOST_ANYWHERE + text.length / DENSEST) * Math.min(1, 100 / pattern.programSize())
  let [from, size, count] = [0, SMALLEST_PIECE, 0]
  while (from < text.length) {
    // One character before it, for borders of words and lines.
    const begin = Math.max(0, from - 1)
    const piece = text.slice(begin, from + size)
    const matcher = pattern.matcher(piece)
    const isFound = matcher.find(from - begin)
    const span = isFound ? { start: begin + matcher.start(), end: begin + matcher.end() } : undefined
    const mayGoOn = from + size < text.length && (!span || span.end >= begin + piece.length - 1)
    if (mayGoOn && size < LARGEST_PIECE) {
      size *= 2
      continue
    }
    size = span ? SMALLEST_PIECE : LARGEST_PIECE
    if (!span) from += LARGEST_PIECE / 2
    else if (insideWords || isFree(text, span)) {
      if (span.end > span.start) matches.push(span)
      from = Math.max(span.end, span.start + 1)
    } else from = endOfWord(text, Math.max(span.end, span.start + 1))
    // Never between the halves of one character.
    if (/[\udc00-\udfff]/.test(text[from] ?? ' ')) from += 1
    count += span ? 1 : 0
    if (count <= most) continue
    matches.push({ start: from, end: text.length })
    break
  }
  return matches
}

function isFree(text: string, { start, end }: Span): boolean {
  return !isTorn(text, start) && !isTorn(text, end)
}

function isTorn(text: string, at: number): boolean {
  return WORD.test(text[at - 1] ?? ' ') && WORD.test(text[at] ?? ' ')
}

/** Within a word that a match tore, no other is free. */
function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && isTorn(text, at)) at += 1
  return at
}
