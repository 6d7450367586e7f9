import { QueryProblem } from './query-problem.ts'

export type PatternState =
  | { readonly kind: 'take'; readonly accepts: Accepts; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'end' }

type Accepts = (character: string) => boolean

const MAXIMUM_LENGTH = 500
const MAXIMUM_DEPTH = 20
const CLASSES: ReadonlyMap<string, Accepts> = new Map<string, Accepts>([
  ['d', (character) => /^\d$/.test(character)],
  ['D', (character) => !/^\d$/.test(character)],
  ['w', (character) => /^\w$/.test(character)],
  ['W', (character) => !/^\w$/.test(character)],
  ['s', (character) => /^\s$/.test(character)],
  ['S', (character) => !/^\s$/.test(character)],
])
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])

/** States of a pattern, the first of which is where it begins. Built from its end, so that each knows what follows. */
export function compilePattern(pattern: string, at: number): readonly PatternState[] {
  if (pattern.length > MAXIMUM_LENGTH)
    throw new QueryProblem('unsupported', at, `a pattern of more than ${MAXIMUM_LENGTH} characters`)
  return new PatternCompiler(pattern, at).compile()
}

/** A piece of a pattern: given the state that follows, the state that it begins with. */
type Piece = (next: number) => number

class PatternCompiler {
  readonly #characters: readonly string[]
  readonly #queryAt: number
  readonly #states: PatternState[] = []
  #at = 0
  #depth = 0

  constructor(pattern: string, queryAt: number) {
    // The whole text has to match anyway, so that marks for its ends add nothing.
    const start = pattern.startsWith('^') ? 1 : 0
    const end = pattern.endsWith('$') && !pattern.endsWith('\\$') ? -1 : pattern.length
    this.#characters = Array.from(pattern.slice(start, end))
    this.#queryAt = queryAt
  }

  compile(): readonly PatternState[] {
    this.#states.push({ kind: 'fork', next: [] })
    const whole = this.#alternatives()
    if (this.#at < this.#characters.length) this.#refuse('")" without "("')
    const start = whole(this.#add({ kind: 'end' }))
    this.#states[0] = { kind: 'fork', next: [start] }
    return this.#states
  }

  #alternatives(): Piece {
    this.#depth += 1
    if (this.#depth > MAXIMUM_DEPTH) this.#refuse('brackets nested this deep')
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())
    this.#depth -= 1
    return (next) => this.#add({ kind: 'fork', next: choices.map((choice) => choice(next)) })
  }

  #sequence(): Piece {
    const pieces: Piece[] = []
    while (this.#at < this.#characters.length && !this.#isAt('|') && !this.#isAt(')'))
      pieces.push(this.#repeated())
    return (next) => pieces.reduceRight((following, piece) => piece(following), next)
  }

  #repeated(): Piece {
    const piece = this.#atom()
    if (this.#isAt('{')) this.#refuse('counts in braces')
    const sign = ['*', '+', '?'].find((each) => this.#take(each))
    if (sign === undefined) return piece
    // Taking as little as possible finds the same texts.
    this.#take('?')
    if (sign === '?') return (next) => this.#add({ kind: 'fork', next: [piece(next), next] })
    return (next) => {
      const loop = this.#add({ kind: 'fork', next: [] })
      const body = piece(loop)
      this.#states[loop] = { kind: 'fork', next: [body, next] }
      return sign === '*' ? loop : body
    }
  }

  #atom(): Piece {
    const character = this.#characters[this.#at] ?? ''
    this.#at += 1
    if (character === '(') return this.#group()
    const accepts = this.#accepts(character)
    return (next) => this.#add({ kind: 'take', accepts, next })
  }

  #group(): Piece {
    if (this.#take('?') && !this.#take(':')) this.#refuse('a look ahead or back, or a name')
    const inner = this.#alternatives()
    if (!this.#take(')')) this.#refuse('"(" without ")"')
    return inner
  }

  #accepts(character: string): Accepts {
    if (character === '.') return (each) => each !== '\n' && each !== '\r'
    if (character === '[') return this.#characterClass()
    if (character === '\\') return this.#escaped()
    if ('*+?{^$'.includes(character)) this.#refuse(`"${character}" here`)
    return (each) => each === character
  }

  #escaped(): Accepts {
    const character = this.#characters[this.#at] ?? ''
    this.#at += 1
    const known = CLASSES.get(character)
    if (known) return known
    const control = CONTROLS.get(character)
    if (control === undefined && /^[\p{L}\p{N}]?$/u.test(character)) this.#refuse(`"\\${character}"`)
    return (each) => each === (control ?? character)
  }

  #characterClass(): Accepts {
    const isNegated = this.#take('^')
    const tests: Accepts[] = []
    while (!this.#take(']')) {
      const from = this.#characters[this.#at]
      if (from === undefined) this.#refuse('"[" without "]"')
      this.#at += 1
      if (from === '\\') tests.push(this.#escaped())
      else if (this.#isAt('-') && this.#characters[this.#at + 1] !== ']') {
        this.#at += 1
        tests.push(this.#range(from, this.#characters[this.#at] ?? ''))
        this.#at += 1
      } else tests.push((each) => each === from)
    }
    return (each) => tests.some((test) => test(each)) !== isNegated
  }

  #range(from: string, to: string): Accepts {
    const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? -1]
    if (to === '\\' || high < low) this.#refuse(`the range "${from}-${to}"`)
    return (each) => {
      const code = each.codePointAt(0) ?? -1
      return code >= low && code <= high
    }
  }

  #add(state: PatternState): number {
    this.#states.push(state)
    return this.#states.length - 1
  }

  #isAt(character: string): boolean {
    return this.#characters[this.#at] === character
  }

  #take(character: string): boolean {
    const isHere = this.#isAt(character)
    if (isHere) this.#at += 1
    return isHere
  }

  #refuse(what: string): never {
    throw new QueryProblem('unsupported', this.#queryAt, `a pattern with ${what}`)
  }
}
