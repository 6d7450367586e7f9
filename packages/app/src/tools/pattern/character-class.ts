import { AppError } from '../../app-error.ts'
import { type Accepts, isWordCode, withCase } from './pattern-node.ts'

const isDigit: Accepts = (code) => code >= 48 && code <= 57
const isBlank: Accepts = (code) => /^\s$/u.test(String.fromCodePoint(code))
const not =
  (accepts: Accepts): Accepts =>
  (code) =>
    !accepts(code)

/** What a letter after a backslash stands for, where that is a set. */
export const CLASSES: ReadonlyMap<string, Accepts> = new Map([
  ['d', isDigit],
  ['D', not(isDigit)],
  ['w', isWordCode],
  ['W', not(isWordCode)],
  ['s', isBlank],
  ['S', not(isBlank)],
])

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['r', '\r'],
  ['n', '\n'],
])

/** The character that stands after a backslash for itself or for a control; letters that mean nothing are refused. */
export function escapedCharacter(character: string): string {
  const control = CONTROLS.get(character)
  if (control !== undefined) return control
  if (character === '' || /^[\p{L}\p{N}]$/u.test(character))
    throw new AppError('message-invalid', `The pattern has "\\${character}", which is not supported.`)
  return character
}

export interface ReadClass {
  readonly accepts: Accepts
  /** The place after the closing bracket. */
  readonly end: number
}

/** Reads `[a-z\d]` from the place after its opening bracket; undefined where it is never closed. */
export function readClass(
  characters: readonly string[],
  { start, ignoreCase }: { readonly start: number; readonly ignoreCase: boolean },
): ReadClass | undefined {
  let at = start
  const isNegated = characters[at] === '^' || characters[at] === '!'
  if (isNegated) at += 1
  const tests: Accepts[] = []
  for (;;) {
    const first = characters[at]
    if (first === undefined) return undefined
    if (first === ']' && tests.length > 0) break
    const from = readMember(characters, at)
    at = from.end
    if (from.accepts) tests.push(from.accepts)
    else if (characters[at] === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined) {
      const to = readMember(characters, at + 1)
      at = to.end
      tests.push(range(from.code, to.code))
    } else tests.push((code) => code === from.code)
  }
  // Case first: what is not in the set in either case is what the negated set takes.
  const holds = withCase((code) => tests.some((test) => test(code)), ignoreCase)
  return { accepts: isNegated ? not(holds) : holds, end: at + 1 }
}

interface Member {
  readonly code: number
  readonly accepts?: Accepts
  readonly end: number
}

function readMember(characters: readonly string[], at: number): Member {
  const character = characters[at] ?? ''
  if (character !== '\\') return { code: character.codePointAt(0) ?? -1, end: at + 1 }
  const escaped = characters[at + 1] ?? ''
  const accepts = CLASSES.get(escaped)
  if (accepts) return { code: -1, accepts, end: at + 2 }
  return { code: escapedCharacter(escaped).codePointAt(0) ?? -1, end: at + 2 }
}

function range(low: number, high: number): Accepts {
  if (high < low) throw new AppError('message-invalid', 'A range in the pattern ends before it begins.')
  return (code) => code >= low && code <= high
}
