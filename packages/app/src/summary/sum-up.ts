import type { Tokenizer } from '@varve/engine'
import { AppError } from '../app-error.ts'
import { splitParts } from './split-parts.ts'
import { SUMMARY_LIMITS } from './summary-limits.ts'
import { reductionInstructions, summaryInstructions, type SummaryTask } from './summary-task.ts'

export interface Asked {
  readonly instructions: string
  readonly text: string
  readonly maxOutputTokens: number
}

export interface SummingUp {
  readonly tokenizer: Tokenizer
  readonly window: number
  readonly ask: (asked: Asked) => Promise<string>
  /** Before each call: which one it is, of how many. */
  readonly onCall?: (call: number, calls: number) => void
}

/**
 * One summary of a text of any length: in one call where the model can read it at once, else part by part and then
 * of all that was said of the parts. It never has more tokens than were asked for.
 */
export async function sumUp(task: SummaryTask, summing: SummingUp): Promise<string> {
  const { tokenizer, ask, onCall } = summing
  const { maximumTokens: tokens } = task
  const parts = splitParts(task.pieces, summing)
  if (!parts) throw new AppError('does-not-fit', 'It is too long for the window of this model.')
  const calls = parts.length > 1 ? parts.length + 1 : 1
  const notes: string[] = []
  for (const [index, text] of parts.entries()) {
    onCall?.(index + 1, calls)
    const isAll = parts.length === 1
    const limit = isAll ? tokens : SUMMARY_LIMITS.noteTokens
    const part = isAll ? {} : { part: [index + 1, parts.length] as const }
    const instructions = summaryInstructions(task, { tokens: limit, ...part })
    const said = await ask({ instructions, text, maxOutputTokens: outputFor(limit) })
    notes.push(fitTokens(said, limit, tokenizer))
  }
  if (parts.length > 1) onCall?.(calls, calls)
  const whole =
    parts.length === 1
      ? notes.join('')
      : await ask({
          instructions: reductionInstructions(task, tokens),
          text: notes.map((note, index) => `Part ${index + 1}:\n${note}`).join('\n\n'),
          maxOutputTokens: outputFor(tokens),
        })
  const summary = fitTokens(whole, tokens, tokenizer)
  if (summary === '') throw new AppError('provider-failed', 'The model said nothing.')
  return summary
}

function outputFor(tokens: number): number {
  return tokens * 2 + SUMMARY_LIMITS.thoughtTokens
}

/** Cut at a blank where it has more tokens than were asked for, and marked. */
export function fitTokens(said: string, most: number, tokenizer: Tokenizer): string {
  const text = said.toWellFormed().trim()
  if (tokenizer.count(text) <= most) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (tokenizer.count(`${text.slice(0, middle)}…`) <= most) fits = middle
    else tooLong = middle
  }
  const cut = text.slice(0, fits)
  const blank = cut.search(/\s\S*$/)
  return `${(blank > 0 ? cut.slice(0, blank) : cut.toWellFormed()).trimEnd()}…`
}
