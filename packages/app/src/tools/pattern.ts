import { setImmediate } from 'node:timers/promises'
import { RE2JS } from 're2js'
import { AppError } from '../app-error.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

/** A pattern that takes time in proportion to the text, whatever it says. */
export type Pattern = RE2JS

interface PatternOptions {
  readonly ignoreCase: boolean
}

/** A regular expression in the syntax of RE2, which has no backreferences and looks neither ahead nor back. */
export function compileRegex(source: string, { ignoreCase }: PatternOptions): Pattern {
  const { patternCharacters } = TOOL_LIMITS
  if (source.length > patternCharacters)
    throw refusal(`it has ${source.length} characters; the limit is ${patternCharacters}`)
  return compile(RE2JS.translateRegExp(source), ignoreCase)
}

export function compileLiteral(text: string, { ignoreCase }: PatternOptions): Pattern {
  return compile(RE2JS.quote(text), ignoreCase)
}

/**
 * A pattern for paths: `*` and `?` within a name, `**` over folders, `[a-z]`, `{one,other}`. Without a slash it
 * matches the name in any folder; with one at its start, what is in the root; with one at its end, everything below a
 * folder. The whole path has to match.
 */
export function compileGlob(glob: string, { ignoreCase }: PatternOptions): Pattern {
  const { patternCharacters } = TOOL_LIMITS
  if (glob === '' || glob.length > patternCharacters)
    throw new AppError(
      'message-invalid',
      `A pattern for paths has 1 to ${patternCharacters} characters, this one has ${glob.length}.`,
    )
  const text = glob.normalize('NFC').replace(/^\.\//, '')
  const whole = text.endsWith('/') ? `${text}**` : text
  const anywhere = whole.includes('/') ? '' : FOLDERS
  return compile(`^${anywhere}${globSource(whole.replace(/^\//, ''))}$`, ignoreCase)
}

function compile(source: string, ignoreCase: boolean): Pattern {
  const pattern = parse(source, ignoreCase)
  if (pattern.programSize() > TOOL_LIMITS.patternSize)
    throw refusal('it is too large, as counts within counts are')
  return pattern
}

function parse(source: string, ignoreCase: boolean): Pattern {
  try {
    return RE2JS.compile(source, RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0))
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error), error)
  }
}

function refusal(why: string, cause?: unknown): AppError {
  return new AppError('message-invalid', `The pattern cannot be used: ${why}.`, { cause })
}

const FOLDERS = '(?:.*/)?'
/** The parts of a glob that aren't themselves: `**` over folders, `**`, `*`, `?`, a class of at most 200 signs, braces. */
const GLOB_PART = /(?<=^|\/)\*\*+\/|\*\*+|[*?{},]|\[([!^]?)((?:\]|\\.|[^\]\\])(?:\\.|[^\]\\]){0,200})\]/gsu

/** A glob as a regular expression. */
function globSource(glob: string): string {
  let depth = 0
  let at = 0
  let source = ''
  for (const part of glob.matchAll(GLOB_PART)) {
    source += RE2JS.quote(glob.slice(at, part.index))
    at = part.index + part[0].length
    if (part[0] === '{') depth += 1
    const isPlain = depth === 0 && (part[0] === ',' || part[0] === '}')
    source += isPlain ? RE2JS.quote(part[0]) : partSource(part)
    if (part[0] === '}' && depth > 0) depth -= 1
  }
  if (depth > 0) throw refusal('it has "{" without "}"')
  return source + RE2JS.quote(glob.slice(at))
}

function partSource([part, negation, members]: RegExpExecArray): string {
  switch (part) {
    case '*':
      return '[^/]*'
    case '?':
      return '[^/]'
    case '{':
      return '(?:'
    case ',':
      return '|'
    case '}':
      return ')'
    default:
      if (members !== undefined) return classSource(members, negation !== '')
      return part.endsWith('/') ? FOLDERS : '.*'
  }
}

/** `[a-z]` without the slash, which only stands for itself. */
function classSource(members: string, isNegated: boolean): string {
  const characters = Array.from(members.matchAll(/\\?(.)/gsu), ([, character = '']) => character)
  const ranges: string[] = []
  for (let at = 0; at < characters.length; ) {
    const isRange = characters[at + 1] === '-' && at + 2 < characters.length
    ranges.push(...rangeSource(codeOf(characters, at), codeOf(characters, isRange ? at + 2 : at)))
    at += isRange ? 3 : 1
  }
  if (isNegated) return `[^/${ranges.join('')}]`
  return ranges.length === 0 ? '[^\\x{0}-\\x{10ffff}]' : `[${ranges.join('')}]`
}

function codeOf(characters: readonly string[], at: number): number {
  return characters[at]?.codePointAt(0) ?? 0
}

const SLASH = 47

function rangeSource(low: number, high: number): readonly string[] {
  if (high < low) throw refusal('a range in it ends before it begins')
  if (low > SLASH || high < SLASH) return [`\\x{${low.toString(16)}}-\\x{${high.toString(16)}}`]
  return [
    ...(low < SLASH ? rangeSource(low, SLASH - 1) : []),
    ...(high > SLASH ? rangeSource(SLASH + 1, high) : []),
  ]
}

/** Finds a pattern in many texts within limits, lets others have their turn, and can be stopped. */
export class PacedMatcher {
  /** Texts that are too long for the pattern. */
  givenUp = 0
  readonly #pattern: Pattern
  readonly #signal: AbortSignal | undefined
  #work = 0
  #rested = 0

  constructor(pattern: Pattern, signal?: AbortSignal) {
    this.#pattern = pattern
    this.#signal = signal
  }

  /** Whether there is nothing left to spend. */
  get isExhausted(): boolean {
    return this.#work >= TOOL_LIMITS.matchWork
  }

  /** Whether a text has a match; false if the text is too long for the pattern. */
  matches(text: string): boolean {
    // Without its place, since finding that takes up to a thousand times as long.
    if (this.#spend(text.length * (1 + this.#pattern.programSize() / STATES_AT_ONCE)))
      return this.#pattern.test(text)
    this.givenUp += 1
    return false
  }

  /** Where the first match ends, in code units; undefined if there is none, or finding it would take too long. */
  findEnd(text: string): number | undefined {
    if (!this.#spend(text.length * this.#pattern.programSize())) return undefined
    const matcher = this.#pattern.matcher(text)
    return matcher.find() ? matcher.end() : undefined
  }

  #spend(work: number): boolean {
    if (this.isExhausted || work > TOOL_LIMITS.matchSlice) return false
    this.#work += work
    return true
  }

  /** To be awaited between texts. */
  async rest(): Promise<void> {
    this.#signal?.throwIfAborted()
    if (this.#work - this.#rested < TOOL_LIMITS.matchSlice) return
    this.#rested = this.#work
    await setImmediate()
  }
}

/** How many states of a pattern are followed for about the price of one character. */
const STATES_AT_ONCE = 64
