import type { ToolStep } from '../../api/guard-types.ts'

export interface SplitAnswer {
  /** By step: what the model said before its calls; empty where that stands in the rest. */
  readonly said: readonly string[]
  /** What comes after the last step. */
  readonly rest: string
}

/**
 * An answer begins with what a model said between its steps. Each of these belongs to its step and is shown there;
 * where the two differ, as once citations are numbered anew, it stays in the answer. Nothing is shown twice or lost.
 */
export function splitSaid(text: string, steps: readonly Pick<ToolStep, 'text'>[]): SplitAnswer {
  let rest = text
  let isAlike = true
  const said = steps.map((step) => {
    const words = step.text.trim()
    const begun = rest.trimStart()
    if (words === '' || !isAlike) return ''
    // A step may be told before all of its words have arrived.
    const isArriving = begun.length < words.length && words.startsWith(begun)
    isAlike = isArriving || begun.startsWith(words)
    if (!isAlike) return ''
    rest = begun.slice(words.length)
    return words
  })
  return { said, rest: said.some((words) => words !== '') ? rest.trimStart() : text }
}
