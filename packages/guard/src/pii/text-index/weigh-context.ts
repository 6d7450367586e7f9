import type { TableIndex } from './find-header.ts'
import type { Label } from './find-labels.ts'
import { isDerailed } from './derailing-words.ts'
import { lastBefore, OPEN_ENDED, type Owner, type Reach } from './owner.ts'
import { isAnswered } from './is-answered.ts'
import { isNumberOfOther } from './is-number-of-other.ts'
import { ownKeyOf } from './own-key.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Span {
  readonly start: number
  readonly end: number
}

export interface Around {
  readonly text: string
  readonly labels: readonly Label[]
  readonly tables: TableIndex
  readonly reach: Reach
  readonly ownerOf: (start: number, end: number) => Owner | undefined
}

/** Characters before and behind a value in which a word still sets the scene for it. */
const SCENE: Readonly<Record<Reach, readonly [number, number]>> = {
  near: [60, 20],
  usual: [240, 90],
  far: [400, 150],
}

/** Whether a word of these vocabularies stands around a value, in whatever sentence or line. */
export function speaksOf(
  { labels, reach }: Pick<Around, 'labels' | 'reach'>,
  span: Span,
  isOne: (label: Label) => boolean,
): boolean {
  const [before, behind] = SCENE[reach]
  const last = lastBefore(labels, span.start)
  for (let at = last; at >= 0; at -= 1) {
    const label = labels[at]
    if (!label || span.start - label.end > before) break
    if (isOne(label)) return true
  }
  for (let at = last + 1; at < labels.length; at += 1) {
    const label = labels[at]
    if (!label || label.start - span.end > behind) break
    if (label.start >= span.end && isOne(label)) return true
  }
  return false
}

