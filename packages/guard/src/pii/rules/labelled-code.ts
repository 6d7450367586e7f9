import type { Candidate } from '../finding.ts'
import { lastBefore } from '../text-index/owner.ts'
import { isNumberOfOther } from '../text-index/is-number-of-other.ts'
import { isApposed, SAID_NEXT } from '../text-index/leads-to.ts'
import type { Owner, ScanTools } from '../text-index/scan-tools.ts'
import type { Vocabulary } from '../text-index/vocabulary.ts'
import { isCounted } from './is-counted.ts'
import { isExample } from './is-example.ts'
import { isLed } from './is-led.ts'

export interface LabelledCode {
  readonly vocabulary: Vocabulary
  /** What the code is made of, from its first character on; anchored, bounded. */
  readonly form: RegExp
  /** Whether what the form took can be such a code. */
  readonly accepts: (code: string) => boolean
  readonly confidence: number
  /** How many digits a code must have that no label leads to. */
  readonly leastDigits?: (code: string) => number
  /** Stems of words that are no label, but make one of "number" behind them: "Führerscheinkontrolle … Nummer X". */
  readonly scene: RegExp
  /** Labels that need more than themselves, and whether there is more around a place. */
  readonly weak?: readonly Vocabulary[]
  /** Those of them that need not lead to a code, where they are only spoken of. */
  readonly weakFromAfar?: readonly Vocabulary[]
  readonly mayBeWeak?: (place: number, code: string) => boolean
}

