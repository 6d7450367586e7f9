import type { Machine } from './build-machine.ts'

interface Match {
  readonly start: number
  readonly end: number
}

/** A match longer than this is cut off, so that no text makes the machine look far ahead again and again. */
const LONGEST_MATCH = 256

/** All matches, the leftmost and there the longest, none overlapping. */
export function findMatches(machine: Machine, text: string): readonly Match[] {
  const first = firstSteps(machine)
  const matches: Match[] = []
  for (let at = 0; at < text.length; ) {
    const end = first.some((accepts) => accepts(text.charCodeAt(at))) ? longestFrom(machine, text, at) : at
    if (end > at) matches.push({ start: at, end })
    at = end > at ? end : at + 1
  }
  return matches
}

function firstSteps(machine: Machine): readonly ((code: number) => boolean)[] {
  return [...reach(machine, [machine.start])].flatMap((at) => {
    const step = machine.steps[at]
    return step?.kind === 'take' ? [step.accepts] : []
  })
}

/** Where the longest match from the place ends; the place itself where there is none. */
function longestFrom(machine: Machine, text: string, start: number): number {
  let active = reach(machine, [machine.start])
  let end = start
  for (let at = start; at < text.length && at - start < LONGEST_MATCH && active.size > 0; at += 1) {
    const code = text.charCodeAt(at)
    const next: number[] = []
    for (const index of active) {
      const step = machine.steps[index]
      if (step?.kind === 'take' && step.accepts(code)) next.push(step.next)
    }
    active = reach(machine, next)
    if (active.has(0)) end = at + 1
  }
  return end
}

/** All steps that can be come to without taking a character; 0 is the end. */
function reach({ steps }: Machine, from: readonly number[]): ReadonlySet<number> {
  const reached = new Set<number>()
  const open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    const step = steps[at]
    if (step?.kind === 'fork') open.push(step.other, step.next)
  }
  return reached
}
