import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'

/** The fields of a card as its face numbers them: the number is field 5, in the United States and Ireland 4d. */
const FIELD = /(?<=^|\n|\s{2}|[|;,]\s?)(?:5|4d)[.):]{0,2}[^\S\n]{1,3}(?=[A-Z0-9])/gu
const VALUE =
  /^(?:\d{4,5}\/\d{2}\/\d{4}|(?![A-Z]{2,}[ .])[A-Z0-9]{1,18}(?:[ -][A-Z0-9]{0,8}\d[A-Z0-9]{0,8}){0,4}(?:-[A-Z])?)(?![A-Za-z0-9/])/u
/** Other fields of such a card. */
const OTHER_FIELDS = /(?:^|\n|\s{2}|[|;,]\s?)(?:1|2|3|4a|4b|4c|8|9)[.):]{0,2}[^\S\n]{1,3}\S/gu
const LEAST_FIELDS = 2
/** How far a card reaches around one of its fields. */
const CARD = 300

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
    const code = VALUE.exec(text.slice(start, start + 40))?.[0]
    if (code === undefined || code.replace(/\D/g, '').length < 4 || code.length < 6) continue
    const around = text.slice(Math.max(0, match.index - CARD), start + CARD)
    if ([...around.matchAll(OTHER_FIELDS)].length < LEAST_FIELDS) continue
    const span = { start, end: start + code.length }
    if (tools.speaksOf(span, 'licence')) found.push({ ...span, confidence: 0.85 })
  }
  return found
}

function findElements(text: string): readonly Candidate[] {
  if (!text.includes('DAQ') || !ISSUED_BY.test(text)) return []
  return [...text.matchAll(BAR_CODE)].flatMap((match) =>
    /\d{2}/.test(match[1] ?? '')
      ? [{ start: match.index + 3, end: match.index + match[0].length, confidence: 0.95 }]
      : [],
  )
}

/** Whether a code is an element of a bar code, with its three letters before it. */
export function isElement(text: string, code: string): boolean {
  return ELEMENT.test(code) && ISSUED_BY.test(text)
}
