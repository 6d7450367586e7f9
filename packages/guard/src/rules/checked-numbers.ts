import type { Candidate, KnownFindingType } from '../finding.ts'
import type { DigitWindow } from '../context/digit-groups.ts'
import type { ScanTools } from '../context/scan-tools.ts'
import type { Vocabulary } from '../context/labels.ts'
import { CODE_ROWS, NUMBER_ROWS } from '../types/checked-rows.ts'
import type { CodeRow, NumberRow, TypeRow } from '../types/row.ts'
import { FINDING_TYPES, TYPES } from '../types/types.ts'
import { COUNTRY_CODES, IBAN_LENGTHS } from './iban-and-bic.ts'
import { FILE_ENDING, isAmount, isLed, isMoney, isRestOfIban, isFreeAfter, isFreeBefore } from './beside.ts'
import type { Rule } from './rule.ts'

interface Span {
  readonly start: number
  readonly end: number
}

type Rating = Pick<Candidate, 'confidence' | 'doubt'>

const WHOLE = { isWhole: true } as const
const NONE: Rating = { confidence: 0 }
/** A word names something else: still found, with less weight. */
const DOUBTFUL = 0.52
const STRONG_DOUBTFUL = 0.7
/** The same in the groups that such numbers have: more sure than a telephone in odd ones. */
const FORMED_DOUBTFUL = 0.92
/** By its groups alone, in a text about its country. */
const AT_HOME = 0.7
/** Words for persons and their papers take nothing away. */
const HARMLESS: readonly Vocabulary[] = ['nationalId', 'name', 'birth', 'address', 'person']

type Known<Row> = Omit<Row, 'label' | 'alsoNamed' | 'besides'> & {
  readonly label: Vocabulary
  readonly alsoNamed?: readonly Vocabulary[]
  readonly besides?: readonly Vocabulary[]
}
type KnownNumber = Known<NumberRow>
type KnownCode = Known<CodeRow>

/** Types whose own row has numbers or codes. */
export const ROW_TYPES = FINDING_TYPES.filter((type) => {
  const row: TypeRow = TYPES[type]
  return row.numbers !== undefined || row.codes !== undefined
})

/** The rule for a type with rows: a well-formed value is found whatever word is next to it. */
export function checkedRule(type: KnownFindingType, version: number): Rule {
  const own: TypeRow = TYPES[type]
  // A test looks that every label of a row is a vocabulary.
  const numbers = [
    ...NUMBER_ROWS.filter((row) => row.type === type),
    ...(own.numbers ?? []).map((row) => ({ ...row, type })),
  ] as readonly KnownNumber[]
  const codes = [
    ...CODE_ROWS.filter((row) => row.type === type),
    ...(own.codes ?? []).map((row) => ({ ...row, type })),
  ] as readonly KnownCode[]
  return {
    type,
    version,
    find: (text, tools) => [
      ...findNumbers(text, numbers, tools),
      ...codes.flatMap((row) => findCodes(text, row, tools)),
    ],
  }
}

function findNumbers(text: string, rows: readonly KnownNumber[], tools: ScanTools): readonly Candidate[] {
  if (rows.length === 0) return []
  const lengths = rows.flatMap((row) => row.lengths)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  // Without a check every number would have to be asked for its label.
  const known = rows.filter(({ check, label }) => check !== 'label' || isMentioned(label, tools))
  return [...tools.numbers(least, most), ...tools.oddNumbers(least, most)].flatMap((window) => {
    const { start, end, digits } = window
    const valid = known.filter((row) => row.lengths.includes(digits.length) && row.isValid(digits))
    if (valid.length === 0 || !isWhole(text, window)) return []
    const shape = window.oddity ? window.shape : shapeOf(text, window)
    const [best] = valid
      .map((row) => ({ row, rating: rateNumber(text, row, { window, shape }, tools) }))
      .sort((a, b) => b.rating.confidence - a.rating.confidence)
    if (!best || best.rating.confidence === 0) return []
    return [
      { start, end, ...best.rating, ...countryOf(best.row), ...(best.row.check === 'label' ? {} : WHOLE) },
    ]
  })
}

function countryOf({ country }: { readonly country?: string }): { readonly jurisdiction?: string } {
  return country === undefined ? {} : { jurisdiction: country }
}

/** Neither an amount of money nor a part of something longer. */
function isWhole(text: string, window: DigitWindow): boolean {
  const { start, end, digits, oddity } = window
  if (isRestOfIban(text, start)) return false
  if (oddity === 'letter' && isOfCountry(text, window)) return false
  const isLong = digits.length >= LONG
  if (isLong && text[start - 1] === '$' && text[end] === '$') return true
  const [rest = ''] = isLong ? (REST.exec(text.slice(end, end + 10)) ?? []) : []
  // Decimals and a currency: an amount, however long it is.
  if (/^[.,]/.test(rest) && isMoney(text, end + rest.length)) return false
  return (oddity === 'letter' || isFreeBefore(text, start)) && isFreeAfter(text, end + rest.length)
}

