import { decodeText, type FileEntry, type StoredFile, WorkspaceError } from '@varve/workspace'
import type { PacedMatcher } from '../pattern.ts'
import { aroundParts, bareLine, lineStarts, type Part, splitLines } from './text-lines.ts'
import { wholePart } from './show-lines.ts'
import type { FileVisibility } from '../file-visibility.ts'
import type { ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'

export interface GrepRequest {
  readonly run: ToolRun
  readonly sight: FileVisibility
  /** What every match has, in lower case; empty if that isn't known. Most texts need no look at the pattern then. */
  readonly literal: string
  readonly matcher: PacedMatcher
  readonly entries: readonly FileEntry[]
  /** Lines around each match. */
  readonly context: number
}

export interface GrepReport {
  readonly lines: readonly string[]
  readonly matches: number
  readonly files: number
  /** As many lines as there may be were found. */
  readonly isFull: boolean
  readonly isExhausted: boolean
  readonly skipped: number
  readonly isUntrusted: boolean
  /** The text around the lines. */
  readonly around: readonly string[]
}

interface Match {
  /** From 0. */
  readonly line: number
  readonly end: number
}

/** Looks through files in their order, line by line. */
export async function grepFiles(request: GrepRequest): Promise<GrepReport> {
  const { run, sight, matcher, entries, context } = request
  const lines: string[] = []
  const around: string[] = []
  let [matches, files, skipped] = [0, 0, 0]
  let isUntrusted = false
  for (const entry of entries) {
    if (matches >= TOOL_LIMITS.grepMatches || matcher.isExhausted) break
    if (entry.kind !== 'note' && entry.kind !== 'file') continue
    await matcher.rest()
    const file = entry.bytes > TOOL_LIMITS.grepFileBytes ? undefined : await readText(run, entry.path)
    if (!file) {
      skipped += 1
      continue
    }
    const found = await matchesIn(file.text, request, TOOL_LIMITS.grepMatches - matches)
    // Looked at only now: most files have no match, and reading their marks costs more than their lines.
    if (found.length === 0 || sight.hides(file)) continue
    matches += found.length
    files += 1
    isUntrusted ||= run.isUntrusted?.(file.path) ?? false
    const all = splitLines(file.text)
    lines.push(file.path, ...showMatches(all, found, context))
    around.push(...aroundParts(file.text, shownParts(all, found, context)))
  }
  const isFull = matches >= TOOL_LIMITS.grepMatches
  const { isExhausted, givenUp } = matcher
  return { lines, matches, files, isFull, isExhausted, skipped: skipped + givenUp, isUntrusted, around }
}

async function matchesIn(
  text: string,
  { literal, matcher }: GrepRequest,
  most: number,
): Promise<readonly Match[]> {
  if (!text.toLowerCase().includes(literal)) return []
  const found: Match[] = []
  for (const [line, raw] of splitLines(text).entries()) {
    const bare = bareLine(raw)
    if (!bare.toLowerCase().includes(literal)) continue
    if (matcher.matches(bare)) {
      const isLong = bare.length > TOOL_LIMITS.grepLineCharacters
      found.push({ line, end: (isLong ? matcher.findEnd(bare) : undefined) ?? 0 })
    }
    if (found.length >= most || matcher.isExhausted) break
    await matcher.rest()
  }
  return found
}

function showMatches(lines: readonly string[], found: readonly Match[], context: number): readonly string[] {
  const shown: string[] = []
  const ends = new Map(found.map(({ line, end }) => [line, end]))
  let next = 0
  for (const { line } of found) {
    const first = Math.max(next, line - context)
    if (first > next && next > 0 && context > 0) shown.push('--')
    const last = Math.min(lines.length - 1, line + context)
    for (let at = first; at <= last; at += 1) {
      const end = ends.get(at)
      shown.push(`${at + 1}${end === undefined ? '-' : ':'} ${cut(bareLine(lines[at] ?? ''), end ?? 0)}`)
    }
    next = Math.max(next, last + 1)
  }
  return shown
}

/** What of the text is in what is shown: of a long line only what is around its match. */
function shownParts(lines: readonly string[], found: readonly Match[], context: number): readonly Part[] {
  const { grepLineCharacters } = TOOL_LIMITS
  const starts = lineStarts(lines)
  return found.flatMap(({ line, end }): readonly Part[] => {
    const first = starts[Math.max(0, line - context)] ?? 0
    const last = starts[Math.min(lines.length, line + 1 + context)] ?? 0
    if (last - first <= grepLineCharacters) return [[first, last]]
    const match = (starts[line] ?? 0) + end
    return [
      [first, first],
      [Math.max(first, match - grepLineCharacters), Math.min(last, match + grepLineCharacters)],
      [last, last],
    ]
  })
}

/** A long line around its match. */
function cut(line: string, end: number): string {
  const { grepLineCharacters } = TOOL_LIMITS
  if (line.length <= grepLineCharacters) return line
  const start = Math.max(0, Math.min(end - grepLineCharacters / 2, line.length - grepLineCharacters))
  const isHalved = /[\udc00-\udfff]/.test(line.charAt(start))
  const part = wholePart(line.slice(isHalved ? start + 1 : start), grepLineCharacters)
  return `${start > 0 ? '…' : ''}${part}${start + grepLineCharacters < line.length ? '…' : ''}`
}

/** Undefined for what is gone, or no text. */
async function readText(
  { files }: ToolRun,
  path: string,
): Promise<(StoredFile & { readonly text: string }) | undefined> {
  try {
    const file = await files.read(path)
    return { ...file, text: decodeText(file) }
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
