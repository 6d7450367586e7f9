import { GuardError } from '../guard-error.ts'

/** A step of a machine that reads one character at a time and never goes back. */
export type Step =
  | { readonly kind: 'take'; readonly accepts: (code: number) => boolean; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'done' }

export interface Machine {
  readonly steps: readonly Step[]
  readonly start: number
  readonly acceptsNothing: boolean
}

/** A pattern as it was read. */
export type PatternNode =
  | { readonly kind: 'character'; readonly accepts: (code: number) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }

const MOST_STEPS = 600

/** The machine that runs a pattern; refuses one that would be too large. */
export function buildMachine(root: PatternNode): Machine {
  const steps: Step[] = [{ kind: 'done' }]
  const add = (step: Step): number => {
    if (steps.length >= MOST_STEPS)
      throw new GuardError(
        'pattern-unsafe',
        `The pattern is too large: it needs more than ${MOST_STEPS} steps.`,
      )
    return steps.push(step) - 1
  }
  /** Builds from the end, so that every part knows where it leads. */
  const build = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case 'character':
        return add({ kind: 'take', accepts: node.accepts, next })
      case 'sequence':
        return node.parts.reduceRight((after, part) => build(part, after), next)
      case 'choice':
        return node.options
          .map((option) => build(option, next))
          .reduceRight((other, one) => add({ kind: 'fork', next: one, other }))
      case 'repeat':
        return buildRepeat(node, next)
      default:
        return node satisfies never
    }
  }
  const buildRepeat = (node: Extract<PatternNode, { kind: 'repeat' }>, next: number): number => {
    let after = next
    if (Number.isFinite(node.most))
      for (let count = node.least; count < node.most; count += 1)
        after = add({ kind: 'fork', next: build(node.part, after), other: next })
    else {
      const loop: Extract<Step, { kind: 'fork' }> = { kind: 'fork', next: 0, other: next }
      after = add(loop)
      loop.next = build(node.part, after)
    }
    for (let count = 0; count < node.least; count += 1) after = build(node.part, after)
    return after
  }
  const start = build(root, 0)
  return { start, steps, acceptsNothing: canEnd(steps, start) }
}

/** Whether the end can be come to without taking a character. */
function canEnd(steps: readonly Step[], start: number): boolean {
  const seen = new Set<number>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = steps[at]
    if (!step || seen.has(at)) continue
    seen.add(at)
    if (step.kind === 'done') return true
    if (step.kind === 'fork') open.push(step.next, step.other)
  }
  return false
}
