import type { TableIndex } from './find-header.ts'
import type { Label } from './find-labels.ts'
import { isDerailed, isDerailing } from './derailing-words.ts'
import { isPlainGap } from './is-plain-gap.ts'
import { ANSWER, isAnswered } from './is-answered.ts'
import { isApposed, leadsTo, SAID_NEXT } from './leads-to.ts'
import { isNumberOfOther } from './is-number-of-other.ts'
import { type OwnKey, ownKeyOf } from './own-key.ts'
import { isInRow, restOf } from './row-label.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How far a label reaches: the default, and what `strict` and `relaxed` make of it. */
export type Reach = 'near' | 'usual' | 'far'

/** In characters. */
export const BEFORE: Readonly<Record<Reach, number>> = { near: 40, usual: 110, far: 200 }
const AFTER: Readonly<Record<Reach, number>> = { near: 12, usual: 26, far: 40 }

/** The label of a value, and how it stands to it. */
export interface Owner extends Label {
  readonly how: 'header' | 'before' | 'behind'
  /** Whether nothing but small words lies between. */
  readonly isBeside: boolean
  /** Whether nothing but a sign or "number" lies between, or it is its column's: "order no. 12". */
  readonly isTight: boolean
}

interface Surroundings {
  readonly text: string
  readonly labels: readonly Label[]
  readonly tables: TableIndex
  readonly reach: Reach
}

/** These say whose a number is, or where it is kept, and leave open what it is. */
export const OPEN_ENDED: ReadonlySet<Vocabulary> = new Set(['name', 'person', 'address', 'bank', 'postcode'])

