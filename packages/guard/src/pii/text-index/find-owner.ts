import { aboutOf } from './about-of.ts'
import { ANY_ID, beforeAside, beforeGiven } from './before-aside.ts'
import type { Label } from './find-labels.ts'
import { ANSWER, ANSWER_BEHIND, isAnswered } from './is-answered.ts'
import { isNumberOfOther } from './is-number-of-other.ts'
import { isPlainGap } from './is-plain-gap.ts'
import { isApposed, leadsTo, SAID_NEXT } from './leads-to.ts'
import { type OwnKey, ownKeyOf } from './own-key.ts'
import { ASIDE, BEFORE, lastBefore, OPEN_ENDED, type Owner, type Reach, type Surroundings } from './owner.ts'
import { ownerInComparison } from './owner-in-comparison.ts'
import { ownerInColumn, ownerInKey } from './owner-in-name.ts'
import { isInRow } from './row-label.ts'

/** How far behind a value a label may stand, in characters. */
const AFTER: Readonly<Record<Reach, number>> = { near: 12, usual: 26, far: 40 }

/** "…, it's" right before the value. */
const SAYS_IT =
  /[,;.]\s(?:it['’]?s|it is|that['’]?s|c['’]est|es|ist|è)[\s,]{1,3}["'`]?$|(?<!\p{L})(?:real|actual|right|correct|proper|new|current) one(?:['’]s|\sis|\swas)\s["'`]?$/iu
/** Of a page's table: the cells of a row are label and value. */
const TAG = /<\/?[a-z][^<>]{0,40}>/gi

/** "passport (IND) Z…". */
const REMARK = /\s\([^()\n]{1,24}\)(?=\s)/g

/** "patente cat. B n° …". */
const CLASS =
  /\s(?:cat|kat|category|categor[ií]a|catégorie|kategorii?|klasse|class|clase|tipo|type)\.?\s[A-Z][A-Z0-9+]{0,3}(?=[\s,;)])/giu

/** "license is Georgia 05…", "permis de cond. saisi : …": who issued it, and that it was taken down. */
const ISSUED =
  /\s(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming|Alberta|British Columbia|Manitoba|Ontario|Qu[eé]bec|Saskatchewan|New South Wales|Victoria|Queensland|Tasmania)(?=[\s,])/gi
const TAKEN_DOWN =
  /\.?\s(?:saisie?|relevée?|notée?|vérifiée?|fournie?|présentée?|scanned|captured|recorded|entered|provided|registrad[oa]|capturad[oa]|presentad[oa]|anotad[oa]|erfasst|vorgelegt|notiert|geprüft)(?=\s?[:=,])/giu

/** "accounts 12… and 34…": the second of two values. */
const ANOTHER = /\s[\p{L}\d-]{0,8}\d[\d -]{2,24}\p{L}?,?\s(?:and|or|y|o|et|ou|und|oder|into)\s$/u

/** "does this licence number look right? F48…". */
const ASKED_OF = /^[^\n.;:\d]{0,60}\?{1,3}\s{1,2}$/

