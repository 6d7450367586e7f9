import { type DigitRun, splitDigitRuns } from './digit-groups.ts'
import { findLabels, type Label } from './find-labels.ts'
import { indexTables, type TableIndex } from './find-header.ts'
import { splitLines } from './split-lines.ts'
import { splitTokens, type Token } from './split-tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How far a label reaches: the default, and what `strict` and `relaxed` make of it. */
export type Reach = 'near' | 'usual' | 'far'

const BEFORE: Readonly<Record<Reach, number>> = { near: 40, usual: 80, far: 160 }
const AFTER: Readonly<Record<Reach, number>> = { near: 12, usual: 26, far: 40 }

export interface ScanTools {
  readonly tokens: readonly Token[]
  readonly digitRuns: readonly DigitRun[]
  readonly labels: readonly Label[]
  readonly reach: Reach
  /** The countries that the text is about, `EU` spelt out; empty where nothing is known. */
  readonly jurisdictions: ReadonlySet<string>
  /** The label that the value belongs to: its column's, the nearest before it, or one close behind it. */
  readonly labelOf: (start: number, end: number) => Label | undefined
  /** Whether the value's label is of one of these vocabularies. */
  readonly belongsTo: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether the value's label says that it is something else. */
  readonly belongsElsewhere: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether such a word stands anywhere in the reach before the value, nearer labels or not. */
  readonly mentionedBefore: (start: number, ...vocabularies: Vocabulary[]) => boolean
  /** The cells of tables below a heading of this vocabulary. */
  readonly cellsUnder: (vocabulary: Vocabulary) => readonly { readonly start: number; readonly end: number }[]
}

/** What all rules share: read once for each text, and only the parts that are asked for. */
export function createScanTools(text: string, reach: Reach, jurisdictions: ReadonlySet<string>): ScanTools {
  const once = <T>(make: () => T): (() => T) => {
    let made: { readonly value: T } | undefined
    return () => {
      made ??= { value: make() }
      return made.value
    }
  }
  const tokens = once(() => splitTokens(text))
  const labels = once(() => findLabels(text, tokens()))
  const digitRuns = once(() => splitDigitRuns(text, tokens()))
  const tables = once(() => indexTables(text, splitLines(text)))
  const labelOf = (start: number, end: number): Label | undefined =>
    findOwner({ text, labels: labels(), tables: tables(), reach }, start, end)
  return {
    get tokens() {
      return tokens()
    },
    get digitRuns() {
      return digitRuns()
    },
    get labels() {
      return labels()
    },
    reach,
    jurisdictions,
    labelOf,
    belongsTo: ({ start, end }, ...vocabularies) =>
      labelOf(start, end)?.about.some((one) => vocabularies.includes(one)) ?? false,
    belongsElsewhere: ({ start, end }, ...vocabularies) => {
      const label = labelOf(start, end)
      return label !== undefined && !label.about.some((one) => vocabularies.includes(one))
    },
    mentionedBefore: (start, ...vocabularies) => {
      const all = labels()
      for (let at = lastBefore(all, start); at >= 0; at -= 1) {
        const label = all[at]
        if (!label || start - label.end > BEFORE[reach]) return false
        if (label.about.some((one) => vocabularies.includes(one))) return true
      }
      return false
    },
    cellsUnder: (vocabulary) => {
      const all = labels()
      const cells: { readonly start: number; readonly end: number }[] = []
      for (const { cell, header } of tables().cells()) {
        const label = all[lastBefore(all, header.end)]
        if (label && label.start >= header.start && label.about.includes(vocabulary)) cells.push(cell)
      }
      return cells
    },
  }
}

interface Surroundings {
  readonly text: string
  readonly labels: readonly Label[]
  readonly tables: TableIndex
  readonly reach: Reach
}

function findOwner(
  { text, labels, tables, reach }: Surroundings,
  start: number,
  end: number,
): Label | undefined {
  const header = tables.headerOf(start)
  if (header) {
    const at = lastBefore(labels, header.end)
    const label = labels[at]
    if (label && label.start >= header.start) return label
  }
  const before = lastBefore(labels, start)
  const nearest = labels[before]
  const reaches = nearest !== undefined && leadsTo(text, nearest.end, start, BEFORE[reach])
  const behind = labels[firstAfter(labels, end, before)]
  // Right behind the value, as in "078-05-1120 (SSN)": nearer than a label that stands words before it.
  if (behind && isRightBehind(text, end, behind.start, AFTER[reach]))
    if (!reaches || start - nearest.end > behind.start - end + 12) return behind
  return reaches ? nearest : undefined
}

/** Index of the last label that ends at or before the place, or -1. */
function lastBefore(labels: readonly Label[], place: number): number {
  let low = -1
  let high = labels.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((labels[middle]?.end ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

function firstAfter(labels: readonly Label[], place: number, from: number): number {
  let at = Math.max(0, from)
  // At most the few labels inside the value lie between.
  while (at < labels.length && (labels[at]?.start ?? 0) < place) at += 1
  return at
}

/** A word of some length, so that `No. 12` and `Nr. X` do not end a sentence. */
const SENTENCE_END = /\p{L}{3}[.!?]["')\]]?(?:\s+\p{Lu}|\s*\n)/u
const ENDS_AT_ONCE = /^[.!?]["')\]]?\s+\p{Lu}/u
const ABBREVIATION = /(?:^|[^\p{L}])(?:no|nr|num|n|nro|tel|acct|geb|ur|cod|fisc|c|p)$/iu

/** Whether a label speaks of what follows: near enough, in the same sentence, at most a line above it. */
function leadsTo(text: string, from: number, to: number, most: number): boolean {
  if (to - from > most) return false
  const gap = text.slice(from, to)
  const line = gap.indexOf('\n')
  if (line >= 0 && /[^\s:|*_>"'`)\]-]/.test(gap.slice(0, line))) return false
  if (line >= 0 && /\n\s*\n\s*\n/.test(gap)) return false
  if (ENDS_AT_ONCE.test(gap) && !ABBREVIATION.test(text.slice(Math.max(0, from - 8), from))) return false
  return !SENTENCE_END.test(`${gap}${text[to] ?? ''}`)
}

function isRightBehind(text: string, from: number, to: number, most: number): boolean {
  return to - from <= most && !/[\n.!?;,|\d"{}<>]/.test(text.slice(from, to))
}
