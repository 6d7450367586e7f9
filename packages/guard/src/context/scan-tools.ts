import { type DigitWindow, oddWindowsOf, splitDigitRuns, windowsOf } from './digit-groups.ts'
import { findLabels, type Label, type Vocabulary } from './labels.ts'
import { ownKeyOf, BEFORE, findOwner, lastBefore, OPEN_ENDED, type Owner, type Reach } from './owner.ts'
import { indexTables } from './tables.ts'
import { type Span, splitTokens, type Token } from './tokens.ts'

export type { Owner, Reach } from './owner.ts'

export interface ScanTools {
  readonly tokens: readonly Token[]
  /** Numbers of so many digits. */
  readonly numbers: (least: number, most?: number) => readonly DigitWindow[]
  /** The same for numbers broken over lines, split into table cells, or touching a letter. */
  readonly oddNumbers: (least: number, most?: number) => readonly DigitWindow[]
  readonly labels: readonly Label[]
  readonly reach: Reach
  /** The countries that the text is about, `EU` spelt out; empty where nothing is known. */
  readonly jurisdictions: ReadonlySet<string>
  /** The label that the value belongs to: its column's, the nearest before it, or one close behind it. */
  readonly labelOf: (start: number, end: number) => Owner | undefined
  /** Whether the value's label is of one of these vocabularies. */
  readonly belongsTo: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /** Whether a label next to the value, or in its table header, names something else. */
  readonly belongsElsewhere: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /** Whether such a word appears anywhere within reach before the value, even behind nearer labels. */
  readonly mentionedBefore: (start: number, ...vocabularies: Vocabulary[]) => boolean
  /** Whether a label directly at the value, not just near it, names something else. */
  readonly isClaimed: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /** Whether a word of these vocabularies appears around the value, in any sentence or line. */
  readonly speaksOf: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /** Whether a label, key, column or field at the value, known or unknown, names something else. */
  readonly isTaken: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /**
   * Whether the type is mentioned nearby and nothing at the value contradicts it: for numbers without a
   * distinctive form.
   */
  readonly mayBe: (span: Span, ...vocabularies: Vocabulary[]) => boolean
  /** The cells of tables below a heading of this vocabulary. */
  readonly cellsUnder: (vocabulary: Vocabulary) => readonly Span[]
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
  const tables = once(() => indexTables(text))
  const owners = new Map<number, Owner | undefined>()
  const labelOf = (start: number, end: number): Owner | undefined => {
    const key = start * LONGEST_TEXT + end
    const known = owners.get(key)
    if (known !== undefined || owners.has(key)) return known
    const owner = findOwner({ text, labels: labels(), tables: tables(), reach }, start, end)
    owners.set(key, owner)
    return owner
  }
  const isSpokenOf = ({ start, end }: Span, vocabularies: readonly Vocabulary[]): boolean => {
    const [before, behind] = SCENE[reach]
    const all = labels()
    const isOne = ({ about }: Label): boolean => about.some((one) => vocabularies.includes(one))
    const last = lastBefore(all, start)
    for (let at = last; at >= 0 && start - (all[at]?.end ?? 0) <= before; at -= 1)
      if (isOne(all[at] as Label)) return true
    for (let at = last + 1; at < all.length && (all[at]?.start ?? 0) - end <= behind; at += 1)
      if ((all[at]?.start ?? 0) >= end && isOne(all[at] as Label)) return true
    return false
  }
  const claimantOf = (span: Span, vocabularies: readonly Vocabulary[]): Owner | undefined => {
    const owner = labelOf(span.start, span.end)
    if (!owner || owner.about.some((one) => vocabularies.includes(one))) return undefined
    if (owner.about.every((one) => OPEN_ENDED.has(one))) return undefined
    const isSaid = owner.how === 'behind' ? SAID_OF_IT.test(text.slice(span.end, owner.start)) : owner.isTight
    return isSaid ? owner : undefined
  }
  /** Whether a label, key or column, known or unknown, names something else. */
  const isTaken = (span: Span, vocabularies: readonly Vocabulary[]): boolean => {
    const owner = labelOf(span.start, span.end)
    if (owner?.isTight && owner.about.some((one) => vocabularies.includes(one))) return false
    if (claimantOf(span, vocabularies)) return true
    const key = ownKeyOf(text, span.start)
    if (key && !key.isGeneric) return true
    const before = text.slice(Math.max(0, span.start - 48), span.start)
    const field = FIELD.exec(before)?.[1]
    const header = tables().headerOf(span.start)
    const heading = header ? text.slice(header.start, header.end) : field
    return heading !== undefined && !/\d{2}/.test(heading) && !OPEN_COLUMN.test(heading)
  }
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
    isClaimed: (span, ...vocabularies) => {
      const owner = claimantOf(span, vocabularies)
      if (!owner) return false
      // Words for any reference number don't rule out other types.
      const isSoft = owner.how === 'before' && VAGUE.test(text.slice(owner.start, owner.end))
      return !(isSoft && isSpokenOf(span, vocabularies))
    },
    speaksOf: (span, ...vocabularies) => isSpokenOf(span, vocabularies),
    isTaken: (span, ...vocabularies) => isTaken(span, vocabularies),
    mayBe: (span, ...vocabularies) => isSpokenOf(span, vocabularies) && !isTaken(span, vocabularies),
    cellsUnder: (vocabulary) => {
      const all = labels()
      const cells: Span[] = []
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

/** Characters before and behind a value in which a word still sets the scene for it. */
const SCENE: Readonly<Record<Reach, readonly [number, number]>> = {
  near: [60, 20],
  usual: [240, 90],
  far: [400, 150],
}
/** "… is the order number", "… (order)": what is said of the value right behind it. */
const SAID_OF_IT =
  /^["'`]?(?:\s?[([]\s?(?:(?:our|the|my)\s)?|,?\s(?:is|was|est|es|ist|è|é)\s(?:(?:the|our|my|your|a|le|la|el|die|der|das|il)\s)?)$/iu
/** Words for any reference number. */
const VAGUE =
  /^(?:r[eé]fs?|reference|ref (?:no|nr)\.?|reference (?:no|number)|referencia|référence|referenz|file|form|app|host|record|client|case|claim|quote|remote|server|service|job|kenmerk|riferimento)$/iu
/** The name of a field at the beginning of its line. */
const FIELD = /(?:^|\n)[ \t]*(?:[-*•]\s)?(\p{L}[\p{L} ./_-]{1,30}?)\s?:\s{0,3}["'`]?$/u
/** A column or field that leaves open what is in it. */
const OPEN_COLUMN =
  /^\W*(?:value|number|no|nr|id|details?|data|info|information|document|doc|wert|valeur|valor|nummer|num[eé]ro|n[uú]mero|numero|answer|response|entry|content|text|field|notes?|comments?|message|remarks?)\W*$/iu
