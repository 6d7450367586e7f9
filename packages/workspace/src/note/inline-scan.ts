import { fieldOfLine } from './inline-field.ts'
import type { InlineField, NoteLink } from './parsed-note.ts'
import { type Lookahead, newLookahead } from './skip-span.ts'

/** What running text holds, in order of appearance; tags as often as they stand there. */
export interface Findings {
  readonly links: NoteLink[]
  readonly tags: string[]
  readonly fields: InlineField[]
}

export interface ScanOptions {
  /** The line that the text begins in. */
  readonly line: number
  /** Whether a whole line `name:: value` is a field. */
  readonly wholeLines: boolean
  readonly into: Findings
}

export interface Opening {
  readonly at: number
  readonly line: number
  /** Where the name of a field ends, if this begins one; else -1. */
  nameEnd: number
}

export interface Scan {
  readonly text: string
  readonly options: ScanOptions
  readonly ahead: Lookahead
  readonly brackets: Opening[]
  /** Those of this line. */
  readonly parentheses: Opening[]
  readonly links: { readonly at: number; readonly link: NoteLink }[]
  line: number
  lineStart: number
  /** The first `::` of this line outside code, or -1. */
  colons: number
  bracketField: boolean
}

export function newScan(text: string, options: ScanOptions): Scan {
  return {
    text,
    options,
    ahead: newLookahead(),
    brackets: [],
    parentheses: [],
    links: [],
    line: options.line,
    lineStart: 0,
    colons: -1,
    bracketField: false,
  }
}

export function newLine(scan: Scan, at: number): number {
  endLine(scan, at)
  scan.line += 1
  scan.lineStart = at + 1
  scan.colons = -1
  scan.bracketField = false
  if (scan.parentheses.length > 0) scan.parentheses.length = 0
  return at + 1
}

export function endLine({ text, options, colons, bracketField, lineStart, line }: Scan, end: number): void {
  if (colons === -1 || bracketField || !options.wholeLines) return
  const field = fieldOfLine(text, { start: lineStart, colons, end })
  if (field) options.into.fields.push({ ...field, line })
}

/** Passes over text that holds nothing but line ends that count. */
export function skipTo(scan: Scan, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (scan.text.charCodeAt(at) === 10) newLine(scan, at)
  return to
}
