import { type Accepts, type Edge, isWordCode, type PatternNode } from './pattern-node.ts'
import { AppError } from '../../app-error.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'

/** What a matcher may spend. */
export interface MatchLimits {
  /** Steps for one text. */
  readonly text: number
  /** Steps for all of them. */
  readonly all: number
}

/** No character: before the first and after the last. */
const NONE = -1

/**
 * Finds a pattern in texts. All ways to match are followed at once, so that the time is the length of the text
 * times that of the pattern, whatever they are.
 */
export class PatternMatcher {
  /** Steps taken so far, over all texts. */
  work = 0
  /** Texts that were given up: they are longer than the pattern can be followed in. */
  givenUp = 0
  readonly #limits: MatchLimits
  readonly #states: readonly PatternState[]
  readonly #start: number
  readonly #seen: Uint32Array
  #mark = 0
  #current: number[] = []
  #following: number[] = []

  constructor(node: PatternNode, limits: MatchLimits) {
    const { states, start } = compilePattern(node)
    this.#states = states
    this.#start = start
    this.#limits = limits
    this.#seen = new Uint32Array(states.length)
  }

  /** Whether there is nothing left to spend. */
  get isExhausted(): boolean {
    return this.work >= this.#limits.all
  }

  /** Where the first match to end ends, in code units; undefined where there is none, or none within the limits. */
  findEnd(text: string): number | undefined {
    this.#following = []
    const most = Math.min(this.work + this.#limits.text, this.#limits.all)
    let before = NONE
    for (let at = 0; ; ) {
      const code = text.codePointAt(at) ?? NONE
      if (this.#enter(before, code)) return at
      if (code === NONE) return undefined
      if (this.work >= most) {
        this.givenUp += 1
        return undefined
      }
      this.#take(code)
      before = code
      at += code > 0xffff ? 2 : 1
    }
  }

  /** Collects the states that can be in at a place, a new beginning among them; true where one is the end. */
  #enter(before: number, after: number): boolean {
    const waiting = this.#following
    waiting.push(this.#start)
    this.#nextMark()
    this.#current = []
    let isEnd = false
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#seen[index] === this.#mark) continue
      this.#seen[index] = this.#mark
      this.work += 1
      const state = this.#states[index]
      if (state?.kind === 'take') this.#current.push(index)
      else if (state?.kind === 'fork') waiting.push(...state.next)
      else if (state?.kind === 'edge') {
        if (isAt(state.edge, before, after)) waiting.push(state.next)
      } else isEnd = true
    }
    return isEnd
  }

  #take(code: number): void {
    for (const index of this.#current) {
      const state = this.#states[index]
      if (state?.kind === 'take' && state.accepts(code)) this.#following.push(state.next)
    }
    this.work += this.#current.length
  }

  #nextMark(): void {
    this.#mark += 1
    if (this.#mark <= 0xffffffff) return
    this.#seen.fill(0)
    this.#mark = 1
  }
}

function isAt(edge: Edge, before: number, after: number): boolean {
  switch (edge) {
    case 'start':
      return before === NONE
    case 'end':
      return after === NONE
    case 'word':
      return isWordCode(before) !== isWordCode(after)
    case 'no-word':
      return isWordCode(before) === isWordCode(after)
    default:
      return edge satisfies never
  }
}

type PatternState =
  | { readonly kind: 'take'; readonly accepts: Accepts; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'end' }

interface Program {
  readonly states: readonly PatternState[]
  readonly start: number
}

/** The states of a pattern. Built from its end, so that each knows what follows; too many are refused on the way. */
export function compilePattern(node: PatternNode): Program {
  const states: PatternState[] = [{ kind: 'end' }]
  const start = addNode(states, node, 0)
  return { states, start }
}

function add(states: PatternState[], state: PatternState): number {
  const { patternStates } = TOOL_LIMITS
  if (states.length >= patternStates)
    throw new AppError(
      'message-invalid',
      'The pattern cannot be used: it stands for too much, as counts within counts do.',
    )
  states.push(state)
  return states.length - 1
}

function addNode(states: PatternState[], node: PatternNode, next: number): number {
  switch (node.kind) {
    case 'set':
      return add(states, { kind: 'take', accepts: node.accepts, next })
    case 'edge':
      return add(states, { kind: 'edge', edge: node.edge, next })
    case 'sequence':
      return node.items.reduceRight((following, item) => addNode(states, item, following), next)
    case 'choice':
      return add(states, { kind: 'fork', next: node.options.map((option) => addNode(states, option, next)) })
    case 'repeat':
      return addRepeat(states, node, next)
    default:
      return node satisfies never
  }
}

function addRepeat(
  states: PatternState[],
  { item, min, max }: Extract<PatternNode, { readonly kind: 'repeat' }>,
  next: number,
): number {
  let following = next
  if (max === undefined) {
    const loop = add(states, { kind: 'fork', next: [] })
    states[loop] = { kind: 'fork', next: [addNode(states, item, loop), next] }
    following = loop
  } else
    for (let count = min; count < max; count += 1)
      following = add(states, { kind: 'fork', next: [addNode(states, item, following), next] })
  for (let count = 0; count < min; count += 1) {
    // Even what stands for nothing counts, or a count of nothing would go on for ever.
    following = add(states, { kind: 'fork', next: [addNode(states, item, following)] })
  }
  return following
}
