import type { Finding } from '../finding.ts'
import { KnownValues } from './known-values.ts'

/** Something private, and the value itself. */
export interface Told extends Finding {
  readonly value: string
}

/** From this length on, a value is known by any part of it that is as long as a gram. */
const LONG = 32
const GRAM = 16
/** A line of a value that has several. */
const LEAST_LINE = 6

/** Findings with their values, for scanning parts of the same text later. */
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

/** Each piece of a number broken over lines counts as a value; words may appear anywhere. */
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

/** How far from a value its context may be: a label in the line before, the other half of a number. */
const REACH = 500
/** No key is longer. */
const LONGEST_KEY = 16_000
const KEY_BEGINS = /BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY|PuTTY-User-Key-File-\d/g
const KEY_ENDS = /END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY[^\n]{0,20}|Private-MAC: [0-9a-f]{0,64}/

interface Window {
  readonly from: number
  readonly to: number
}

/**
 * The text around both ends of a part, as far as it can affect findings in the part, including the rest of a
 * key that was cut. Values well inside the part need no surroundings.
 */
export function surroundings(text: string, start: number, end: number): readonly string[] {
  const before = windowAt(text, start)
  const after = windowAt(text, end)
  const windows =
    after.from <= before.to ? [{ from: before.from, to: Math.max(before.to, after.to) }] : [before, after]
  return windows.map(({ from, to }) => text.slice(from, to))
}

function windowAt(text: string, place: number): Window {
  const key = keyAround(text, place)
  return {
    from: Math.max(0, Math.min(place - REACH, key?.from ?? place)),
    to: Math.max(place + REACH, key?.to ?? place),
  }
}

/** The key that has begun before a place and not ended by then. */
function keyAround(text: string, place: number): Window | undefined {
  const first = Math.max(0, place - LONGEST_KEY)
  const last = [...text.slice(first, place).matchAll(KEY_BEGINS)].at(-1)
  if (!last) return undefined
  const begin = first + last.index
  const end = KEY_ENDS.exec(text.slice(begin, begin + LONGEST_KEY))
  const to = begin + (end ? end.index + end[0].length : LONGEST_KEY)
  // With the dashes before it.
  return to <= place ? undefined : { from: begin - 5, to }
}
