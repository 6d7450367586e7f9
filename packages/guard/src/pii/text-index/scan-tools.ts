import { type DigitWindow, splitDigitRuns, windowsOf } from './digit-groups.ts'
import { findLabels, type Label } from './find-labels.ts'
import { indexTables, type TableIndex } from './find-header.ts'
import { isPlainGap } from './is-plain-gap.ts'
import { splitLines } from './split-lines.ts'
import { splitTokens, type Token } from './split-tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How far a label reaches: the default, and what `strict` and `relaxed` make of it. */
export type Reach = 'near' | 'usual' | 'far'

const BEFORE: Readonly<Record<Reach, number>> = { near: 40, usual: 110, far: 200 }
const AFTER: Readonly<Record<Reach, number>> = { near: 12, usual: 26, far: 40 }

/** The label of a value, and how it stands to it. */
export interface Owner extends Label {
  readonly how: 'header' | 'before' | 'behind'
  /** Whether nothing but small words lies between. */
  readonly isBeside: boolean
}

export interface ScanTools {
  readonly tokens: readonly Token[]
  /** Numbers of so many digits. */
  readonly numbers: (least: number, most?: number) => readonly DigitWindow[]
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
  const windows = once(() => windowsOf(text, splitDigitRuns(text, tokens())))
  const tables = once(() => indexTables(text, splitLines(text)))
  const owners = new Map<string, Owner | undefined>()
  const labelOf = (start: number, end: number): Owner | undefined => {
    const key = `${start}:${end}`
    const known = owners.get(key)
    if (known !== undefined || owners.has(key)) return known
    const owner = findOwner({ text, labels: labels(), tables: tables(), reach }, start, end)
    owners.set(key, owner)
    return owner
  }
  return {
    get tokens() {
      return tokens()
    },
    numbers: (least, most = least) =>
      windows().filter(({ digits }) => digits.length >= least && digits.length <= most),
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

/** These say whose a number is, or where it is kept, and leave open what it is. */
const OPEN_ENDED: ReadonlySet<Vocabulary> = new Set(['name', 'address', 'bank', 'postcode'])

/** "… number is" right before the value. */
const SAYS_NUMBER =
  /(?:number|no|nr|nummer|num[eé]ro|numer|n[º°]|#)[.:]?\s{0,2}(?:is|est|es|ist|:)?\s{0,2}["'`]?$/iu

function findOwner(
  { text, labels, tables, reach }: Surroundings,
  start: number,
  end: number,
): Owner | undefined {
  const header = tables.headerOf(start)
  if (header) {
    const label = labels[lastBefore(labels, header.end)]
    if (label && label.start >= header.start) return { ...label, how: 'header', isBeside: true }
  }
  const at = lastBefore(labels, start)
  const nearest = labels[at]
  const before = nearest && leadsTo(text, nearest.end, start, BEFORE[reach]) ? nearest : undefined
  const behind = labels[firstAfter(labels, end, at)]
  // Right behind the value, as in "078-05-1120 (SSN)": nearer than a label that stands words before it.
  if (behind && isRightBehind(text, end, behind.start, AFTER[reach]))
    if (!before || start - before.end > behind.start - end + 12)
      return { ...behind, how: 'behind', isBeside: true }
  if (!before) return undefined
  const about = [...before.about]
  const gap = text.slice(before.end, start)
  for (let back = at - 1; back >= at - 2 && about.every((one) => OPEN_ENDED.has(one)); back -= 1) {
    const further = labels[back]
    if (further && leadsTo(text, further.end, start, BEFORE[reach])) about.push(...further.about)
  }
  return {
    ...before,
    about,
    how: 'before',
    isBeside: isPlainGap(gap) || SAYS_NUMBER.test(gap) || ANSWER.test(gap),
  }
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
/** In a chat: "what is your SIN?", and on the next line somebody's answer. */
const ANSWER = /^[^\n?]{0,40}\?+[^\n]{0,3}\n[^\n]{0,32}$/
const STILL_SPEAKS =
  /^(?:it['’]?s|it is|here|this is|that['’]?s|the number|c['’]est|le voici|la voici|es ist|sie lautet|er lautet|hier|es el|es la|aquí|ecco)(?!\p{L})/iu
const ABBREVIATION = /(?:^|[^\p{L}])(?:no|nr|num|n|nro|tel|acct|geb|ur|cod|fisc|c|p)$/iu

/** Whether a label speaks of what follows: near enough, in the same sentence, at most a line above it. */
function leadsTo(text: string, from: number, to: number, most: number): boolean {
  if (to - from > most) return false
  const gap = text.slice(from, to)
  if (isLongerName(gap)) return false
  if (ANSWER.test(gap)) return true
  const line = gap.indexOf('\n')
  if (line >= 0 && /[^\s:|*_>"'`)\]-]/.test(gap.slice(0, line))) return false
  if (line >= 0 && /\n\s*\n\s*\n/.test(gap)) return false
  const isAtOnce = ENDS_AT_ONCE.test(gap) && !STILL_SPEAKS.test(gap.slice(1).trimStart())
  if (isAtOnce && !ABBREVIATION.test(text.slice(Math.max(0, from - 8), from))) return false
  const sentence = SENTENCE_END.exec(`${gap}${text[to] ?? ''}`)
  // "They want my SSN. It is …": the second sentence still speaks of it.
  return !sentence || STILL_SPEAKS.test(gap.slice(sentence.index + 4).trimStart())
}

/** `passport_expiry`, `phoneModel` and `Konto-Inhaber` are other things than what they begin with. */
function isLongerName(gap: string): boolean {
  const rest = /^[_.-]?(\p{L}+)/u.exec(gap)?.[1]
  return rest !== undefined && !isPlainGap(rest)
}

function isRightBehind(text: string, from: number, to: number, most: number): boolean {
  return to - from <= most && !/[\n.!?;,|\d"{}<>]/.test(text.slice(from, to))
}
