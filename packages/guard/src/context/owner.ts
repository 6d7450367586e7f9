import { isDerailed, isDerailing, isPlainGap } from './around.ts'
import type { Label, Vocabulary } from './labels.ts'
import type { TableIndex } from './tables.ts'
import type { Span } from './tokens.ts'

/** The name that a value is given to. */
export interface OwnKey {
  readonly start: number
  readonly end: number
  /** `value`, `number` and the like carry no meaning; the word before them does. */
  readonly isGeneric: boolean
}

const LONGEST_KEY = 64
const ASSIGNED =
  /([\p{L}_$][\p{L}\p{N}_.:-]{0,63})(?:\((?:num|number|val|value|[dmyjta/. -]{4,12})\)|\[\d{1,3}\])?\s?(?:[:+]?=|={2,3})\s?["'`]?$/u
const QUOTED =
  /["']([\p{L}_][\p{L}\p{N}_ .-]{0,40})["']\s?:\s?(?:\[\s?(?:["'][^"'\n]{0,40}["'],\s?){0,4})?["']?$/u
/** `<JoinDate>…`: what a tag is called, without attributes that would say more. */
const TAGGED = /<([\p{L}_][\p{L}\p{N}_.:-]{0,63})>\s?$/u
/** `load(limit: 100000`, `{ min: "1900-01-01"`: what a call or a record gives names to. */
const NAMED = /(?:[\p{L}\p{N}_]\(|[{[]\s?)(?:[^(){}\n]{0,60}?,\s?)?([\p{L}_]\w{0,40}):\s?["'`]?$/u
const OF_SOMEBODY = /\s(?:of|du|de|del|della|von|vom|des|der|van|do|da)\s\p{L}{2,24}\s=\s$/u
const COMPARED = /[^\n][^\S\n]?[)\]]?(?:(?<=[^\S\n]|[)\]]))[<>]=?\s["']?$/
const CALLED = /(?<!\((?:num|number|val|value|[dmyjta/. -]{4,12}))\)\s?={1,3}\s?["'`]?$/
const GENERIC_WORD =
  /^(?:value|val|v|valor|valeur|valore|wert|waarde|number|no|nr|nro|num|nummer|numero|número|numéro|numer|id|code|data|doc|document|identifier|extension|content|text|field|input|raw|string|str|payload|body|row|result|got|expected|actual|new|old|x|key|to|from|with|ref|given|received|provided|supplied|entered|submitted|found|original|stored|sample|match|was|now|before|after|left|right|answer|response|reply)$/i

/** Of pages: they say how a value looks, and not what it is. */
const PAGE_TAG =
  /^(?:td|th|tr|p|br|b|i|u|em|a|li|dd|dt|h[1-6]?|[1-6]|div|span|strong|code|pre|small|tt|kbd|mark|label|font|cell|c|item|entry|element|string|int|integer)$/i

/** The key right before a value, as in `mrn=…` and `"mrn": …`; undefined where there is none. */
export function ownKeyOf(text: string, start: number): OwnKey | undefined {
  const sign = signBefore(text, start)
  if (sign === '' || !'=:<>[,'.includes(sign)) return undefined
  const before = text.slice(Math.max(0, start - LONGEST_KEY - 6), start)
  // "numéro de permis du salarié = …": words, and no name.
  if (sign === '=' && OF_SOMEBODY.test(before)) return undefined
  // A number used for comparison belongs to nobody.
  if (COMPARED.test(before)) return { start, end: start, isGeneric: false }
  if (sign === '<') return undefined
  // `len(mrn) == 8`: what a call returns is no more what was put in.
  if (sign === '=' && CALLED.test(before)) return { start, end: start, isGeneric: false }
  const form = sign === '=' ? ASSIGNED : sign === '>' ? TAGGED : QUOTED
  const match = form.exec(before) ?? (sign === ':' ? NAMED.exec(before) : null)
  const key = match?.[1]
  if (!match || key === undefined) return undefined
  const from = start - before.length + match.index + match[0].indexOf(key)
  const words = key.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== '')
  return {
    start: from,
    end: from + key.length,
    isGeneric: words.every((word) => GENERIC_WORD.test(word) || (sign === '>' && PAGE_TAG.test(word))),
  }
}

/** The nearest sign before a value, behind blanks and quotes. */
function signBefore(text: string, start: number): string {
  for (let at = start - 1; at >= start - 4; at -= 1) {
    const character = text[at] ?? ''
    if (character !== ' ' && character !== '"' && character !== "'" && character !== '`') return character
  }
  return ''
}

/** How far a label reaches: the default, and what `strict` and `relaxed` make of it. */
export type Reach = 'near' | 'usual' | 'far'

/** In characters, before a value and behind it. */
export const BEFORE: Readonly<Record<Reach, number>> = { near: 40, usual: 110, far: 200 }
const AFTER: Readonly<Record<Reach, number>> = { near: 12, usual: 26, far: 40 }

/** The label of a value, and where it is. */
export interface Owner extends Label {
  readonly how: 'header' | 'before' | 'behind'
  /** Whether only small words are in between. */
  readonly isBeside: boolean
  /** Whether only punctuation or "number" is in between, or it is the column's header: "order no. 12". */
  readonly isTight: boolean
}

/** What is known of a text when the owner of a value is looked for. */
export interface Surroundings {
  readonly text: string
  readonly labels: readonly Label[]
  readonly tables: TableIndex
  readonly reach: Reach
}

/** These say whose a number is, or where it is kept, and leave open what it is. */
export const OPEN_ENDED: ReadonlySet<Vocabulary> = new Set(['name', 'person', 'address', 'bank', 'postcode'])

/** What a number is mentioned for (a call, a request), which rules it out as a value of that kind. */
const ASIDE: ReadonlySet<Vocabulary> = new Set([
  'phone',
  'neutral',
  'name',
  'address',
  'bank',
  'version',
  'host',
])

/** The label that a value belongs to: its key's, its column's, the nearest before it, or one close behind it. */
export function findOwner(around: Surroundings, start: number, end: number): Owner | undefined {
  const key = ownKeyOf(around.text, start)
  if (key && !key.isGeneric) {
    const owner = ownerInKey(around, key)
    const isOpen = !owner || owner.about.every((one) => ASIDE.has(one))
    return isOpen ? (ownerInRemark(around, end) ?? owner) : owner
  }
  return ownerInColumn(around, start) ?? ownerBeside(around, start, end)
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

/** `MAX_MRN` and the like bound values, and are none. */
const LIMITS = /(?:max|min|num|total|count)[_-]?$/i
/** Values to try something with are values. */
const TRIALS = /(?:samples?|tests?|demo|mock|fixture|real|default)(?!\p{Ll})/giu

/** The label in the name of the key that a value is given to. */
function ownerInKey({ text, labels }: Surroundings, key: OwnKey): Owner | undefined {
  const named = labels[lastBefore(labels, key.end)]
  if (!named || named.end <= key.start) return undefined
  const rest = text.slice(named.end, key.end).replace(TRIALS, '')
  if (isDerailing(rest) || LIMITS.test(text.slice(key.start, named.start))) return undefined
  const isBeside = named.about.every((one) => ASIDE.has(one)) || isPlainGap(rest)
  return { ...named, how: 'before', isBeside, isTight: true }
}

/** `PID-3=9943496 (MRN)`: what is in parentheses behind a value. */
function ownerInRemark({ text, labels }: Surroundings, end: number): Owner | undefined {
  const label = labels[firstAfter(labels, end, lastBefore(labels, end))]
  if (!label || !/^["']?\s?\($/.test(text.slice(end, label.start)) || text[label.end] !== ')')
    return undefined
  return { ...label, how: 'behind', isBeside: true, isTight: false }
}

/** Words of a heading. */
const MOST_WORDS = 7

/** The label in the first cell of the column of a value. */
function ownerInColumn({ text, labels, tables }: Surroundings, start: number): Owner | undefined {
  const header = tables.headerOf(start)
  const label = header ? labels[lastBefore(labels, header.end)] : undefined
  if (!header || !label || label.start < header.start || isDerailed(text, label)) return undefined
  // "| CLABE 0720… |": a label in the cell itself says more than the one above.
  const own = labels[lastBefore(labels, start)]
  if (own && own.start >= (tables.cellOf(start)?.start ?? start) && isPlainGap(text.slice(own.end, start)))
    return undefined
  const heading = text.slice(header.start, header.end)
  // A line like those below it, one that gives values to names, and a sentence head nothing.
  if (/\d{4}|\w=["'\w]/.test(heading) || heading.trim().split(/\s+/).length > MOST_WORDS) return undefined
  const [before, behind] = [text.slice(header.start, label.start), text.slice(label.end, header.end)]
  // "Auto-pay acct" is an account, "abonnés du compte" are not.
  const isNoun =
    !/(?:^|[^\p{L}])(?:of|per|by|for|from|in|on|to|du|de|des|d|del|di|der|dem|von|van|da|do|with|no)['’\s]/iu.test(
      before,
    )
  return {
    ...label,
    how: 'header',
    isBeside: isPlainGap(behind) && (isNoun || isPlainGap(before)),
    isTight: true,
  }
}

/** "…, it's" or "… number is" right before the value. */
const SAYS_IT =
  /[,;.]\s(?:it['’]?s|it is|that['’]?s|c['’]est|es|ist|è)[\s,]{1,3}["'`]?$|(?:number|no|nr|nro|nummer|n[uú]m|num[eé]ro|n[uú]mero|numer|n[º°]|#)[.:]?\s{0,2}(?:is|est|es|ist|:)?\s{0,2}["'`]?$/iu
const TIGHT =
  /^["'`*_)\]°º]{0,3}\.?\s{0,3}(?:(?:number|no|nr|n|num|nummer|num[eé]ro|n[uú]mero|numer|code|id)[.]?[°º]?)?\s{0,2}(?:is|was|ist|est|es|[:=#|>])?\s{0,3}["'`*#]{0,2}$/iu
/** Remarks between a label and a value: tags, "(IND)". */
const REMARKS = /<\/?[a-z][^<>]{0,40}>|\s\([^()\n]{1,24}\)(?=\s)/gi

function ownerBeside(around: Surroundings, start: number, end: number): Owner | undefined {
  const { text, labels, reach } = around
  const at = labelBefore(text, labels, start)
  const nearest = labels[at]
  const before = nearest && leadsTo(text, nearest, start, BEFORE[reach]) ? nearest : undefined
  const behind = labels[firstAfter(labels, end, at)]
  if (
    behind &&
    isRightBehind(text, end, behind, AFTER[reach]) &&
    isNearer(text, { start, end }, before, behind)
  )
    return { ...behind, how: 'behind', isBeside: true, isTight: false }
  if (!before) return undefined
  const gap = text.slice(before.end, start).replace(REMARKS, ' ')
  const isAnswer = ANSWER_BEHIND.test(gap)
  return {
    ...before,
    how: 'before',
    isTight: TIGHT.test(gap) || isAnswer,
    isBeside: isPlainGap(gap) || SAYS_IT.test(gap) || ANSWER.test(gap) || isAnswered(text, before, start),
  }
}

/** Whose it is: "the IBAN of the client: …". */
const OF =
  /^\s(?:(?:of|du|de la|del|de los|des|der|della|van de|do|da)\s|de l['’])(?:the |our |my |your )?(?:\p{L}{2,14} )?$/iu
/** What it is wanted for: "my SIN for the callback, it's …". */
const FOR =
  /^\s(?:number |no\.? )?(?:over|on|by|via|for|from|through|pour|par|au|por|para|per|für|via|voor)\s(?:\p{L}{2,14} ){0,3}$/iu
const ANY_ID =
  /^(?:(?:id|identity|identification|document|doc)[ _-]?(?:number|no|nr|num|#)|(?:dokument(?:en)?|document|ausweis)n(?:umme)?r)$/i
const GOES_ON = /^[^:=\n]{0,24},\s|^[^:=\n]{0,32}\n|^\s(?:is|it['’]?s|are|est|es|ist|è)\s/iu

/** Index of the label that speaks of a place, or of the one that it is an aside to. */
function labelBefore(text: string, labels: readonly Label[], place: number): number {
  const at = lastBefore(labels, place)
  const [further, nearest] = [labels[at - 1], labels[at]]
  // "NHS card".
  if (further && nearest?.about.includes('card') && text.slice(further.end, nearest.start) === ' ')
    return at - 1
  // "ID type: passport, ID number: …": the first says what the second is the number of.
  if (further && ANY_ID.test(text.slice(nearest?.start, nearest?.end)))
    return /^["'\s,;]{1,8}(?:[^.!?\n]{0,40}[\s,;]["']?)?$/.test(text.slice(further.end, nearest?.start))
      ? at - 1
      : at
  if (!further || !nearest?.about.every((one) => ASIDE.has(one) || OPEN_ENDED.has(one))) return at
  const gap = text.slice(further.end, nearest.start)
  const isAside = OF.test(gap) || (FOR.test(gap) && GOES_ON.test(text.slice(nearest.end, place)))
  return isAside ? at - 1 : at
}

/** Right behind the value, as in "078-05-1120 (SSN)": nearer than a label some words before it. */
function isNearer(text: string, { start, end }: Span, before: Label | undefined, behind: Label): boolean {
  if (!before || start - before.end > behind.start - end + 12) return true
  const gap = text.slice(end, behind.start)
  if (SAYS_WHAT.test(gap) || SAID_NEXT.test(gap)) return true
  if (!/^\s?\($/.test(gap)) return false
  // "… (routing), … (account)": the one before is said of the value before. "Ref: QQ… (National Insurance)".
  const isOpen = before.about.every((one) => ASIDE.has(one) || OPEN_ENDED.has(one))
  return text[before.end] === ')' || (isOpen && !behind.about.some((one) => ASIDE.has(one)))
}

/** "… is her date of birth". */
const SAYS_WHAT =
  /^["'`]?,?\s(?:is|was|est|es|ist|è|é)\s(?:my|her|his|the|our|their|your|mon|ma|sa|son|ton|ta|le|la|mi|su|tu|el|mein|meine|ihre?|seine?|die|der|das|il|mio|mia|sua|suo|o|a|meu|minha|mijn|zijn|haar|het)\s$|^["'`]?,?\s(?:as|als|comme|como|come)\s(?:(?:my|her|his|the|our|their|your|sa|la|su|ihr|sein|mein)\s)?$/iu
/** In a chat: a value, and on the next line "that's my …". */
const SAID_NEXT =
  /^["'`]?[.!]?\n(?:[^\s:]{1,16}:\s)?(?:that['’]?s|that is|it['’]?s|this is|c['’]est|es|ese es|esa es|das ist)\s(?:(?:my|the|her|his|our|mon|ma|le|la|mi|el|su|mein|meine|die|der)\s)?$/iu
/** "… not ur dob". */
const DENIES = /(?:^|[^\p{L}])(?:not|no|isn['’]?t|never|pas|nicht|kein\p{L}{0,2}|non|geen|niet|não)\s/iu

function isRightBehind(text: string, from: number, label: Label, most: number): boolean {
  const { start, end, about } = label
  if (start - from > most) return false
  const gap = text.slice(from, start)
  if (DENIES.test(gap)) return false
  if (SAID_NEXT.test(gap)) return true
  if (!SAYS_WHAT.test(gap) && /[\n.!?;,|\d"{}<>]/.test(gap)) return false
  // "… when you run the job" is no word about the number before it.
  if (about.every((one) => ASIDE.has(one)) && !isPlainGap(gap)) return false
  return !/^[=:]/.test(text.slice(end, end + 1))
}

function firstAfter(labels: readonly Label[], place: number, from: number): number {
  let at = Math.max(0, from)
  // Only the few labels inside the value are in between.
  while (at < labels.length && (labels[at]?.start ?? 0) < place) at += 1
  return at
}

/** In a chat: "what is your SIN?", with the answer on the next line. */
const ANSWER =
  /^(?:[^\n?]{0,60}\?+|\s(?:please|pls|plz|svp|stp|por favor|bitte|per favore)[.!]?)[^\n\d]{0,32}\n[^\n]{0,40}$/i
/** In a sheet: "Driver license number?  A: …". */
const ANSWER_BEHIND =
  /^["')]?\s?\?+\s{1,4}(?:(?:a|r|ans|answer|antwort|r[eé]ponse|respuesta|risposta|resposta|antwoord|svar|odp\p{L}{0,7})\s?[:.)>-]{1,2}\s{0,3})?["'`]?$/iu
/** A line of a chat: "Ana: ", "[10:22] bob> ". */
const SPEAKER =
  "(?:[[(]?\\d{1,2}[:.]\\d\\d(?:[:.]\\d\\d)?[\\])]?\\s)?[<*_]{0,2}\\p{L}[\\p{L}\\p{N} .'’-]{0,23}[*_]{0,2}\\s?[:>»]\\s"
const ASKED = new RegExp(`(?:^|\\n)${SPEAKER}[^\\n]{0,100}$`, 'u')
/** The rest of a line in which one asks, and the beginning of the next in which another answers. */
const ANSWERED = new RegExp(`^[^\\n]{0,100}\\n(?:[^\\n\\d]{0,60}\\n)?${SPEAKER}[^\\n\\d]{0,32}$`, 'u')

function isAnswered(text: string, label: Label, to: number): boolean {
  const gap = text.slice(label.end, to)
  return (
    gap.includes('\n') &&
    ANSWERED.test(gap) &&
    !/\d{4}/.test(gap) &&
    ASKED.test(text.slice(Math.max(0, label.start - 140), label.start))
  )
}

/** A word of some length, so that `No. 12` and `Nr. X` do not end a sentence. */
const SENTENCE_END = /\p{L}{3}[.!?]["')\]]?(?:\s+\p{Lu}|\s*\n)/gu
const ENDS_AT_ONCE = /^[.!?]["')\]]?\s+\p{Lu}/u
const STILL_SPEAKS =
  /^(?:it['’]?s|it is|here|this is|that['’]?s|the number|c['’]est|es ist|hier|es el|es la|aquí|ecco|mine is|hers is|his is|it (?:should|must|reads|says|was|has)|(?:the )?(?:old|new|other|right|correct|current|real|actual|proper) one)(?!\p{L})/iu
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:no|nos|nr|num|núm|n|nro|tel|acct|acc|geb|ur|cod|fisc|lic|pass|pas|kto|cta|pat|ref|reg|perm|nac|c|p|cat|kat|cl|exp|ext|dept|iss|doc|ident|mr|mrs|ms|dr|sr|sra|st|mme|frau|hr|prof|tél|serv)$/iu

/** Whether a label speaks of what follows: near enough, in the same sentence, at most a line above it. */
function leadsTo(text: string, label: Label, to: number, most: number): boolean {
  const from = label.end
  if (to - from > most || isDerailed(text, label)) return false
  // The point of "routing no.", at the end of a line.
  const gap = text.slice(from, to).replace(/^[.?#](?=\s*\n)/, '')
  if (ANSWER_BEHIND.test(gap)) return true
  const line = gap.indexOf('\n')
  if (line >= 0) {
    if (ANSWER.test(gap) || isAnswered(text, label, to)) return true
    if (/[^\s:|*_>"'`)\]-]/.test(gap.slice(0, line)) || /\n\s*\n\s*\n/.test(gap)) return false
  }
  // A comment after a statement is about something else.
  if (/[;})]\s{0,4}(?:--|\/\/|\/\*|#)/.test(gap)) return false
  const isAtOnce = ENDS_AT_ONCE.test(gap) && !STILL_SPEAKS.test(gap.slice(1).trimStart())
  if (isAtOnce && !ABBREVIATION.test(text.slice(Math.max(0, from - 8), from))) return false
  return !endsSentence(`${gap}${text[to] ?? ''}`)
}

/** Whether another sentence begins in a gap: not behind "cat.", nor where it still speaks of it, as "It is …" does. */
function endsSentence(gap: string): boolean {
  for (const { 0: end, index } of gap.matchAll(SENTENCE_END)) {
    const isShort = end[3] === '.' && ABBREVIATION.test(gap.slice(Math.max(0, index - 8), index + 3))
    if (!isShort && !STILL_SPEAKS.test(gap.slice(index + 4).trimStart())) return true
  }
  return false
}
