import { GuardError } from '../guard-error.ts'
import { buildMachine, type Machine, type PatternNode as Node } from './build-machine.ts'

const MOST_REPEATS = 200
const MOST_CHARACTERS = 400
const DIGIT = (code: number): boolean => code >= 48 && code <= 57
const WORD = (code: number): boolean =>
  DIGIT(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
const SPACE = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160
const CLASSES: Readonly<Record<string, (code: number) => boolean>> = {
  d: DIGIT,
  D: (code) => !DIGIT(code),
  w: WORD,
  W: (code) => !WORD(code),
  s: SPACE,
  S: (code) => !SPACE(code),
}
const CONTROLS: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13 }

/**
 * A literal, or a pattern of the safe subset: characters, classes, `.`, groups, `|`, `?`, `*`, `+` and `{n,m}`.
 * Look-around, back references and anchors are refused, for they cannot be run in one pass.
 */
export function parsePattern(source: string, kind: 'literal' | 'pattern', ignoreCase: boolean): Machine {
  if (source.length > MOST_CHARACTERS)
    throw new GuardError(
      'pattern-unsafe',
      `The pattern has ${source.length} characters; at most ${MOST_CHARACTERS} are taken.`,
    )
  const literal = (code: number): Node => characterNode(code, ignoreCase)
  const node: Node =
    kind === 'literal'
      ? { kind: 'sequence', parts: literalParts(source, literal) }
      : new PatternReader(withoutBorders(source), ignoreCase).read()
  const machine = buildMachine(node)
  if (machine.acceptsNothing) throw new GuardError('pattern-invalid', 'The pattern matches the empty text.')
  return machine
}

/** Whole words are the default, so that a border of words at the ends says nothing new. */
function withoutBorders(source: string): string {
  return source
    .replace(/^\(\?i\)/, '')
    .replace(/^\\b/, '')
    .replace(/(?<!\\)\\b$/, '')
}

/** Blanks stand for any blanks, also for the end of a line: names are broken and spaced as they come. */
function literalParts(source: string, literal: (code: number) => Node): readonly Node[] {
  const blanks: Node = {
    kind: 'repeat',
    part: { kind: 'character', accepts: SPACE },
    least: 1,
    most: Number.POSITIVE_INFINITY,
  }
  return source
    .split(/(\s+)/)
    .flatMap((part, at) =>
      at % 2 === 1
        ? [blanks]
        : [...Array(part.length).keys()].map((place) => literal(part.charCodeAt(place))),
    )
}

function characterNode(code: number, ignoreCase: boolean): Node {
  const character = String.fromCharCode(code)
  const codes = ignoreCase
    ? [code, character.toLowerCase().charCodeAt(0), character.toUpperCase().charCodeAt(0)]
    : [code]
  return { kind: 'character', accepts: (other) => codes.includes(other) }
}