/** From so many digits on it is neither an amount of money nor a number of a patent or a company. */
const LONG = 14
/** Behind a long number and no part of it: decimals of a spreadsheet, the year or the month in which a card ends. */
const REST = /^(?:[.,]00?|[-/](?:20[2-4]\d|(?:0[1-9]|1[0-2])[-/](?:20)?[2-4]\d))(?![\d_]|[-/.,]\d)/

/** `DE90 3704 …` and `FR17419636800` begin with their country. */
function isOfCountry(text: string, { start, digits, shape }: DigitWindow): boolean {
  const [country = ''] = /(?<!\p{L})\p{Lu}{2}$/u.exec(text.slice(Math.max(0, start - 3), start)) ?? []
  if (!COUNTRY_CODES.has(country)) return false
  if (digits.length < LONG) return true
  return /\D/.test(shape) ? /^2\D/.test(shape) : IBAN_LENGTHS[country] === digits.length + 2
}

/** Whether more digits follow after the separator that its own groups use, or one more group after a wide gap. */
function isInRow(text: string, { start, end, separator, shape }: DigitWindow): boolean {
  if (!/\s/.test(separator)) return false
  const [first, last] = [parseInt(shape), /\d+$/.exec(shape)?.[0]]
  const before = new RegExp(`\\d\\s$|(?<!\\d|\\d[-/.\\s])\\d{${first}}[ \\t]{2,5}$`)
  const behind = new RegExp(`^(?:\\s\\d|[ \\t]{2,5}\\d{${last}}(?!\\d|[-/.]\\d|\\s\\d{${last}}(?!\\d)))`)
  return before.test(text.slice(Math.max(0, start - 20), start)) || behind.test(text.slice(end, end + 20))
}

function rateNumber(
  text: string,
  row: KnownNumber,
  { window, shape }: { readonly window: DigitWindow; readonly shape: string },
  tools: ScanTools,
): Rating {
  const { label, alsoNamed = [], check } = row
  const isOther = row.notAfter?.test(text.slice(Math.max(0, window.start - 160), window.start)) ?? false
  if (check === 'label' && isOther) return NONE
  if (check === 'label') return isRightBeside(window, label, tools) ? { confidence: 0.85 } : NONE
  const isStrong = check === 'strong'
  const forms = formsOf(window, shape)
  const isInOnePiece = forms.some((form) => !/\D/.test(form))
  const isOfShape = row.shapes !== undefined && forms.some((form) => row.shapes?.test(form))
  const isLedTo = isLed(text, window.start)
  const isOwn =
    tools.belongsTo(window, label) ||
    (row.namedBehind?.test(text.slice(window.end, window.end + 24)) ?? false)
  const counted = isAmount(text, window.end)
  const isNamed = isRightBeside(window, label, tools)
  // Before a currency or a countable thing, a number in one piece or in groups of thousands is a quantity,
  // unless its label and its check digit say otherwise.
  const isSaid = isOwn && (isNamed || isLedTo) && (check !== 'none' || isOfShape)
  if (counted && !isStrong && !isSaid && (!isOfShape || /^[123](?: 3)+$/.test(shape))) return NONE
  if (isOwn && !window.oddity && (check !== 'none' || isOfShape || isLedTo || isNamed))
    return { confidence: isStrong ? 0.99 : 0.97 }
  const isAlso = alsoNamed.length > 0 && tools.belongsTo(window, ...alsoNamed)
  const isSpokenOf = tools.speaksOf(window, label)
  const isKnown = isOfShape ? isStrong || !isInRow(text, window) : isInOnePiece && isStrong
  if (!isKnown)
    // A letter at a number changes nothing where its label and its check tell.
    return window.oddity === 'letter' && isOwn && check !== 'none' && isInOnePiece
      ? { confidence: 0.85 }
      : window.oddity
        ? NONE
        : rateUnformed(text, row, { window, shape, isAlso, isLedTo }, tools)
  // Cells and broken lines: without a check that tells, they may be any numbers.
  if ((window.oddity === 'gaps' || shape.includes('~')) && !isStrong && !isSpokenOf) return NONE
  if (isOwn || isAlso) return { confidence: 0.95 }
  if (isOther || (row.atHome && !isSpokenOf && !tools.jurisdictions.has(row.country ?? ''))) return NONE
  const others = [label, ...alsoNamed, ...(row.besides ?? []), ...HARMLESS]
  if ((counted && isInOnePiece) || tools.isClaimed(window, ...others))
    return {
      confidence: !isStrong ? DOUBTFUL : isInOnePiece ? STRONG_DOUBTFUL : FORMED_DOUBTFUL,
      doubt: check === 'weak' ? 2 : 1,
    }
  if (isSpokenOf) return { confidence: 0.9 }
  const { unnamed = 0.6 } = row
  return { confidence: tools.jurisdictions.has(row.country ?? '') ? Math.max(unnamed, AT_HOME) : unnamed }
}

