import type { Finding } from '../finding.ts'
import { KnownValues } from '../redact/known-values.ts'

/** Something private, and the value itself. */
export interface Told extends Finding {
  readonly value: string
}

/** From this length on, a value is known by any part of it that is as long as a gram. */
const LONG = 32
const GRAM = 16
/** A line of a value that has several. */
const LEAST_LINE = 6

/** What was found in a text, with the values, for whoever has parts of it to look through. */
export function toldIn(text: string, findings: readonly Finding[]): readonly Told[] {
  return findings.map((finding) => ({ ...finding, value: text.slice(finding.start, finding.end) }))
}

/**
 * What is private in a part of a text: what was found in it, and what only the text around it tells. A line of a key
 * or the value below its label looks like nothing by itself.
 */
export function findInPart(part: string, own: readonly Finding[], told: readonly Told[]): readonly Finding[] {
  if (told.length === 0) return own
  const isOwn = ({ start, end }: Finding): boolean => own.some((one) => one.start <= start && end <= one.end)
  const found = [...findShort(part, told), ...findLong(part, told)].filter((finding) => !isOwn(finding))
  return found.length === 0 ? own : [...own, ...found].sort((a, b) => a.start - b.start || b.end - a.end)
}

function findShort(part: string, told: readonly Told[]): readonly Finding[] {
  const places = told.flatMap(({ value }, index) =>
    value.length < LONG ? [value, ...linesOf(value)].map((text) => [text, String(index)] as const) : [],
  )
  return new KnownValues(places)
    .findIn(part)
    .flatMap(({ start, end, placeholder }) => findingAt(told[Number(placeholder)], start, end))
}

/** Of a number that is broken over lines each piece tells something; words alone may stand anywhere. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n/)
  if (lines.length === 1) return []
  return lines.map((line) => line.trim()).filter((line) => line.length >= LEAST_LINE && /\d/.test(line))
}

function findLong(part: string, told: readonly Told[]): readonly Finding[] {
  const grams = new Map<string, number>()
  for (const [index, { value }] of told.entries())
    if (value.length >= LONG)
      for (let at = 0; at + GRAM <= value.length; at += 1) grams.set(value.slice(at, at + GRAM), index)
  if (grams.size === 0) return []
  const runs: { index: number; start: number; end: number }[] = []
  for (let at = 0; at + GRAM <= part.length; at += 1) {
    const index = grams.get(part.slice(at, at + GRAM))
    if (index === undefined) continue
    const last = runs.at(-1)
    if (last && last.end >= at && last.index === index) last.end = at + GRAM
    else runs.push({ index, start: Math.max(at, last?.end ?? 0), end: at + GRAM })
  }
  return runs.flatMap(({ index, start, end }) => findingAt(told[index], start, end))
}

function findingAt(told: Told | undefined, start: number, end: number): readonly Finding[] {
  if (!told) return []
  const { value: _, ...finding } = told
  return [{ ...finding, start, end }]
}
