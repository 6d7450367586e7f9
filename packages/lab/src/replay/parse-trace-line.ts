import type { z } from 'zod'
import { type TraceImage, traceSchema, type TraceTurn } from '@varve/app/internal'
import { parseTime } from './trace-images.ts'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const DATA_URI = /^data:([^;,]*)((?:;[^;,]*)*),/i

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

/** The first picture of a turn that is none, by its place: `images[0]: …`. */
function findBadImage(turn: TraceTurn): string | undefined {
  const lists = [
    { place: 'images', images: turn.images },
    ...(turn.attach ?? []).map(({ images }, index) => ({ place: `attach[${index}].images`, images })),
    ...(turn.observed ?? []).map(({ images }, index) => ({ place: `observed[${index}].images`, images })),
  ]
  for (const { place, images } of lists)
    for (const [index, image] of (images ?? []).entries()) {
      const fault = typeof image === 'string' ? faultOfText(image) : faultOfImage(image)
      if (fault !== undefined) return `${place}[${index}]: ${fault}`
    }
  return undefined
}

function faultOfImage({ mediaType, mimeType, data, url, hash }: TraceImage): string | undefined {
  // A picture that was never fetched has no kind yet.
  const isUnknown = hash === '' && data === undefined && mediaType === 'image/*'
  return (
    (isUnknown ? undefined : faultOfType(mediaType)) ??
    faultOfType(mimeType) ??
    (data === undefined ? undefined : faultOfData(data)) ??
    (url === undefined ? undefined : faultOfText(url))
  )
}

function faultOfText(text: string): string | undefined {
  if (!/^data:/i.test(text)) return undefined
  const parts = DATA_URI.exec(text)
  if (!parts?.[2]?.toLowerCase().endsWith(';base64')) return 'a data: URI that is not base64'
  return faultOfType(parts[1]) ?? faultOfData(text.slice(parts[0].length))
}

function faultOfType(type: string | undefined): string | undefined {
  if (type === undefined || /^image\/[\w.+-]+$/i.test(type)) return undefined
  return `"${type.slice(0, 60)}" is not a kind of image`
}

function faultOfData(data: string): string | undefined {
  const bare = data.replace(/\s+/g, '')
  if (bare === '') return 'its data is empty'
  return BASE64.test(bare) && bare.replace(/(?<!=)=+$/, '').length % 4 !== 1
    ? undefined
    : 'its data is not base64'
}