/** "…, it's" right before the value. */
const SAYS_IT = /[,;]\s(?:it['’]?s|it is|that['’]?s|c['’]est|es|ist|è)\s["'`]?$/iu
/** Of a page's table: the cells of a row are label and value. */
const TAG = /<\/?[a-z][^<>]{0,40}>/gi

/** "passport (IND) Z…". */
const REMARK = /\s\([^()\n]{1,24}\)(?=\s)/g

/** "accounts 12… and 34…": the second of two values. */
const ANOTHER = /\s[\p{L}\d-]{0,8}\d[\d -]{2,24}\p{L}?,?\s(?:and|or|y|o|et|ou|und|oder|into)\s$/u

/** "ID type: passport, ID number: …": the first says what the second is the number of. */
const ANY_ID = /^(?:id|identity|identification)[ _-]?(?:number|no|nr|num)$/i

/** Characters between a label and an aside to it. */
const LONGEST_ASIDE = 40

/** "… number is" right before the value. */
const SAYS_NUMBER =
  /(?:number|no|nr|nummer|num[eé]ro|numer|n[º°]|#)[.:]?\s{0,2}(?:is|est|es|ist|:)?\s{0,2}["'`]?$/iu

/** The label that a value belongs to: its key's, its column's, the nearest before it, or one close behind it. */
export function findOwner(around: Surroundings, start: number, end: number): Owner | undefined {
  const key = ownKeyOf(around.text, start)
  if (key && !key.isGeneric) return ownerInKey(around, key)
  return ownerInColumn(around, start) ?? ownerBeside(around, start, end)
}

function ownerInKey({ text, labels }: Surroundings, key: OwnKey): Owner | undefined {
  const named = labels[lastBefore(labels, key.end)]
  if (!named || named.end <= key.start) return undefined
  const rest = text.slice(named.end, key.end)
  if (isDerailing(rest) || LIMITS.test(text.slice(key.start, named.start))) return undefined
  const isBeside = named.about.every((one) => ASIDE.has(one)) || isPlainGap(rest)
  return { ...named, how: 'before', isBeside, isTight: true }
}

function ownerInColumn({ text, labels, tables }: Surroundings, start: number): Owner | undefined {
  const header = tables.headerOf(start)
  // "| CLABE 0720… |": a label in the cell itself says more than the one above.
  const own = header ? labels[lastBefore(labels, start)] : undefined
  if (own && own.start >= (tables.cellOf(start)?.start ?? start) && isPlainGap(text.slice(own.end, start)))
    return undefined
  const label = header ? labels[lastBefore(labels, header.end)] : undefined
  if (!header || !label || label.start < header.start || isDerailed(text, label)) return undefined
  // "…, born 28 Mar 1961" is a line like those below it, and heads none of them.
  if (/\d{4}/.test(text.slice(label.end, header.end))) return undefined
  const isBeside = isPlainGap(restOf(text, header, label)) || isHeadNoun(text, header, label)
  const outer = labels[lastBefore(labels, label.start)]
  const isOpen = label.about.every((one) => OPEN_ENDED.has(one)) || (outer && isRemark(text, outer, label))
  const about =
    outer && outer.start >= header.start && isOpen ? [...label.about, ...outer.about] : label.about
  return { ...label, about, how: 'header', isBeside, isTight: true }
}

/** "Auto-pay acct" is an account, "abonnés du compte" are not. */
function isHeadNoun(
  text: string,
  header: { readonly start: number; readonly end: number },
  label: Label,
): boolean {
  return (
    isPlainGap(text.slice(label.end, header.end)) &&
    !/(?:^|[^\p{L}])(?:of|per|by|for|from|in|on|to|du|de|des|d|del|di|der|des|dem|von|van|da|do|by|with|without|no)['’\s]/iu.test(
      text.slice(header.start, label.start),
    )
  )
}

function ownerBeside(around: Surroundings, start: number, end: number): Owner | undefined {
  const { text, labels, tables, reach } = around
  const at = beforeAside(text, labels, start)
  const nearest = labels[at]
  const before =
    nearest &&
    leadsTo(text, nearest, start, BEFORE[reach]) &&
    isInRow({ text, tables }, nearest, start) &&
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
  const gap = text.slice(before.end, start).replace(TAG, ' ').replace(REMARK, ' ').replace(ANOTHER, ' ')
  return {
    ...before,
    about: aboutOf(around, at, start),
    how: 'before',
    isTight: TIGHT.test(gap),
    isBeside:
      isPlainGap(gap) ||
      SAYS_NUMBER.test(gap) ||
      SAYS_IT.test(gap) ||
      ANSWER.test(gap) ||
      isAnswered(text, before, start),
  }
}

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

/** "Date of birth (as on passport): …", "tax ID (adóazonosító jel) …": either may be meant. */
function isRemark(text: string, outer: Label, inner: Label): boolean {
  return (
    /^\s?\([^()\n]{0,24}$/.test(text.slice(outer.end, inner.start)) &&
    /^[^()\n]{0,24}\)/.test(text.slice(inner.end, inner.end + 25))
  )
}

/** "NHS card", "ITIN card". */
function isCardOf(text: string, outer: Label, inner: Label): boolean {
  return inner.about.includes('card') && text.slice(outer.end, inner.start) === ' '
}

/** What a label and, where it leaves that open, those before it say. */
function aboutOf({ text, labels, reach }: Surroundings, at: number, start: number): readonly Vocabulary[] {
  const about = [...(labels[at]?.about ?? [])]
  const [outer, inner] = [labels[at - 1], labels[at]]
  if (outer && inner && (isRemark(text, outer, inner) || isCardOf(text, outer, inner)))
    about.push(...outer.about)
  for (let back = at - 1; back >= at - 2 && about.every((one) => OPEN_ENDED.has(one)); back -= 1) {
    const further = labels[back]
    if (further && leadsTo(text, further, start, BEFORE[reach])) about.push(...further.about)
  }
  return about
}

/** `MAX_MRN` and the like bound values, and are none. */
const LIMITS = /(?:max|min|num|total|count)[_-]?$/i
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

/** What a number is told over, or wanted for, and what it therefore is not. */
const ASIDE: ReadonlySet<Vocabulary> = new Set([
  'phone',
  'neutral',
  'name',
  'address',
  'bank',
  'version',
  'host',
])
const LEADS_ASIDE =
  /(?:^|[^\p{L}])(?:over|on|by|via|for|from|through|during|pour|par|au|por|para|per|am|für|via|voor|op|przez|dla)\s(?:the |my |a |an |this |your |le |la |les |el |los |il |das |dem |die |de |het |mon |mi )?(?:\p{L}{2,14} ){0,3}$/iu

/** Whose it is: "the IBAN of the client: …". */
const GENITIVE =
  /^\s(?:(?:of|du|de la|del|de los|des|der|della|dello|van de|van het|do|da)\s|de l['’])(?:the |our |my |your )?(?:\p{L}{2,14} )?$/iu

/** Index of the label that speaks of the place: "my SIN for the callback, it's …" is not about a telephone. */
function beforeAside(text: string, labels: readonly Label[], place: number): number {
  const at = lastBefore(labels, place)
  const nearest = labels[at]
  const further = labels[at - 1]
  if (!nearest || !further) return at
  if (ANY_ID.test(text.slice(nearest.start, nearest.end)))
    return /^["'\s,;]{1,8}$/.test(text.slice(further.end, nearest.start)) ? at - 1 : at
  if (!nearest.about.every((one) => ASIDE.has(one))) return at
  const isWeak = further.about.every((one) => ASIDE.has(one) && one !== 'phone')
  if (isWeak || nearest.start - further.end > LONGEST_ASIDE) return at
  if (GENITIVE.test(text.slice(further.end, nearest.start))) return at - 1
  // A colon or nothing but a blank behind it makes it the label after all: "by phone: 0171 …".
  if (
    !/^[^:=\n]{0,24},\s|^\s(?:is|it['’]?s|are|est|es|ist|is)\s|^[^:=\n]{0,32}\n/iu.test(
      text.slice(nearest.end, place),
    )
  )
    return at
  return LEADS_ASIDE.test(text.slice(further.end, nearest.start)) ? at - 1 : at
}

/** Index of the last label that ends at or before the place, or -1. */
export function lastBefore(labels: readonly Label[], place: number): number {
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