interface Unformed {
  readonly window: DigitWindow
  readonly shape: string
  readonly isAlso: boolean
  readonly isLedTo: boolean
}

/** Confirmed only by words: digits in one piece with a weak check, or in unusual groups. */
function rateUnformed(
  text: string,
  row: KnownNumber,
  { window, shape, isAlso, isLedTo }: Unformed,
  tools: ScanTools,
): Rating {
  if (isMixedShape(row, shape)) return NONE
  const isHome = tools.jurisdictions.has(row.country ?? '')
  if (isAlso) return { confidence: isHome ? 0.93 : 0.7 }
  if (/\D/.test(shape)) return NONE
  if (isLedTo && tools.mayBe(window, row.label)) return { confidence: 0.75 }
  if (!isHome || window.digits.length <= 10 || tools.belongsElsewhere(window, row.label, ...HARMLESS))
    return NONE
  return { confidence: 0.55 }
}

/** Groups in the American format are valid in no other country. */
function isMixedShape({ country }: KnownNumber, shape: string): boolean {
  return country !== 'US' && (shape === '3-2-4' || shape === '2-7')
}

/** A wide gap may be any of the separators; a line may also be broken within a group. */
function formsOf({ oddity }: DigitWindow, shape: string): readonly string[] {
  if (!shape.includes('~')) return [shape]
  const parted = [' ', '-', '.'].map((sign) => shape.replaceAll('~', sign))
  const joined = shape.replace(/(\d+)~(\d+)/, (_, one, other) => String(Number(one) + Number(other)))
  return oddity === 'line' ? [...parted, joined] : parted
}

/** The lengths of the groups with what is between them, such as `2.2.2-3.2`. */
function shapeOf(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\d+/g, (group) => String(group.length))
}

/** From this confidence on a code is never something else, whatever is next to it. */
const UNMISTAKABLE = 0.9

function findCodes(text: string, row: KnownCode, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  const { label, alsoNamed = ['nationalId', 'vat'], unnamed } = row
  for (const { 0: raw, index } of text.matchAll(row.pattern)) {
    const span = { start: index, end: index + raw.length }
    if (!row.isValid(raw.toUpperCase().replace(row.separators, ''))) continue
    // In a path only where it is called so, or where its check digit tells.
    if (!row.isChecked && isTied(text, span) && !(text[index - 1] === '/' && tools.speaksOf(span, label)))
      continue
    if (unnamed === 0 && !isRightBeside(span, label, tools)) continue
    const isOwn = tools.belongsTo(span, label) || (unnamed >= 0.8 && tools.mentionedBefore(index, label))
    if (!isOwn && !row.anyCase && raw !== raw.toUpperCase()) continue
    const isGeneral = tools.belongsTo(span, ...alsoNamed)
    const isClaimed =
      unnamed < UNMISTAKABLE &&
      tools.isClaimed(span, label, ...alsoNamed, ...(row.besides ?? []), ...HARMLESS)
    const rating: Rating = isOwn
      ? { confidence: 0.97 }
      : isGeneral
        ? { confidence: 0.85 }
        : isClaimed
          ? { confidence: Math.min(unnamed, DOUBTFUL), doubt: 1 }
          : { confidence: unnamed }
    found.push({ ...span, ...rating, ...countryOf(row), ...(unnamed === 0 ? {} : WHOLE) })
  }
  return found
}

function isMentioned(label: Vocabulary, tools: ScanTools): boolean {
  return tools.labels.some(({ about }) => about.includes(label))
}

function isRightBeside({ start, end }: Span, label: Vocabulary, tools: ScanTools): boolean {
  const owner = tools.labelOf(start, end)
  return owner !== undefined && (owner.isBeside || owner.how === 'header') && owner.about.includes(label)
}

/** `AB123456C-Fax`: a word, and no part of the code. */
const WORD_BEHIND = /^-\p{L}\p{Ll}+(?![\p{L}\p{N}_-])/u

/** A part of a longer code, of a path or of an address; the ending of a file is none. */
function isTied(text: string, { start, end }: Span): boolean {
  return (
    /[\p{L}\p{N}][-/.]$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    (/^[-/.@][\p{L}\p{N}]/u.test(text.slice(end, end + 2)) &&
      !FILE_ENDING.test(text.slice(end, end + 8)) &&
      !WORD_BEHIND.test(text.slice(end, end + 24)))
  )
}