/** "… number is" right before the value. */
const SAYS_NUMBER =
  /(?:number|no|nr|nro|nummer|n[uú]m|num[eé]ro|n[uú]mero|numer|n[º°]|#)[.:]?\s{0,2}(?:is|est|es|ist|:)?\s{0,2}["'`]?$/iu

/** The label that a value belongs to: its key's, its column's, the nearest before it, or one close behind it. */
export function findOwner(around: Surroundings, start: number, end: number): Owner | undefined {
  const key = ownKeyOf(around.text, start)
  if (key && !key.isGeneric) {
    const owner = ownerInComparison(around, key) ?? ownerInKey(around, key)
    const isOpen = !owner || owner.about.every((one) => ASIDE.has(one))
    return isOpen ? (ownerInRemark(around, end) ?? owner) : owner
  }
  const column = ownerInColumn(around, start)
  if (!column) return ownerBeside(around, start, end, key)
  // "| Driver's license | N2191… |" below "ID type" and "ID number".
  const row = isOpenColumn(around.text.slice(column.start, column.end))
    ? ownerBeside(around, start, end)
    : undefined
  return row?.how === 'before' ? row : column
}

/** "Pièce | Référence": what a row begins with says what it refers to. */
const REFERENCE =
  /^(?:r[eé]fs?|reference|r[eé]f[eé]rence|referencia|referenz|riferimento|referentie|referência)$/iu

function isOpenColumn(name: string): boolean {
  return ANY_ID.test(name) || REFERENCE.test(name)
}

/** `PID-3=9943496 (MRN)`: what stands in parentheses behind a value. */
function ownerInRemark({ text, labels }: Surroundings, end: number): Owner | undefined {
  const label = labels[firstAfter(labels, end, lastBefore(labels, end))]
  if (!label || !/^["']?\s?\($/.test(text.slice(end, label.start)) || text[label.end] !== ')')
    return undefined
  return { ...label, how: 'behind', isBeside: true, isTight: false }
}

function ownerBeside(around: Surroundings, start: number, end: number, key?: OwnKey): Owner | undefined {
  const { text, labels, tables, reach } = around
  const nearestAt = beforeAside(text, labels, start)
  const at = key ? beforeGiven(text, labels, nearestAt, key.start) : nearestAt
  const nearest = labels[at]
  const before =
    nearest &&
    leadsTo(text, nearest, start, BEFORE[reach]) &&
    (ANSWER_BEHIND.test(text.slice(nearest.end, start)) || isInRow({ text, tables }, nearest, start)) &&
    !isNumberOfOther(text, start, nearest.end)
      ? nearest
      : undefined
  const behind = labels[firstAfter(labels, end, at)]
  if (
    behind &&
    isRightBehind(text, end, behind, AFTER[reach]) &&
    isNearer(text, { start, end }, before, behind)
  )
    return { ...behind, how: 'behind', isBeside: true, isTight: false }
  if (!before) return undefined
  const gap = withoutAsides(text.slice(before.end, start))
  return {
    ...before,
    about: aboutOf(around, at, start),
    how: 'before',
    isTight: TIGHT.test(gap) || ANSWER_BEHIND.test(gap),
    isBeside:
      isPlainGap(gap) ||
      SAYS_NUMBER.test(gap) ||
      SAYS_IT.test(gap) ||
      ANSWER.test(gap) ||
      (ASKED_OF.test(gap) && /n(?:umber|um|o)\.?$/i.test(text.slice(before.start, before.end))) ||
      isAnswered(text, before, start),
  }
}

/** What lies between a label and a value without remarks that leave it the label's. */
function withoutAsides(gap: string): string {
  // Between most of them lies a sign and a blank.
  if (gap.length < SHORTEST_ASIDE) return gap
  return ASIDES.reduce((left, aside) => left.replace(aside, ' '), gap)
}

const SHORTEST_ASIDE = 4
const ASIDES: readonly RegExp[] = [TAG, REMARK, CLASS, ISSUED, TAKEN_DOWN, ANOTHER]

/** Right behind the value, as in "078-05-1120 (SSN)": nearer than a label that stands words before it. */
function isNearer(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  before: Label | undefined,
  behind: Label,
): boolean {
  if (!before || start - before.end > behind.start - end + 12) return true
  const gap = text.slice(end, behind.start)
  return SAYS_WHAT.test(gap) || SAID_NEXT.test(gap) || isExplained(text, end, before, behind)
}

const TIGHT =
  /^["'`*_)\]°º]{0,3}\.?\s{0,3}(?:(?:number|no|nr|n|num|nummer|num[eé]ro|n[uú]mero|numer|code|id)[.]?[°º]?)?\s{0,2}(?:is|was|ist|est|es|[:=#|>])?\s{0,3}["'`*#]{0,2}$/iu

/** "… is her date of birth". */
const SAYS_WHAT =
  /^["'`]?,?\s(?:is|was|est|es|ist|è|é)\s(?:my|her|his|the|our|their|your|mon|ma|sa|son|ton|ta|le|la|mi|su|tu|el|mein|meine|ihre?|seine?|die|der|das|il|mio|mia|sua|suo|o|a|meu|minha|mijn|zijn|haar|het)\s$|^["'`]?,?\s(?:as|als|comme|como|come)\s(?:(?:my|her|his|the|our|their|your|sa|la|su|ihr|sein|mein)\s)?$/iu

/** "Ref: QQ… (National Insurance)": what stands in parentheses says more than a word such as "ref". */
function isExplained(text: string, end: number, before: Label, behind: Label): boolean {
  if (!/^\s?\($/.test(text.slice(end, behind.start))) return false
  // "… (routing), … (account)": the one before is said of the value before.
  if (text[before.end] === ')') return true
  const isOpen = before.about.every((one) => ASIDE.has(one) || OPEN_ENDED.has(one))
  return isOpen && !behind.about.some((one) => ASIDE.has(one))
}

function firstAfter(labels: readonly Label[], place: number, from: number): number {
  let at = Math.max(0, from)
  // At most the few labels inside the value lie between.
  while (at < labels.length && (labels[at]?.start ?? 0) < place) at += 1
  return at
}

/** "… not ur dob". */
const DENIES = /(?:^|[^\p{L}])(?:not|no|isn['’]?t|never|pas|nicht|kein\p{L}{0,2}|non|geen|niet|não)\s/iu

function isRightBehind(text: string, from: number, label: Label, most: number): boolean {
  const { start, end, about } = label
  if (start - from > most) return false
  const gap = text.slice(from, start)
  if (DENIES.test(gap)) return false
  if (SAID_NEXT.test(gap) || isApposed(text, from, label)) return true
  if (!SAYS_WHAT.test(gap) && /[\n.!?;,|\d"{}<>]/.test(gap)) return false
  // "… when you run the job" is no word about the number before it.
  if (about.every((one) => ASIDE.has(one)) && !isPlainGap(gap)) return false
  return !/^[=:]/.test(text.slice(end, end + 1))
}