class PatternReader {
  readonly #source: string
  readonly #ignoreCase: boolean
  #at = 0

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source
    this.#ignoreCase = ignoreCase
  }

  read(): Node {
    const node = this.#choice()
    if (this.#at < this.#source.length) throw this.#wrong('has a ")" without its "("')
    return node
  }

  #choice(): Node {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek()))
      parts.push(this.#repeated(this.#single()))
    return { kind: 'sequence', parts }
  }

  #repeated(part: Node): Node {
    const counted = /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(this.#source.slice(this.#at))
    if (counted) {
      this.#at += counted[0].length
      const least = Number(counted[1])
      const most =
        counted[2] === undefined ? least : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3])
      return this.#afterRepeat({ kind: 'repeat', part, least, most })
    }
    if (this.#take('?')) return this.#afterRepeat({ kind: 'repeat', part, least: 0, most: 1 })
    if (this.#take('*'))
      return this.#afterRepeat({ kind: 'repeat', part, least: 0, most: Number.POSITIVE_INFINITY })
    if (this.#take('+'))
      return this.#afterRepeat({ kind: 'repeat', part, least: 1, most: Number.POSITIVE_INFINITY })
    return part
  }

  #afterRepeat(node: Extract<Node, { kind: 'repeat' }>): Node {
    if (node.least > MOST_REPEATS || (Number.isFinite(node.most) && node.most > MOST_REPEATS))
      throw new GuardError(
        'pattern-unsafe',
        `The pattern "${this.#source}" repeats more than ${MOST_REPEATS} times.`,
      )
    // Shortest or longest, the same texts match; the longest is taken.
    this.#take('?')
    if (node.most < node.least) throw this.#wrong('has a repeat whose end is before its beginning')
    if ('?*+{'.includes(this.#peek() || ' ')) throw this.#wrong('has two repeats in a row')
    return node
  }

  #single(): Node {
    const character = this.#next()
    if (character === '(') return this.#group()
    if (character === '[') return { kind: 'character', accepts: this.#set() }
    if (character === '.') return { kind: 'character', accepts: (code) => code !== 10 }
    if (character === '\\') return this.#escape()
    if (character === '^' || character === '$')
      throw this.#unsafe(`uses "${character}"; a match may stand anywhere`)
    if ('?*+'.includes(character)) throw this.#wrong(`has a "${character}" with nothing to repeat`)
    return characterNode(character.charCodeAt(0), this.#ignoreCase)
  }

  #group(): Node {
    const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0]
    if (this.#peek() === '?' && opening === undefined) throw this.#unsafe('looks ahead or behind')
    this.#at += opening?.length ?? 0
    const node = this.#choice()
    if (!this.#take(')')) throw this.#wrong('has a "(" without its ")"')
    return node
  }

  #escape(): Node {
    const character = this.#next()
    if (/[1-9]/.test(character)) throw this.#unsafe('refers back to a group')
    if (character === 'b' || character === 'B')
      throw this.#unsafe(`uses "\\${character}"; whole words are the default`)
    const accepts = CLASSES[character]
    if (accepts) return { kind: 'character', accepts }
    if (/[A-Za-z]/.test(character) && CONTROLS[character] === undefined)
      throw this.#unsafe(`uses "\\${character}"`)
    return characterNode(CONTROLS[character] ?? character.charCodeAt(0), this.#ignoreCase)
  }

  #set(): (code: number) => boolean {
    const isNegated = this.#take('^')
    const tests: ((code: number) => boolean)[] = []
    while (this.#peek() !== ']') {
      const from = this.#setMember()
      if (typeof from === 'function') tests.push(from)
      else if (this.#peek() === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at += 1
        const to = this.#setMember()
        if (typeof to === 'function' || to < from) throw this.#wrong('has a range that goes nowhere')
        tests.push(this.#range(from, to))
      } else tests.push(this.#range(from, from))
    }
    this.#at += 1
    return (code) => tests.some((accepts) => accepts(code)) !== isNegated
  }

  #setMember(): number | ((code: number) => boolean) {
    const character = this.#next()
    if (character !== '\\') return character.charCodeAt(0)
    const escaped = this.#next()
    return CLASSES[escaped] ?? CONTROLS[escaped] ?? escaped.charCodeAt(0)
  }

  #range(from: number, to: number): (code: number) => boolean {
    const holds = (code: number): boolean => code >= from && code <= to
    if (!this.#ignoreCase) return holds
    return (code) => {
      const character = String.fromCharCode(code)
      return (
        holds(code) ||
        holds(character.toLowerCase().charCodeAt(0)) ||
        holds(character.toUpperCase().charCodeAt(0))
      )
    }
  }

  #peek(): string {
    return this.#source[this.#at] ?? ''
  }

  #next(): string {
    const character = this.#source[this.#at]
    if (character === undefined) throw this.#wrong('ends too early')
    this.#at += 1
    return character
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at += 1
    return true
  }

  #wrong(what: string): GuardError {
    return new GuardError('pattern-invalid', `The pattern "${this.#source}" ${what}.`)
  }

  #unsafe(what: string): GuardError {
    return new GuardError(
      'pattern-unsafe',
      `The pattern "${this.#source}" ${what}, which cannot be run in one pass.`,
    )
  }
}