/** "… is the order number", "… (order)": what is said of the value right behind it. */
const SAID_OF_IT =
  /^["'`]?(?:\s?[([]\s?(?:(?:our|the|my)\s)?|,?\s(?:is|was|est|es|ist|è|é)\s(?:(?:the|our|my|your|a|le|la|el|die|der|das|il)\s)?)$/iu
/** Words for whatever somebody has at hand to quote: they leave room for what stands around. */
const VAGUE =
  /^(?:r[eé]fs?|reference|ref (?:no|nr)\.?|reference (?:no|number)|referencia|référence|referenz|file|form|app|host|record|client|case|claim|quote|remote|server|service|job|kenmerk|riferimento)$/iu
/** "the CLABE for the Airbnb host: …": whose it is, and not what. */
const WHOSE =
  /(?:^|[^\p{L}])(?:for|of|to|from|with|at|in|on|pour|du|de|des|para|del|für|von|vom|per|di|della|voor|van|do|da)\s(?:[\p{L}'’]{1,14}\s){0,3}$/iu
const LONGEST_WHOSE = 40

/** Whether a label right at the value says that it is something else; words further away, or behind it, do not. */
export function isClaimed(around: Around, span: Span, vocabularies: readonly Vocabulary[]): boolean {
  const owner = claimantOf(around, span, vocabularies)
  const { text } = around
  if (!owner) {
    if (speaksOf(around, span, isAbout(vocabularies))) return false
    return isNumberOfOther(text, span.start, 0) || isLikeClaimed(around, span, vocabularies)
  }
  const isSoft =
    owner.how === 'before' &&
    (VAGUE.test(text.slice(owner.start, owner.end)) ||
      WHOSE.test(text.slice(Math.max(0, owner.start - LONGEST_WHOSE), owner.start)))
  return !(isSoft && speaksOf(around, span, isAbout(vocabularies)))
}

/** Characters in which "part no. … is replaced by …" has both numbers. */
const LONGEST_PAIR = 80

/** Whether a number of the same shape stands before it in the sentence, and is something else. */
function isLikeClaimed(around: Around, { start, end }: Span, vocabularies: readonly Vocabulary[]): boolean {
  const { text } = around
  const label = around.labels[lastBefore(around.labels, start)]
  if (!label || start - label.end > 2 * LONGEST_PAIR) return false
  const from = Math.max(0, start - LONGEST_PAIR)
  const like = text
    .slice(start, end)
    .replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replace(/\d/g, '\\d')
  const before = [
    ...text.slice(from, start).matchAll(new RegExp(`(?<!\\w)${like}(?!\\w)[^.!?\\n]*$`, 'g')),
  ].at(-1)
  if (!before) return false
  const first = { start: from + before.index, end: from + before.index + end - start }
  return claimantOf(around, first, vocabularies) !== undefined
}

function isAbout(vocabularies: readonly Vocabulary[]): (label: Label) => boolean {
  return ({ about }) => about.some((one) => vocabularies.includes(one))
}

/** The label right at the value that says that it is something else. */
function claimantOf(
  { text, labels, ownerOf }: Around,
  span: Span,
  vocabularies: readonly Vocabulary[],
): Owner | undefined {
  const owner = ownerOf(span.start, span.end)
  if (!owner || owner.about.some((one) => vocabularies.includes(one))) return undefined
  // What stands further before says something only where nothing else does: "token, patient 943 476 5919".
  const { about } = labels[lastBefore(labels, owner.end)] ?? owner
  if (about.every((one) => OPEN_ENDED.has(one))) return undefined
  const isSaid =
    owner.how === 'behind'
      ? SAID_OF_IT.test(text.slice(span.end, owner.start))
      : owner.isTight || isSubject(text, owner, span.start)
  return isSaid ? owner : undefined
}

const CALLED_NUMBER = /(?:number|nummer|num[eé]ro|n[uú]mero|code|\sid|\s(?:no|nr)\.?)$/iu
const SAID_LATER =
  /^\s(?:of|for|with|at|from|on|bei|beim|für|von|vom|der|des|chez|pour|du|de|del|en|con|para|da|di|per|bij|van|voor)\s[^.,;:!?\n\d]{1,40}\s(?:is|was|ist|war|lautet|est|était|es|era|è|é)\s["'`]?$/iu

/** "my customer number at the driving school is …". */
function isSubject(text: string, owner: Owner, start: number): boolean {
  return (
    owner.how === 'before' &&
    CALLED_NUMBER.test(text.slice(Math.max(0, owner.start - 1), owner.end)) &&
    SAID_LATER.test(text.slice(owner.end, start))
  )
}

/** `maxAge: 8640000`, as programs write names. */
const PROGRAMS_NAME = /(?:[\p{Ll}\p{N}]\p{Lu}|_)[\p{L}\p{N}_]*["']?\s?[:=]\s?["'`]?$/u
const SHARED =
  /^(?:serial(?: (?:no|number|nr))?\.?|r[eé]fs?|reference|numero de serie|num[eé]ro de s[eé]rie|seriennummer|serie|file|doc|document|record)$/iu
/** The name of a field at the beginning of its line, and what it would have to be to leave all open. */
const FIELD = /(?:^|\n)[ \t]*(?:[-*•]\s)?(\p{L}[\p{L} ./_-]{1,30}?)\s?:\s{0,3}["'`]?$/u
/** A column that leaves open what is in it. */
const OPEN_COLUMN =
  /^\W*(?:value|number|no|nr|id|details?|data|info|information|document|doc|wert|valeur|valor|nummer|num[eé]ro|n[uú]mero|numero|angabe|answer|response|entry|content|text|field|notes?|comments?|message|remarks?)\W*$/iu

/** What is still asked for has a number of its own. */
const UNDERWAY =
  /pending|applied|applying|renew|request|ordered|submitted|approved|rejected|beantragt|demand|solicit|richiest/i

/** "one passport, Canadian, serial …": a word that all things with numbers share. */
function isPartOf({ text, labels }: Around, claimant: Owner, isOne: (label: Label) => boolean): boolean {
  const further = labels[lastBefore(labels, claimant.start)]
  if (claimant.how !== 'before' || !further || !isOne(further)) return false
  const between = text.slice(further.end, claimant.start)
  return (
    SHARED.test(text.slice(claimant.start, claimant.end)) &&
    /^[^.!?\n\d]{0,32}$/u.test(between) &&
    !UNDERWAY.test(between)
  )
}

/**
 * Whether a number without a form of its own may be what the text speaks of: nothing at it says that it is another
 * thing.
 */
export function mayBe(around: Around, span: Span, vocabularies: readonly Vocabulary[]): boolean {
  const isOne = isAbout(vocabularies)
  const isSpokenOf = speaksOf(around, span, (label) => isOne(label) && !isDerailed(around.text, label))
  return isSpokenOf && !isTaken(around, span, vocabularies)
}

/** Whether a label, a key, a column or a field, known or not, or some word with "number" behind it has the value. */
export function isTaken(around: Around, span: Span, vocabularies: readonly Vocabulary[]): boolean {
  const { text, tables } = around
  const owner = around.ownerOf(span.start, span.end)
  if (owner?.isTight && owner.about.some((one) => vocabularies.includes(one))) return false
  const claimant = claimantOf(around, span, vocabularies)
  if (claimant && !isPartOf(around, claimant, isAbout(vocabularies))) return true
  const before = text.slice(Math.max(0, span.start - 48), span.start)
  const key = ownKeyOf(text, span.start)
  if ((key && !key.isGeneric) || PROGRAMS_NAME.test(before)) return true
  // `z-index: 2147483640;` of a sheet of styles.
  if (/[\p{L}-]:\s?$/u.test(before) && /^(?:;|px|r?em(?!\p{L}))/u.test(text.slice(span.end, span.end + 3)))
    return true
  const said = lastAbout(around, span.start, isAbout(vocabularies))
  const field = FIELD.exec(before)?.[1]
  if (field !== undefined && !OPEN_COLUMN.test(field) && !(said && isAnswered(text, said, span.start)))
    return true
  const header = tables.headerOf(span.start)
  if (
    header &&
    !/\d{2}/.test(text.slice(header.start, header.end)) &&
    !OPEN_COLUMN.test(text.slice(header.start, header.end))
  )
    return true
  return isNumberOfOther(text, span.start, said?.end ?? 0)
}

/** The nearest label before a place that is one of those asked for. */
function lastAbout(
  { labels, reach }: Around,
  place: number,
  isOne: (label: Label) => boolean,
): Label | undefined {
  for (let at = lastBefore(labels, place); at >= 0; at -= 1) {
    const label = labels[at]
    if (!label || place - label.end > SCENE[reach][0]) return undefined
    if (isOne(label)) return label
  }
  return undefined
}
