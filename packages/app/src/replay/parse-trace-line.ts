import type { z } from 'zod'
import { findBadImage } from './check-images.ts'
import { parseTime } from './parse-time.ts'
import { traceSchema, type TraceTurn } from './trace-schema.ts'

/** What one line of a trace is. */
export type TraceLine =
  | { readonly kind: 'turn'; readonly line: number; readonly turn: TraceTurn }
  | { readonly kind: 'blank'; readonly line: number }
  | MalformedLine

export interface MalformedLine {
  readonly kind: 'malformed'
  /** Counted from 1. */
  readonly line: number
  readonly reason: string
}

const SHOWN_CHARACTERS = 60

/** Reads one line, with or without its line end. Never throws: a bad line says what is wrong with it. */
export function parseTraceLine(text: string, line: number): TraceLine {
  const bare = line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
  if (bare.trim() === '') return { kind: 'blank', line }
  const malformed = (reason: string): MalformedLine => ({ kind: 'malformed', line, reason })
  let value: unknown
  try {
    value = JSON.parse(bare)
  } catch (error) {
    return malformed(`not JSON: ${error instanceof Error ? shorten(error.message) : 'unreadable'}`)
  }
  const checked = traceSchema.safeParse(value)
  if (!checked.success) return malformed(describeIssue(checked.error))
  const time = findBadTime(checked.data)
  if (time !== undefined)
    return malformed(
      `${time.place}: "${shorten(String(time.value))}" is not a time such as 2026-01-05T09:00:00Z`,
    )
  const image = findBadImage(checked.data)
  return image === undefined ? { kind: 'turn', line, turn: checked.data } : malformed(image)
}

function findBadTime({ at, tools }: TraceTurn): { place: string; value: string | number } | undefined {
  const times = [
    { place: 'at', value: at },
    ...(tools ?? []).map((tool, index) => ({ place: `tools[${index}].at`, value: tool.at })),
  ]
  for (const { place, value } of times)
    if (value !== undefined && parseTime(value) === undefined) return { place, value }
  return undefined
}

/** The first thing that is wrong, by its place: `attach[0].content: expected string, received number`. */
function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'not a turn'
  const place = issue.path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? String(step) : `.${String(step)}`,
    )
    .join('')
  const message = issue.message.replace(/^Invalid input: /, '')
  return place === '' ? message : `${place}: ${message}`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= 2 * SHOWN_CHARACTERS ? line : `${line.slice(0, 2 * SHOWN_CHARACTERS)}…`
}
