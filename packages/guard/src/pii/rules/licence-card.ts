import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'

/** The fields of a card as its face numbers them: the number is field 5, in the United States and Ireland 4d. */
const FIELD = /(?<=^|\s|[|;,])(?:5a?|4d)[.):]{0,2}[^\S\n]{1,3}(?=[A-Z0-9])/gu
const VALUE =
  /^(?:\d{4,5}\/\d{2}\/\d{4}|(?![A-Z]{2,}[ .])[A-Z0-9]{1,18}(?:([ -])[A-Z0-9]{0,8}\d[A-Z0-9]{0,8}(?:\1[A-Z0-9]{0,8}\d[A-Z0-9]{0,8}){0,3})?(?:-[A-Z])?)(?![A-Za-z0-9/])/u
/** When it was issued, until when, and by whom: on every such card, and in no list. */
const OTHER_FIELDS = /(?<![\p{L}\p{N}])4[abc][.):]{0,2}[^\S\n]{0,3}\S/u
const FIELD_4D = /(?<![\p{L}\p{N}])4d(?![\p{L}\p{N}])/u
const FIELD_5 = /(?<![\p{L}\p{N}./-])5[.):]{0,2}[^\S\n]{1,3}[A-Z0-9]{6}/u
/** Only licences have a field 4d. */
const NAMED = /licen[cs]e|permis|f[uü]hrerschein|rijbewijs/iu
/** How far a card reaches around one of its fields. */
const CARD = 300
/** How far before a field its heading may begin. */
const HEADING = 60

/** The bar code on the back of American cards: elements of three letters, the number behind `DAQ`. */
const BAR_CODE = /(?<=^|\n|\\n)DAQ([A-Z0-9]{5,20})(?=\s|$|\\n)/gu
const ELEMENT = /^D[A-D][A-Z]/
const ISSUED_BY = /ANSI ?6360\d\d|(?:^|\n)D(?:CS|AC|BB|BA)[A-Z0-9]/u

/** What is read off a card itself: its fields are told by their numbers, and the heading says what it is. */
export function findOnCard(text: string, tools: ScanTools): readonly Candidate[] {
  return [...findFields(text, tools), ...findElements(text)]
}

function findFields(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(FIELD)) {
    const start = match.index + match[0].length
    const code = VALUE.exec(text.slice(start, start + 40))?.[0].replace(/^([A-Z0-9]{8,}) \d{1,2}$/, '$1')
    if (code === undefined || code.replace(/\D/g, '').length < 4 || code.length < 6) continue
    const span = { start, end: start + code.length }
    const around = text.slice(Math.max(0, match.index - CARD), start + CARD)
    const before = text.slice(Math.max(0, match.index - HEADING), match.index)
    if (isOfNumber({ field: match[0], around, before, span }, tools))
      found.push({ ...span, confidence: 0.85 })
  }
  return found
}

interface CardField {
  /** As it is numbered. */
  readonly field: string
  readonly around: string
  readonly before: string
  /** Of its value. */
  readonly span: { readonly start: number; readonly end: number }
}

/** Where a card has both fields, Europe's 4d is the person's number, and America's 5 the card's own. */
function isOfNumber({ field, around, before, span }: CardField, tools: ScanTools): boolean {
  const is4d = field.startsWith('4d')
  const isBy4d = /driver/iu.test(around)
  if (is4d ? !isBy4d && FIELD_5.test(around) : isBy4d && FIELD_4D.test(around)) return false
  if (is4d && NAMED.test(before)) return true
  return OTHER_FIELDS.test(around) && tools.speaksOf(span, 'licence')
}

function findElements(text: string): readonly Candidate[] {
  if (!text.includes('DAQ') || !ISSUED_BY.test(text)) return []
  return [...text.matchAll(BAR_CODE)].flatMap((match) =>
    /\d{2}/.test(match[1] ?? '')
      ? [{ start: match.index + 3, end: match.index + match[0].length, confidence: 0.95 }]
      : [],
  )
}

/** Tells whether a code is an element of a bar code, with its three letters before it. */
export function elementsIn(text: string): (code: string) => boolean {
  const isBarCode = ISSUED_BY.test(text)
  return (code) => isBarCode && ELEMENT.test(code)
}
