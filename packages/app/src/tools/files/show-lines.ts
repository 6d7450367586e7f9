import { AppError } from '../../app-error.ts'
import type { Lines } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { splitLines } from './text-lines.ts'

export interface ShownLines {
  readonly text: string
  /** Where that begins in all of it. */
  readonly start: number
  /** Or pages, where the text is shown by these. */
  readonly lines: Lines
  readonly total: number
  /** What is not shown and how to have it; undefined where all of it is there. */
  readonly rest?: string
}

export interface LinesWanted {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A range of lines, as many as one result may hold, byte for byte. */
export function showLines(text: string, wanted: LinesWanted): ShownLines {
  return showParts(splitLines(text), wanted, 'line')
}

/** The same of a text that comes in pages. */
export function showParts(all: readonly string[], wanted: LinesWanted, unit: 'line' | 'page'): ShownLines {
  const total = all.length
  const from = wanted.from ?? 1
  const last = Math.min(wanted.to ?? total, total)
  if (total === 0) return { text: '', start: 0, lines: [0, 0], total }
  if (from > total)
    throw new AppError('message-invalid', `There are ${total} ${unit}s; ${unit} ${from} is none.`)
  if (wanted.to !== undefined && wanted.to < from)
    throw new AppError('message-invalid', `The range ends at ${unit} ${wanted.to}, before ${unit} ${from}.`)
  const { readLines, readCharacters } = TOOL_LIMITS
  const start = all.slice(0, from - 1).join('').length
  let shown = ''
  let to = from - 1
  while (to < last && to - from + 1 < readLines) {
    const line = all[to] ?? ''
    if (shown.length + line.length > readCharacters) break
    shown += line
    to += 1
  }
  if (to < from) return { ...cutPart(all[from - 1] ?? '', { number: from, unit }), start, total }
  const rest = to < last ? `[more: ${unit}s ${to + 1}-${last} were not shown; ask for them]` : undefined
  return { text: shown, start, lines: [from, to], total, ...(rest ? { rest } : {}) }
}

/** One line or page that is longer than a result may be. */
function cutPart(
  part: string,
  { number, unit }: { readonly number: number; readonly unit: 'line' | 'page' },
): Pick<ShownLines, 'text' | 'lines' | 'rest'> {
  const text = wholePart(part, TOOL_LIMITS.readCharacters)
  const finder = unit === 'line' ? 'grep' : 'localSearch'
  const rest = `[cut: ${unit} ${number} has ${part.length - text.length} more characters; ${finder} finds places in it]`
  return { text, lines: [number, number], rest }
}

/** The start of a text, no character of it halved. */
export function wholePart(text: string, characters: number): string {
  const part = text.slice(0, characters)
  const isHalved = /[\ud800-\udbff]$/.test(part) && part.length < text.length
  return isHalved ? part.slice(0, -1) : part
}
