import type { InlineField, NoteLink } from './parsed-note.ts'
import { type Lookahead, newLookahead } from './skip-span.ts'

/** Everything found in running text, in order; tags as often as they occur. */
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
  /** Where a field's name ends, if this begins one; else -1. */
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

const LONGEST_NAME = 120
const NAME = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} _/*~-]|\u200d|\ufe0f)+$/u
const BROKEN = /[[\]()`:\n]/
const HAS_NAME = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Whether what is between a bracket and `::` is the name of a field. */
export function isFieldName(text: string, from: number, to: number): boolean {
  if (to - from > LONGEST_NAME) return false
  const name = text.slice(from, to)
  return HAS_NAME.test(name) && !BROKEN.test(name)
}

/** A whole line `name:: value`, the name perhaps marked bold or italic. */
function fieldOfLine(
  text: string,
  { start, colons, end }: { readonly start: number; readonly colons: number; readonly end: number },
): { readonly name: string; readonly value: string } | undefined {
  if (colons - start > LONGEST_NAME) return undefined
  const written = text.slice(start, colons)
  if (!NAME.test(written)) return undefined
  const name = written.replace(/^[ *_~]+/u, '').replace(/(?<![ *_~])[ *_~]+$/u, '')
  return HAS_NAME.test(name) ? { name, value: text.slice(colons + 2, end).trim() } : undefined
}

export type LinkTarget = Pick<NoteLink, 'target' | 'heading' | 'block'>

/** Reads `[[…]]` at a place; `end` is the place itself where none begins there. */
export function readWikiLink(
  text: string,
  at: number,
): { readonly link?: LinkTarget & Pick<NoteLink, 'alias'>; readonly end: number } {
  let pipe = -1
  for (let end = at + 2; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === 10) break
    if (code === 124 && pipe === -1) pipe = end
    if (code === 93 && text.charCodeAt(end + 1) === 93) {
      const link = parseInner(text, { from: at + 2, pipe, to: end })
      return link ? { link, end: end + 2 } : { end: at }
    }
    // A file's name holds no bracket; what is shown instead may, but no link begins in it.
    if ((code === 91 || code === 93) && (pipe === -1 || text.charCodeAt(end + 1) === 91)) break
  }
  return { end: at }
}

function parseInner(text: string, { from, pipe, to }: { from: number; pipe: number; to: number }) {
  // In a table the bar is written `\|`.
  const targetEnd = pipe === -1 ? to : text.charCodeAt(pipe - 1) === 92 ? pipe - 1 : pipe
  const written = text.slice(from, targetEnd).trim()
  if (written === '' || /^[a-z][a-z0-9+.-]*:\/\//iu.test(written)) return undefined
  const target = splitTarget(written)
  if (target.target === '' && target.heading === undefined && target.block === undefined) return undefined
  const alias = pipe === -1 ? '' : text.slice(pipe + 1, to).trim()
  return alias === '' ? target : { ...target, alias }
}

/** `path#heading`, `path#^block`: the path, and what of it is meant. */
export function splitTarget(written: string): LinkTarget {
  const hash = written.indexOf('#')
  if (hash === -1) return { target: written }
  const target = written.slice(0, hash).trim()
  const part = written.slice(hash + 1).trim()
  if (part === '') return { target }
  return part.startsWith('^') ? { target, block: part.slice(1) } : { target, heading: part }
}
