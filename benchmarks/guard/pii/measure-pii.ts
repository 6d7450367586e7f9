import { FINDING_TYPES, scanText } from '@varve/guard'
import type { PiiCase, PiiSpan } from './pii-cases.ts'

/** Measured, but without a goal: no check digit or fixed form tells them. */
export const LOOSE_TYPES: ReadonlySet<string> = new Set(['ADDRESS', 'POSTCODE', 'NAME'])
const LEAST_OVERLAP = 0.8

export interface PiiFigures {
  readonly type: string
  found: number
  missed: number
  wrong: number
}

export interface PiiMiss {
  readonly kind: 'missed' | 'wrong'
  readonly span: PiiSpan
  readonly sample: PiiCase
}

/** Counts by type. A finding is right with the same type and at least 80 % of the longer of the two in common. */
export function measurePii(
  cases: readonly PiiCase[],
  note: (miss: PiiMiss) => void = () => undefined,
): ReadonlyMap<string, PiiFigures> {
  const figures = new Map<string, PiiFigures>(
    FINDING_TYPES.map((type) => [type, { type, found: 0, missed: 0, wrong: 0 }]),
  )
  for (const sample of cases) {
    const isScored = ({ type }: PiiSpan): boolean => !LOOSE_TYPES.has(type) || LOOSE_TYPES.has(sample.about)
    const expected = sample.findings.filter(isScored)
    const options = sample.jurisdictions ? { jurisdictions: sample.jurisdictions } : {}
    const found: readonly PiiSpan[] = scanText(sample.text, options).filter(isScored)
    const { missed, wrong } = compare(expected, found)
    for (const span of expected) count(figures, span.type, missed.includes(span) ? 'missed' : 'found')
    for (const span of wrong) count(figures, span.type, 'wrong')
    for (const span of missed) note({ kind: 'missed', span, sample })
    for (const span of wrong) note({ kind: 'wrong', span, sample })
  }
  return figures
}

function count(
  figures: ReadonlyMap<string, PiiFigures>,
  type: string,
  what: 'found' | 'missed' | 'wrong',
): void {
  const row = figures.get(type)
  if (row) row[what] += 1
}

/** Pairs what was expected with what was found, each at most once. */
function compare(
  expected: readonly PiiSpan[],
  found: readonly PiiSpan[],
): { readonly missed: readonly PiiSpan[]; readonly wrong: readonly PiiSpan[] } {
  const open = new Set(found)
  const missed = expected.filter((span) => {
    const match = [...open].find((other) => other.type === span.type && overlap(span, other) >= LEAST_OVERLAP)
    if (match) open.delete(match)
    return !match
  })
  return { missed, wrong: [...open] }
}

function overlap(a: PiiSpan, b: PiiSpan): number {
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return common / Math.max(a.end - a.start, b.end - b.start)
}

export function recallOf({ found, missed }: PiiFigures): number {
  return found + missed === 0 ? 1 : found / (found + missed)
}

export function precisionOf({ found, wrong }: PiiFigures): number {
  return found + wrong === 0 ? 1 : found / (found + wrong)
}

/** Recall counts four times as much as precision. */
export function f2Of(figures: PiiFigures): number {
  const [precision, recall] = [precisionOf(figures), recallOf(figures)]
  return precision + recall === 0 ? 0 : (5 * precision * recall) / (4 * precision + recall)
}
