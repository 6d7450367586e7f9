import { FINDING_TYPES } from '../finding.ts'

/** What may be at a position where a placeholder could begin. */
export type PlaceholderMatch =
  | { readonly kind: 'match'; readonly key: string; readonly start: number; readonly end: number }
  | { readonly kind: 'none' }
  /** The text ends before it is clear. */
  | { readonly kind: 'open' }

/** Which names inside the brackets count, and which beginnings of names could still become one. */
export interface PlaceholderNames {
  readonly has: (name: string) => boolean
  readonly mayBegin: (prefix: string) => boolean
}

const NONE: PlaceholderMatch = { kind: 'none' }
const OPEN: PlaceholderMatch = { kind: 'open' }
/** The same bracket as it is, escaped for Markdown, and escaped for HTML. */
const OPENERS = ['<', '\\<', '&lt;', '&LT;', '&#60;', '&#x3c;', '&#x3C;']
const CLOSERS = ['>', '\\>', '&gt;', '&GT;', '&#62;', '&#x3e;', '&#x3E;']
const MOST_BLANKS = 2
const LITERAL = 'LITERAL'
const NAMES: ReadonlySet<string> = new Set([...FINDING_TYPES, LITERAL])
const LONGEST_NAME = 64

/** Every name that a placeholder can ever have, whether it is given out or not. */
export const ANY_PLACEHOLDER: PlaceholderNames = {
  has: (name) => {
    const split = name.lastIndexOf('_')
    if (!/^[1-9]\d{0,8}$/.test(name.slice(split + 1)) || name.length > LONGEST_NAME) return false
    const type = name.slice(0, split)
    return NAMES.has(type) || /^CUSTOM_[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(type)
  },
  mayBegin: (prefix) => prefix.length <= LONGEST_NAME,
}

/** The names of a map's placeholders. */
export function namesOf(keys: Iterable<string>): PlaceholderNames {
  const names = new Set<string>()
  const beginnings = new Set<string>([''])
  for (const key of keys) {
    const name = key.slice(2, -2)
    names.add(name)
    for (let length = 1; length <= name.length; length += 1) beginnings.add(name.slice(0, length))
  }
  return { has: (name) => names.has(name), mayBegin: (prefix) => beginnings.has(prefix) }
}

/**
 * Reads a placeholder as models write it: in any case, with blanks inside, with escaped brackets or
 * underscores, or in the quotation marks that French typography makes of two brackets. A backslash before
 * plain brackets stays outside: one of our own placeholders may follow it.
 */
export function matchPlaceholder(text: string, at: number, names: PlaceholderNames): PlaceholderMatch {
  const isQuoted = text[at] === '«'
  const opened = isQuoted ? at + 1 : readTwo(text, at, OPENERS)
  if (typeof opened !== 'number') return opened
  const isBackslashOutside = text.startsWith('\\<<', at)
  const name = readName(text, skipBlanks(text, opened), names)
  if ('kind' in name) return name
  const closing = skipBlanks(text, name.end)
  const end = isQuoted ? readOne(text, closing, ['»']) : readTwo(text, closing, CLOSERS)
  if (typeof end !== 'number') return end
  if (!names.has(name.name)) return NONE
  return { kind: 'match', key: `<<${name.name}>>`, start: isBackslashOutside ? at + 1 : at, end }
}

/** The end of the alternative that matches at the position. */
function readOne(text: string, at: number, choices: readonly string[]): number | PlaceholderMatch {
  if (at >= text.length) return OPEN
  const found = choices.find((choice) => text.startsWith(choice, at))
  if (found !== undefined) return at + found.length
  const rest = text.slice(at)
  return choices.some((choice) => choice.startsWith(rest)) ? OPEN : NONE
}

/** The same for two of them, with blanks between. */
function readTwo(text: string, at: number, choices: readonly string[]): number | PlaceholderMatch {
  const first = readOne(text, at, choices)
  return typeof first === 'number' ? readOne(text, skipBlanks(text, first), choices) : first
}

function skipBlanks(text: string, at: number): number {
  let end = at
  while (end - at < MOST_BLANKS && (text[end] === ' ' || text[end] === '\u00a0')) end += 1
  return end
}

/** Letters, digits, and for each underscore one that may be escaped, doubled by blanks, or a blank alone. */
function readName(
  text: string,
  from: number,
  names: PlaceholderNames,
): PlaceholderMatch | { readonly name: string; readonly end: number } {
  let name = ''
  let at = from
  for (;;) {
    const character = text[at]
    if (character === undefined) return OPEN
    if (/[A-Za-z0-9]/.test(character)) {
      name += character.toUpperCase()
      at += 1
    } else {
      const joint = readJoint(text, at)
      if (joint === 'open') return OPEN
      if (joint === undefined) return name === '' ? NONE : { name, end: at }
      name += '_'
      at = joint
    }
    if (!names.mayBegin(name)) return NONE
  }
}

/** Where the name continues after an underscore or blanks; undefined if it doesn't. */
function readJoint(text: string, from: number): number | 'open' | undefined {
  let at = skipBlanks(text, from)
  if (text[at] === '\\') {
    if (at + 1 >= text.length) return 'open'
    if (text[at + 1] === '_') at += 1
  }
  const isUnderscore = text[at] === '_'
  const end = isUnderscore ? skipBlanks(text, at + 1) : at
  if (end >= text.length) return 'open'
  return end > from && /[A-Za-z0-9]/.test(text[end] ?? '') ? end : undefined
}

/** Placeholders, such as `<<EMAIL_1>>`, and their values. */
export type RedactionMap = Readonly<Record<string, string>>

/** Puts values back into text that comes in pieces. */
export interface StreamRestorer {
  /** What is certain by now. At most the beginning of one placeholder is held back. */
  readonly push: (chunk: string) => string
  /** The rest, when nothing more comes. */
  readonly end: () => string
}

const BEGINS = /[<&\\«]/

/** The text with every placeholder of the map replaced by its value; all others stay as they are. */
export function restoreText(text: string, map: RedactionMap): string {
  const restorer = createStreamRestorer(map)
  return restorer.push(text) + restorer.end()
}

/** Restores while the text arrives, also where a placeholder is split over pieces. */
export function createStreamRestorer(map: RedactionMap): StreamRestorer {
  const values = new Map(Object.entries(map))
  const names = namesOf(values.keys())
  let held = ''
  const work = (isEnd: boolean): string => {
    let out = ''
    let at = 0
    while (at < held.length) {
      const next = nextBegin(held, at)
      out += held.slice(at, next)
      at = next
      if (at >= held.length) break
      const found = matchPlaceholder(held, at, names)
      if (found.kind === 'open' && !isEnd) break
      if (found.kind === 'match') {
        out += held.slice(at, found.start) + (values.get(found.key) ?? held.slice(found.start, found.end))
        at = found.end
      } else {
        out += held[at] ?? ''
        at += 1
      }
    }
    held = held.slice(at)
    return out
  }
  return {
    push: (chunk) => {
      if (values.size === 0) return chunk
      held += chunk
      return work(false)
    },
    end: () => work(true),
  }
}

function nextBegin(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (BEGINS.test(text[at] ?? '')) return at
  return text.length
}
