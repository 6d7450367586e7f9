import type { Range } from '../artifact/artifact.ts'
import { safeEnd } from './cut-text.ts'

export interface Extract {
  readonly text: string
  /** First and last line of each piece that is shown, counted from 1. */
  readonly lines: readonly Range[]
}

/** Room for the mark between the beginning and the end. */
const MARK_CHARACTERS = 80
const TAIL_SHARE = 1 / 3

/**
 * A bounded extract of a text that nobody can give again: exact lines from its beginning and its
 * end, and a mark that says which are left out. A first line that is too long is cut, and marked. [B-2]
 */
export function extractLines(content: string, options: { readonly maximumCharacters: number }): Extract {
  const total = countLines(content)
  if (content.length <= options.maximumCharacters)
    return { text: content, lines: total === 0 ? [] : [[1, total]] }
  const room = options.maximumCharacters - MARK_CHARACTERS
  if (room < 1) return { text: '', lines: [] }
  const tailStart = findTail(content, Math.floor(room * TAIL_SHARE))
  const tail = content.slice(tailStart)
  const head = findHead(content, room - tail.length)
  const firstTailLine = total - countLines(tail) + 1
  const mark = describeGap(head, firstTailLine)
  const lines: Range[] = [[1, head.lines]]
  if (tail !== '') lines.push([firstTailLine, total])
  return { text: `${head.text}${mark}${tail === '' ? '' : `\n${tail}`}`, lines }
}

interface Head {
  /** Ends with a line end. */
  readonly text: string
  readonly lines: number
  /** Whether the one line that it holds is not whole. */
  readonly cut: boolean
}

function findHead(content: string, room: number): Head {
  const end = content.lastIndexOf('\n', room - 1) + 1
  if (end > 0) return { text: content.slice(0, end), lines: countLines(content.slice(0, end)), cut: false }
  const beginning = content.slice(0, safeEnd(content, Math.max(0, room - '…\n'.length)))
  return { text: `${beginning}…\n`, lines: 1, cut: true }
}

/** Where the last whole lines begin that fit; the end of the text when not even one does. */
function findTail(content: string, room: number): number {
  const earliest = content.length - room
  // A line begins after a line end; the text's own beginning is the head's.
  const newline = content.indexOf('\n', Math.max(0, earliest - 1))
  return newline === -1 ? content.length : newline + 1
}

function describeGap(head: Head, firstTailLine: number): string {
  const pieces: string[] = []
  if (head.cut) pieces.push('the rest of line 1')
  const from = head.lines + 1
  const to = firstTailLine - 1
  if (to === from) pieces.push(`line ${from}`)
  if (to > from) pieces.push(`lines ${from} to ${to}`)
  return `[… left out: ${pieces.join(' and ')} …]`
}

/** A line end closes a line; what follows the last one is a line when there is something. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
