import type { Candidate } from '../finding.ts'
import type { Label } from '../text-index/find-labels.ts'
import { lastBefore, OPEN_ENDED, type Owner } from '../text-index/owner.ts'
import { isAnswered } from '../text-index/is-answered.ts'
import { ownKeyOf } from '../text-index/own-key.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { foldWord } from '../text-index/fold-word.ts'
import { isOtherLicence } from './licence-kind.ts'
import { leavesLicence } from './licence-modifiers.ts'
import { isNamedOtherwise } from './named-otherwise.ts'
import { isInPath, isNotTheLicence, isPurpose } from './not-the-licence.ts'
import { hasRowsOfPapers, isInNextRecord, isInOtherRow } from './rows-of-papers.ts'

/** Tells whether neither the label of a value nor the words right at it make it another thing's. */
export function checkLicences(text: string, tools: ScanTools): (found: Candidate) => boolean {
  const hasRows = hasRowsOfPapers(text, tools.labels, isOne)
  return ({ start, end }) => {
    if (isNotTheLicence(text, start, text.slice(start, end))) return false
    const label = tools.labelOf(start, end)
    if (label && /^dln?$/i.test(text.slice(label.start, label.end)) && isInPath(text, start)) return false
    // "Angelschein Nr. FS-27…": what looks like a label is a part of another paper's number.
    if (
      label &&
      isOne(label) &&
      /^[-/]?$/.test(text.slice(label.end, start)) &&
      isPart(text, tools, label, end)
    )
      return false
    if (CODE_OF.test(text.slice(Math.max(0, start - 24), start)) && !label?.isTight) return false
    if (label && isOne(label)) {
      if (UNCHECKED.test(text.slice(Math.max(0, label.start - 4), label.start))) return false
      if (isEnded(text, label, start)) return false
      if (isOtherLicence(text, label, start) || isPurpose(text, label, start)) return false
    } else if (label && isAnothers(text, label, start)) return false
    const last = lastLicence(tools, start)
    const named = last?.end ?? 0
    if (label?.how === 'header') return !isHeadedOtherwise(text, label)
    if (isInNextRecord(text, named, start)) return false
    if (label?.how === 'before' && label.isTight) return true
    if (hasRows && isInOtherRow(text, start, named)) return false
    if (label?.how === 'behind' && isOne(label)) return true
    const isAsked = label !== undefined && isOne(label) && isAnswered(text, label, start)
    if (!isAsked && (!isOne(label) || isApart(text, label, start)) && !isTold(text, last, start)) return false
    const from = isAsked ? afterSpeaker(text, start) : 0
    return !isNamedOtherwise(text, start, Math.max(named, from))
  }
}

