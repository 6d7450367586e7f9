import { type DigitWindow, oddWindowsOf, splitDigitRuns, windowsOf } from './digit-groups.ts'
import { findLabels, type Label } from './find-labels.ts'
import { indexTables } from './find-header.ts'
import { findOwner } from './find-owner.ts'
import { BEFORE, lastBefore, OPEN_ENDED, type Owner, type Reach } from './owner.ts'
import { splitLines } from './split-lines.ts'
import { splitTokens, type Token } from './split-tokens.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type Around, isClaimed, isTaken, mayBe, speaksOf } from './weigh-context.ts'

export type { Owner, Reach } from './owner.ts'

export interface ScanTools {
  readonly tokens: readonly Token[]
  /** Numbers of so many digits. */
  readonly numbers: (least: number, most?: number) => readonly DigitWindow[]
  /** The same where a line is broken in the number, its groups stand in cells, or a letter is right at it. */
  readonly oddNumbers: (least: number, most?: number) => readonly DigitWindow[]
  readonly labels: readonly Label[]
  readonly reach: Reach
  /** The countries that the text is about, `EU` spelt out; empty where nothing is known. */
  readonly jurisdictions: ReadonlySet<string>
  /** The label that the value belongs to: its column's, the nearest before it, or one close behind it. */
  readonly labelOf: (start: number, end: number) => Owner | undefined
  /** Whether the value's label is of one of these vocabularies. */
  readonly belongsTo: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether a label right beside the value, or above it in its table, says that it is something else. */
  readonly belongsElsewhere: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether such a word stands anywhere in the reach before the value, nearer labels or not. */
  readonly mentionedBefore: (start: number, ...vocabularies: Vocabulary[]) => boolean
  /** Whether a label right at the value, and not only one near it, says that it is something else. */
  readonly isClaimed: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether a word of these vocabularies stands around the value, in whatever sentence or line. */
  readonly speaksOf: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether a label, key, column or field at the value, known or not, is of something else. */
  readonly isTaken: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** Whether it is spoken of, and nothing at the value says that it is something else: for numbers without a form of their own. */
  readonly mayBe: (
    span: { readonly start: number; readonly end: number },
    ...vocabularies: Vocabulary[]
  ) => boolean
  /** The cells of tables below a heading of this vocabulary. */
  readonly cellsUnder: (vocabulary: Vocabulary) => readonly { readonly start: number; readonly end: number }[]
}

/** Of a heading. */
const MOST_WORDS = 5
/** Two places below this make one number, which is looked up in half the time of a string of both. */
const LONGEST_TEXT = 2 ** 26

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
  const windows = once(() => windowsOf(text, splitDigitRuns(text, tokens())))
  const oddWindows = once(() => oddWindowsOf(text))
  const tables = once(() => indexTables(text, splitLines(text)))
  const owners = new Map<number, Owner | undefined>()
  const labelOf = (start: number, end: number): Owner | undefined => {
    const key = start * LONGEST_TEXT + end
    const known = owners.get(key)
    if (known !== undefined || owners.has(key)) return known
    const owner = findOwner({ text, labels: labels(), tables: tables(), reach }, start, end)
    owners.set(key, owner)
    return owner
  }
  const around = once((): Around => ({ text, labels: labels(), tables: tables(), reach, ownerOf: labelOf }))
  return {
    get tokens() {
      return tokens()
    },
    numbers: (least, most = least) =>
      windows().filter(({ digits }) => digits.length >= least && digits.length <= most),
    oddNumbers: (least, most = least) =>
      oddWindows().filter(({ digits }) => digits.length >= least && digits.length <= most),
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
      if (!label?.isBeside || label.about.every((one) => OPEN_ENDED.has(one))) return false
      return !label.about.some((one) => vocabularies.includes(one))
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
    isClaimed: (span, ...vocabularies) => isClaimed(around(), span, vocabularies),
    speaksOf: (span, ...vocabularies) =>
      speaksOf(around(), span, ({ about }) => about.some((one) => vocabularies.includes(one))),
    isTaken: (span, ...vocabularies) => isTaken(around(), span, vocabularies),
    mayBe: (span, ...vocabularies) => mayBe(around(), span, vocabularies),
    cellsUnder: (vocabulary) => {
      const all = labels()
      const cells: { readonly start: number; readonly end: number }[] = []
      for (const { cell, header } of tables().cells()) {
        const label = all[lastBefore(all, header.end)]
        if (!label || label.start < header.start || !label.about.includes(vocabulary)) continue
        // The line above a sentence with as many commas is no heading.
        if (text.slice(header.start, header.end).trim().split(/\s+/).length <= MOST_WORDS) cells.push(cell)
      }
      return cells
    },
  }
}
