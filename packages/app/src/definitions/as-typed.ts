import type { Replaced } from './expand-message.ts'

interface Span {
  readonly start: number
  readonly end: number
}

/** A place in what is sent as a place in what was typed; undefined where a template put it there. */
export function asTyped<Mark extends Span>(mark: Mark, replaced: readonly Replaced[]): Mark | undefined {
  let shift = 0
  for (const { from, to, length } of replaced) {
    const start = from + shift
    if (mark.end <= start) break
    if (mark.start < start + length) return undefined
    shift += length - (to - from)
  }
  return { ...mark, start: mark.start - shift, end: mark.end - shift }
}
