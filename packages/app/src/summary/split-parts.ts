import type { Tokenizer } from '@varve/engine'
import { SUMMARY_LIMITS } from './summary-limits.ts'

export interface Splitting {
  readonly tokenizer: Tokenizer
  /** Tokens that the model reads at once, answer included. */
  readonly window: number
}

/**
 * A text in parts that a model reads one by one: whole pieces where they fit, else whole lines, else what fits.
 * Undefined where it is too long for so small a window.
 */
export function splitParts(
  pieces: readonly string[],
  { tokenizer, window }: Splitting,
): readonly string[] | undefined {
  const { windowShare, partTokens, parts: most, leastPartTokens } = SUMMARY_LIMITS
  const room = Math.floor(window * windowShare)
  const counted = pieces.map((text) => ({ text, tokens: tokenizer.count(text) }))
  const tokens = counted.reduce((sum, piece) => sum + piece.tokens, 0)
  // A little more than an even share, since pieces are not cut where they need not be.
  const size = Math.min(room, Math.max(partTokens, Math.ceil((tokens * 1.25) / most)))
  if (size < leastPartTokens || tokens > size * most) return undefined
  const parts: string[] = []
  let part: string[] = []
  let used = 0
  for (const piece of counted.flatMap((one) =>
    one.tokens > size ? cut(one.text, size, tokenizer) : [one],
  )) {
    if (used + piece.tokens > size && part.length > 0) {
      parts.push(part.join('\n\n'))
      part = []
      used = 0
    }
    part.push(piece.text)
    used += piece.tokens
  }
  if (part.length > 0) parts.push(part.join('\n\n'))
  return parts.length > most * 2 ? undefined : parts
}

interface Counted {
  readonly text: string
  readonly tokens: number
}

/** By lines, and a line that is too long by itself in halves. */
function cut(text: string, size: number, tokenizer: Tokenizer): readonly Counted[] {
  const cuts: Counted[] = []
  let held = ''
  let used = 0
  for (const line of text.split('\n').flatMap((one) => halves(one, size, tokenizer))) {
    const tokens = tokenizer.count(`${line}\n`)
    if (used + tokens > size && held !== '') {
      cuts.push({ text: held, tokens: used })
      held = ''
      used = 0
    }
    held = held === '' ? line : `${held}\n${line}`
    used += tokens
  }
  return held === '' ? cuts : [...cuts, { text: held, tokens: used }]
}

function halves(line: string, size: number, tokenizer: Tokenizer): readonly string[] {
  if (line.length < 2 || tokenizer.count(line) <= size) return [line]
  const middle = line.length >> 1
  const end = /[\ud800-\udbff]/.test(line[middle - 1] ?? '') ? middle + 1 : middle
  return [...halves(line.slice(0, end), size, tokenizer), ...halves(line.slice(end), size, tokenizer)]
}