/** Codes without a form of their own: the first word with a digit in it behind a label, or the column beneath it. */
export function findLabelledCodes(text: string, tools: ScanTools, kind: LabelledCode): readonly Candidate[] {
  const { vocabulary, form, accepts, scene, weak = [] } = kind
  const isNamed = tools.labels.some(({ about }) =>
    about.some((one) => one === vocabulary || weak.includes(one)),
  )
  if (!isNamed && !scene.test(text)) return []
  const found: Candidate[] = []
  let from = 0
  for (const { start, end: tokenEnd } of tools.tokens) {
    // A digit on its own begins no code, and a letter only before groups of digits.
    if (start < from) continue
    if (tokenEnd - start === 1 && text[tokenEnd] === ' ' && !IN_GROUPS.test(text.slice(start, start + 10)))
      continue
    const previous = text[start - 1] ?? ' '
    const isBlankLine = text.slice(start - 3, start) === '___'
    if ((previous === '_' && !isBlankLine) || previous === '@' || previous === '$' || previous === '€')
      continue
    // Neither inside of something longer, nor at a label: of "MRN 00586957" only the number is the code.
    if ('-/.'.includes(previous) && isAlphanumeric(text[start - 2]) && !endsLabel(text, tools, start - 1))
      continue
    if (startsLabel(text, tools, start)) continue
    const code = withoutCount(text, start, form.exec(text.slice(start, start + 40))?.[0])
    if (code === undefined || !accepts(code)) continue
    const end = start + code.length
    if (/^[\p{L}\p{N}@]|^_(?!_)|^[-./:][\p{L}\p{N}]|^:\/\//u.test(text.slice(end, end + 3))) continue
    if (isCounted(text, end) || isExample(text, start) || ROUND.test(code)) continue
    const confidence = rateCode(text, tools, kind, { start, end, code })
    if (confidence === 0) continue
    found.push({ start, end, confidence })
    from = end
  }
  return found
}

/** Of "1) … 4968471 2) …" and "5 J43DTY2V901 9 AM/B" the second count is no part of the code. */
function withoutCount(text: string, start: number, code: string | undefined): string | undefined {
  const isCount = code !== undefined && text[start + code.length] === ')' && text[start - 1] !== '('
  return isCount ? code.replace(/ \d{1,2}$/, '') : code?.replace(/^([A-Z0-9]{8,}) \d{1,2}$/, '$1')
}

/** "D 152 374 455 425". */
const IN_GROUPS = /^(?:[A-Z] \d{3}[ -]\d{3}|[B-HJ-Z] \d{7}(?!\d))/
/** Amounts and counts, places on maps, seconds. */
const ROUND = /^\d{1,3}0{4,}$|^\d{1,3}\.\d+Z?$/
/** "licence: NSW 12345678": who issued it. */
const STATE = /^[\s:#(,]{1,3}(?:[A-Z]{2,3}|Vic|Qld|Tas|Ont|Alta|Sask|Man|Que|Cal|Tex|Fla)[.\s:#)]{1,3}$/

interface Code {
  readonly start: number
  readonly end: number
  readonly code: string
}

function rateCode(text: string, tools: ScanTools, kind: LabelledCode, found: Code): number {
  const { vocabulary, confidence, weak = [], mayBeWeak } = kind
  const { start, end, code } = found
  const label = tools.labelOf(start, end)
  const isLedTo = isLed(text, start) || STATE.test(text.slice(label?.end ?? start, start))
  if (label && (label.how !== 'behind' || explains(text, end, label))) {
    if (label.about.includes(vocabulary)) return rate(label, isLedTo, code, confidence)
    const isTold = label.how === 'header' || label.isBeside || SAID.test(text.slice(label.end, start))
    if (
      isTold &&
      label.about.some((one) => weak.includes(one)) &&
      (mayBeWeak?.(label.how === 'header' ? label.start : start, code) ?? false)
    )
      return rate(label, isLedTo, code, confidence)
  }
  return isSpokenOf(text, tools, kind, found) ? UNLABELLED : 0
}

/** Nothing else claims it, and such codes are spoken of: "need ur passport number", and the answer lines below. */
function isSpokenOf(text: string, tools: ScanTools, kind: LabelledCode, { start, end, code }: Code): boolean {
  const { weakFromAfar = [], mayBeWeak, leastDigits = () => LEAST_DIGITS } = kind
  if (code.replace(/\D/g, '').length < leastDigits(code) || /^[A-Z]{2,6} /.test(code)) return false
  if (!isLed(text, start)) return false
  // "by recorded post, HJ 4697 …": the code has begun before.
  if (/(?<![\p{L}\p{N}])[A-Z]{2} $/u.test(text.slice(Math.max(0, start - 4), start))) return false
  if (tools.mayBe({ start, end }, kind.vocabulary)) return true
  if (weakFromAfar.length > 0 && mayBeWeak?.(start, code) && tools.mayBe({ start, end }, ...weakFromAfar))
    return true
  return isNumberIn(text, { start, end }, tools, kind.scene)
}

/** Right before a value: "number", in whatever language, and of no other thing. */
const CALLED_NUMBER =
  /(?<![\p{L}\p{N}])(?:number|no|nr|num|nummer|num[eé]ro|n[uú]mero|numer|n[º°])[.:=]?(?:\s(?:is|was|est|es|ist|lautet|è|é))?\s?["'`]?$/iu
const SCENE = 120

function isNumberIn(
  text: string,
  span: { readonly start: number; readonly end: number },
  tools: ScanTools,
  scene: RegExp,
): boolean {
  if (!CALLED_NUMBER.test(text.slice(Math.max(0, span.start - 20), span.start))) return false
  return (
    tools.labelOf(span.start, span.end) === undefined &&
    !isNumberOfOther(text, span.start, 0) &&
    scene.test(text.slice(Math.max(0, span.start - SCENE), span.start))
  )
}

/** What a code without a label of its own must have, and how sure it is. */
const LEAST_DIGITS = 5
const UNLABELLED = 0.6

/** Between a value and the label behind it: "… (passport)", "… is my passport". */
const EXPLAINS =
  /^["'`]?\s?(?:[([–—-]\s?(?:[\p{L}'’]{1,12} ){0,3}|,?\s?(?:is|was|are|est|es|ist|è|é|as|als|come|como|comme)\s(?:\p{L}{1,6}\s)?)$/iu

function explains(text: string, end: number, label: Owner): boolean {
  const gap = text.slice(end, label.start)
  return EXPLAINS.test(gap) || SAID_NEXT.test(gap) || isApposed(text, end, label)
}

const SAID = /(?:^|[^\p{L}])(?:is|est|es|ist|è|é|ID)\s$|:\s?$/iu

function isAlphanumeric(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/** A label that is not tied to digits, as it is in `MRN-0045127`. */
function startsLabel(text: string, tools: ScanTools, start: number): boolean {
  const label = tools.labels[lastBefore(tools.labels, start) + 1]
  if (label?.start !== start) return false
  return label.about.includes('neutral') || !/^[-_]\d/.test(text.slice(label.end, label.end + 2))
}

/** `DL-482910`; in "letter ref DVLA/278583" it is a part of what the label before it has. */
function endsLabel(text: string, tools: ScanTools, place: number): boolean {
  const at = lastBefore(tools.labels, place)
  const [outer, label] = [tools.labels[at - 1], tools.labels[at]]
  if (label?.end !== place) return false
  return !(outer?.about.includes('neutral') && /^[\s:.#]{1,3}$/.test(text.slice(outer.end, label.start)))
}

/** A code that stands words behind its label is less sure. */
function rate(label: Owner, isLedTo: boolean, code: string, confidence: number): number {
  if (label.isBeside || label.how === 'header') return confidence
  // Nothing leads to the digits: "the passport office issued 1250000 booklets".
  if (!isLedTo && /^[\d .]+$/.test(code)) return confidence - 0.4
  if (/^[A-Z]{2,6} /.test(code)) return confidence - 0.4
  return confidence - 0.2
}
