import { type MalformedLine, parseTraceLine, type TraceLine } from './parse-trace-line.ts'
import type { TraceTurn } from '@varve/app/internal'

/** A turn with the line that it is on. */
export interface NumberedTurn {
  readonly line: number
  readonly turn: TraceTurn
}

/** The turns of a trace up to its first bad line. */
export interface TraceText {
  readonly turns: readonly NumberedTurn[]
  readonly malformed?: MalformedLine
}

const LINE_FEED = 10

/** Reads the bytes of a trace: UTF-8, one turn on a line, blank lines skipped, any line end, a mark at the front. */
export function readTrace(bytes: Uint8Array): TraceText {
  return collectTurns(decodeLines(bytes))
}

/** The same for lines that are text already. */
export function readTraceLines(lines: Iterable<string>): TraceText {
  return collectTurns(numberLines(lines))
}

function collectTurns(lines: Iterable<TraceLine>): TraceText {
  const turns: NumberedTurn[] = []
  for (const line of lines) {
    if (line.kind === 'malformed') return { turns, malformed: line }
    if (line.kind === 'turn') turns.push({ line: line.line, turn: line.turn })
  }
  return { turns }
}

function* numberLines(lines: Iterable<string>): Generator<TraceLine> {
  let number = 0
  for (const text of lines) {
    number += 1
    yield parseTraceLine(text, number)
  }
}

/** Line by line, so that broken bytes are named by the line that they are on. */
function* decodeLines(bytes: Uint8Array): Generator<TraceLine> {
  let start = 0
  for (let line = 1; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed === -1 ? bytes.length : feed
    const text = decode(bytes.subarray(start, end))
    yield text === undefined ? { kind: 'malformed', line, reason: 'not UTF-8' } : parseTraceLine(text, line)
    start = end + 1
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