/** "Licence RBQ", "IFTA_LIC": what else a heading says makes a plain licence another kind. */
function isHeadedOtherwise(text: string, label: Owner): boolean {
  if (!label.about.includes('anyLicence')) return false
  const before = /[^,;|\t\n"]{0,40}$/.exec(text.slice(0, label.start).slice(-40))?.[0] ?? ''
  const behind = /^[^,;|\t\n"]{0,40}/.exec(text.slice(label.end, label.end + 40))?.[0] ?? ''
  const words = `${before} ${behind}`.match(/\p{L}{2,}/gu) ?? []
  return words.some((word) => !/^driv/i.test(word) && !leavesLicence(foldWord(word)))
}

/** "code=E40…", "(code DL40…": of errors and forms. */
const CODE_OF = /(?<!\p{L})(?:code|c[oó]digo|codice|form_?id|error|err|fehler)["']?\s?[:=]?\s?["'`]?$/iu

/** `form_id: "DL-44…`. */
const FIELD_KEY = /\n\s*["']?([\p{L}_][\w.-]{1,40})["']?:\s{1,2}["']$/u

/** Whether what looks like a label begins another thing's number: a column's, a key's, or one that is named before it. */
function isPart(text: string, tools: ScanTools, label: Owner, end: number): boolean {
  if (isNumbered(text, label.start)) return true
  const key = ownKeyOf(text, label.start)
  if (key && !key.isGeneric && !LICENCE_NOUN.test(text.slice(key.start, key.end))) return true
  const field = FIELD_KEY.exec(text.slice(Math.max(0, label.start - 48), label.start))?.[1]
  if (field !== undefined && !LICENCE_NOUN.test(field) && !/^(?:value|id|number|dl\w*)$/i.test(field))
    return true
  const column = tools.labelOf(label.start, end)
  return column?.how === 'header' && !isOne(column)
}

/** Right before a label that belongs to the number: a noun and "number". */
function isNumbered(text: string, place: number): boolean {
  const noun =
    /(\p{L}{3,24})[ -]?(?:no|nr|num|nummer|number|num[eé]ro|n[uú]mero|numer|n[º°])\.?:?\s?$/iu.exec(
      text.slice(Math.max(0, place - 40), place),
    )?.[1]
  return noun !== undefined && !LICENCE_NOUN.test(noun)
}

const LICENCE_NOUN =
  /licen|permi|f[uü]hrer|fuehrer|fahrerl|patente|rijbewijs|jazdy|condu|k[oö]rkort|driv|carn|dokument|document|ausweis|card|karte/iu

function isOne<T extends Label>(label: T | undefined): label is T {
  return label?.about.some((one) => one === 'licence' || one === 'anyLicence') ?? false
}

/** "[x] Passport [ ] Driver's licence". */
const UNCHECKED = /(?:\[\s?\]|☐)\s?$/u

/** Where something is kept, and not what it is: "in our records to …". */
const KEPT =
  /(?<!\p{L})(?:in|on|at|for|from|of|with|en|dans|sur|pour|para|im|bei|für|nel|nei|op|w|na|em)\s(?:\p{L}{1,6}\s)?$/iu

const FIELD = /^\s?:[^\n:;]{0,40}$/

/** "… y la póliza la AUT…": another label right at the value. */
function isAnothers(text: string, label: Owner, start: number): boolean {
  if (label.how !== 'before' || label.about.every((one) => OPEN_ENDED.has(one))) return false
  const gap = text.slice(label.end, start)
  // "Policy: Acme, B55…": all that a field holds is its own.
  if (FIELD.test(gap)) return true
  if (!label.isBeside || /[,;)\n]/.test(gap)) return false
  return !KEPT.test(text.slice(Math.max(0, label.start - 16), label.start))
}

/** Where in the line of an answer the answer begins, behind who gives it. */
function afterSpeaker(text: string, start: number): number {
  const from = Math.max(0, start - LONGEST_LINE)
  const line = text.slice(from, start)
  return from + line.indexOf(':', line.lastIndexOf('\n') + 1) + 1
}

/** Whether a semicolon lies between a label and a value. */
function isApart(text: string, label: Owner, start: number): boolean {
  return label.how === 'before' && !label.isBeside && text.slice(label.end, start).includes(';')
}

const ABBREVIATED = /(?:lic|no|nr|n[uú]m|nro|dl|perm|(?<!\p{L})\p{L})$/iu

/** "Bring your licence. 40718 is …": the sentence of the label is at its end, and "lic." is none. */
function isEnded(text: string, label: Label, start: number): boolean {
  return /^\.\s+$/.test(text.slice(label.end, start)) && !ABBREVIATED.test(text.slice(label.start, label.end))
}

/** A word or a sign that tells of what comes, and not only a border between two things. */
const TOLD = /(?:[\p{L}°º:?=>#]|(?<!\p{L})(?:nr|no|n[uú]m|nro|n)\.)\s{0,4}["'`“„«]?$/iu
const NUMBER =
  /(?<!\p{L})(?:numbers?|no|nrs?|num|n[uú]m|num[eé]ro|n[uú]mero|numer|numret|n[º°]|dln?|details?|values?|valeur|valor|wert|decir|reads?|says?)(?!\p{L})|nummer|[#>]/iu

/**
 * Whether something leads to a number that has no label of its own, and numbers are what is spoken of: "the number
 * on your licence? … Mine: …", "the licence … with the number …"; not "bring your licence. …".
 */
function isTold(text: string, label: Label | undefined, start: number): boolean {
  const before = text.slice(Math.max(0, start - 32), start)
  if (!label) return NUMBER.test(before)
  const gap = text.slice(label.end, start)
  const isBelow = gap.length < LONGEST_LINE && /^[^\n]{0,12}\n[^\S\n]*$/.test(gap)
  if (!isBelow && !TOLD.test(before)) return false
  if (COPULA.test(before) ? !/[.!?\n]\s/.test(gap) : !/[.,;!?\n]/.test(gap)) return true
  return NUMBER.test(before) || NUMBER.test(text.slice(Math.max(0, label.start - 24), label.end + 8))
}

const COPULA =
  /(?<!\p{L})(?:is|it['’]?s|was|es|est|c['’]?est|ist|lautet|è|é|to|är|er)\s(?:(?:la|el|le|il|the|die|der|das|o|a)\s)?["'`]?$/iu

const LONGEST_LINE = 80

/** How many labels back a licence is looked for. */
const MOST_LABELS = 4
const LONGEST_WAY = 400

/** The last label of a licence before a place. */
function lastLicence(tools: ScanTools, start: number): Label | undefined {
  const last = lastBefore(tools.labels, start)
  for (let at = last; at > last - MOST_LABELS; at -= 1) {
    const label = tools.labels[at]
    if (!label || start - label.end > LONGEST_WAY) return undefined
    if (isOne(label)) return label
  }
  return undefined
}
