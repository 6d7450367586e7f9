import { AppError } from '../../app-error.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import type { Accepts, Edge, PatternNode } from './pattern-node.ts'

export type PatternState =
  | { readonly kind: 'take'; readonly accepts: Accepts; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'end' }

export interface Program {
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
