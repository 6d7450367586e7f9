import { type RowVocabulary, TYPES } from '../types/types.ts'
import type { TypeRow } from '../types/row.ts'
import { BANKING_WORDS } from '../words/banking.ts'
import { IDENTITY_WORDS, LICENCE_WORDS } from '../words/identity.ts'
import { IDLE_WORDS, NEUTRAL_WORDS } from '../words/neutral.ts'
import { NATIONAL_WORDS } from '../words/national.ts'
import { PERSONAL_WORDS } from '../words/personal.ts'
import { type Token, foldWord } from './tokens.ts'

export type Vocabulary =
  | keyof typeof BANKING_WORDS
  | keyof typeof IDENTITY_WORDS
  | keyof typeof IDLE_WORDS
  | keyof typeof LICENCE_WORDS
  | keyof typeof NATIONAL_WORDS
  | keyof typeof NEUTRAL_WORDS
  | keyof typeof PERSONAL_WORDS
  | RowVocabulary

/** A step in the tree of words that labels are made of. */
export interface LabelNode {
  readonly next: ReadonlyMap<string, LabelNode>
  /** What a label that ends here is about. */
  readonly about: readonly Vocabulary[]
}

interface GrowingNode {
  readonly next: Map<string, GrowingNode>
  readonly about: Vocabulary[]
}

/** How "number" is written: all of them are one in labels, and `n` is so where a vocabulary has a longer one. */
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  'number numbers no nos nr nrs num nums nro nbr numero numeros nummer nummern numer'.split(' '),
)
export const NUMBER = '#'

/** Names that are written in one: `callerid`, `dateofbirth`, `routingno`; short ones would be other words. */
const SHORTEST_JOINED = 7
const MOST_JOINED = 3

/**
 * All labels of all vocabularies. Phrases are separated by bars, in lower case and without accents. Slashes
 * separate alternatives for one word, and `~` is an empty one: `numero/n/no de/~ compte`.
 */
export function labelTree(): LabelNode {
  tree ??= growTree({
    ...BANKING_WORDS,
    ...IDENTITY_WORDS,
    ...IDLE_WORDS,
    ...LICENCE_WORDS,
    ...NATIONAL_WORDS,
    ...NEUTRAL_WORDS,
    ...PERSONAL_WORDS,
    ...rowWords(),
  })
  return tree
}

/** Grown for the first text: a start of the program need not wait for it. */
let tree: LabelNode | undefined

/** The labels of all rows; a vocabulary that a file of words has as well gets both. */
function rowWords(): Record<RowVocabulary, string> {
  const rows: readonly TypeRow[] = Object.values(TYPES)
  return Object.assign({}, ...rows.map(({ labels = {} }) => labels)) as Record<RowVocabulary, string>
}

function growTree(words: Readonly<Record<Vocabulary, string>>): LabelNode {
  const root: GrowingNode = { next: new Map(), about: [] }
  for (const [vocabulary, phrases] of Object.entries(words) as [Vocabulary, string][])
    for (const phrase of phrases.split('|')) plant(root, foldWord(phrase.trim()).split(/\s+/), vocabulary)
  return root
}

function waysOf(word: string): readonly string[] {
  return NUMBER_WORDS.has(word) ? [NUMBER, 'n'] : [word]
}

function plant(root: GrowingNode, words: readonly string[], vocabulary: Vocabulary): void {
  let nodes: readonly GrowingNode[] = [root]
  for (const word of words)
    nodes = nodes.flatMap((node) =>
      word.split('/').flatMap((one) => waysOf(one).map((way) => childOf(node, way))),
    )
  for (const node of nodes) if (!node.about.includes(vocabulary)) node.about.push(vocabulary)
  const joined = joinedOf(words)
  if (joined !== undefined && !root.next.has(joined)) childOf(root, joined).about.push(vocabulary)
}

function joinedOf(words: readonly string[]): string | undefined {
  if (words.length < 2 || words.length > MOST_JOINED || words.some((word) => /[/~#]/.test(word)))
    return undefined
  const joined = words.join('')
  return joined.length < SHORTEST_JOINED ? undefined : joined
}

/** A word as the tree has it. */
export function labelWord(folded: string): string {
  return NUMBER_WORDS.has(folded) ? NUMBER : folded
}

function childOf(node: GrowingNode, word: string): GrowingNode {
  if (word === '~') return node
  const child = node.next.get(word) ?? { next: new Map(), about: [] }
  node.next.set(word, child)
  return child
}

/** A word or phrase that names the value next to it. */
export interface Label {
  readonly start: number
  readonly end: number
  readonly about: readonly Vocabulary[]
}

interface Word {
  readonly start: number
  readonly end: number
  readonly folded: string
}

const LONGEST_WORD = 48
/** Between the words of one label: `api_key`, `sort-code`, `n° de compte`, `driver's`. */
const LARGEST_GAP = 3
const SIGNS = " _-.'’°º:/&"
const SIGNS_WITH_PARENTHESES = `${SIGNS}()`
/** `chart #` is the chart's number. */
const SIGNED_NUMBER = /^\.? ?#/
const INNER_CAPITAL = /.\p{Lu}/u
/** `MRNs` */
const ACRONYMS = /^\p{Lu}{2,}s$/u
const HUMP = /[\p{Ll}\d](?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu

/** All labels in order, the longest at each place; none overlaps another. */
export function findLabels(text: string, tokens: readonly Token[]): readonly Label[] {
  const words = splitWords(text, tokens)
  const labels: Label[] = []
  for (let at = 0; at < words.length; ) {
    const found = longestLabel(text, words, at)
    if (found && !isIdle(text, found.label)) labels.push(found.label)
    at += found ? found.count : 1
  }
  return labels
}

/** "in my case", and words that are labels only without their accents or in small letters. */
function isIdle(text: string, { start, end, about }: Label): boolean {
  if (about.includes('idle') || /^(?:compt(?:é|É)\p{L}{0,2}|NATO)$/u.test(text.slice(start, end))) return true
  // Polish "ur." and English "ur".
  if (/^ur$/i.test(text.slice(start, end)) && !/[.:]/.test(text[end] ?? '')) return true
  if (/^ur\s/.test(text.slice(start, end)) && about.includes('caseFile')) return true
  if (
    text[end] === ':' &&
    ROLE.test(text.slice(start, end)) &&
    ASKED.test(text.slice(Math.max(0, start - 120), start))
  )
    return true
  if (text[start - 1] === '/' && PATH.test(text.slice(Math.max(0, start - 60), start))) return true
  return (
    text[start - 1] === '\n' &&
    text[end] === ':' &&
    ROLE.test(text.slice(start, end)) &&
    SPOKEN.test(text.slice(Math.max(0, start - 160), start))
  )
}

/** `/passport/callback`: path segments are not labels. */
const PATH = /(?:^|[\s"'`(=])\/(?:[\w.-]{1,40}\/){0,6}$/
/** Speaker names: in "caller: …" after a question, "caller" doesn't label a phone number. */
const ROLE =
  /^(?:caller|callee|patiente?|client|customer|payee|beneficiary|member|user|applicant|employee|utente|paciente|paziente|cliente|kunde|kundin|patientin|appelant|anrufer|driver|passenger|traveller|guest)$/iu
/** The same on one line: "please say your …" caller: … */
const ASKED = /(?:\?|(?:your|ur|please|say|enter)\s[^\n]{1,90}[.!?"'”»>])\s$/iu
/** The line above a speaker's: "agent: what is your SSN?", and below it "caller: …". */
const SPOKEN =
  /(?:^|\n)(?:(?:agent|bot|operator|rep|support|nurse|doctor|clerk|advisor|adviser|assistant|receptionist|hr|me|you)\s?:[^\n]{1,140}|[\p{L}][\p{L} .'’-]{0,24}:\s[^\n]{1,140}(?:\?|(?<=[^\p{L}](?:your|ur|please|say|tell|give|need|enter|votre|ton|su|tu|ihre?|deine?|vuestr[oa])\s[^\n]{0,60})))\s?\n$/iu

const COMPOUND_NUMBER = /^(\p{Ll}{3,})(?:nummern?|nr)$/u
const COMPOUND_PASSWORD = /^\p{Ll}{2,}(?:passwort|kennwort|wachtwoord|losenord)$/u
const COMPOUND_ACCOUNT = /^(\p{Ll}{3,})konto$/u
/** Accounts of users, of points and of hours. */
const NO_MONEY =
  /^(?:be)?nutzer|^(?:punkte|kunden|mail|email|user|steam|zeit|stunden|arbeitszeit|urlaubs|treue|bonus|spieler|spiel|instagram|insta|twitter|sach|lern|gast|test|admin|dienst|google|system)s?$/u
const SHORTEST_PART = 5

/** `Girokontonummer` takes the meaning of its ending; `Losnummer` ends in no known label and takes none. */
function compoundLabel({ start, end, folded }: Word): Label | undefined {
  if (COMPOUND_PASSWORD.test(folded)) return { start, end, about: ['password'] }
  const kind = COMPOUND_ACCOUNT.exec(folded)?.[1]
  if (kind !== undefined) return { start, end, about: [NO_MONEY.test(kind) ? 'neutral' : 'account'] }
  const base = COMPOUND_NUMBER.exec(folded)?.[1]
  if (base === undefined) return undefined
  const whole = `${base}nummer`
  const known = [base, whole, ...Array.from(base, (_, from) => whole.slice(from + 1))]
    .filter((part) => part.length >= SHORTEST_PART)
    .map((part) => labelTree().next.get(part)?.about ?? [])
    .find((about) => about.length > 0)
  return { start, end, about: known ?? ['neutral'] }
}

function longestLabel(
  text: string,
  words: readonly Word[],
  at: number,
): { readonly label: Label; readonly count: number } | undefined {
  let node: LabelNode | undefined = labelTree()
  let best: { label: Label; count: number } | undefined
  const first = words[at]
  if (!first) return undefined
  for (let index = at; index < words.length; index += 1) {
    const word = words[index]
    const before = index > at ? words[index - 1] : undefined
    if (!word || (before && !isJoined(text, before, word))) break
    node = stepTo(node, word.folded)
    if (!node) break
    if (node.about.length > 0)
      best = { label: { start: first.start, end: word.end, about: node.about }, count: index - at + 1 }
    const signed = SIGNED_NUMBER.exec(text.slice(word.end, word.end + 3))
    const numbered: LabelNode | undefined = signed ? node.next.get(NUMBER) : undefined
    if (signed && numbered && numbered.about.length > 0) {
      const end = word.end + signed[0].length
      best = { label: { start: first.start, end, about: numbered.about }, count: index - at + 1 }
    }
  }
  const compound = best ? undefined : compoundLabel(first)
  return compound ? { label: compound, count: 1 } : best
}

function stepTo(node: LabelNode, folded: string): LabelNode | undefined {
  const next = node.next.get(labelWord(folded))
  if (next || folded.length < 4 || !folded.endsWith('s')) return next
  return node.next.get(folded.slice(0, -1))
}

function isJoined(text: string, before: Word, { start, end }: Word): boolean {
  if (start - before.end > LARGEST_GAP) return false
  // Parentheses belong to a label only as in "né(e) le".
  const signs = end - start < 3 || before.end - before.start < 3 ? SIGNS_WITH_PARENTHESES : SIGNS
  for (let at = before.end; at < start; at += 1) if (!signs.includes(text[at] ?? '')) return false
  return true
}

/** "N 411 855 765 642": a letter before groups of digits is a part of the code. */
const LEADS_GROUPS = /^\p{Lu}([ -])\d{3}\1\d{3}/u
const INITIALS = /^\p{L}(?:\.\p{L}){1,4}(?=\.(?!\p{L})|[^\p{L}\p{N}.]|$)/u

/** `H.C.` is written `hc` as well, where no vocabulary has its letters one by one. */
function initialsAt(text: string, start: number): Word | undefined {
  if (text[start + 1] !== '.' || text[start - 1] === '.') return undefined
  const raw = INITIALS.exec(text.slice(start, start + 10))?.[0]
  if (raw === undefined) return undefined
  const letters = foldWord(raw).split('.')
  let node: LabelNode | undefined = labelTree()
  for (const letter of letters) node = node?.next.get(letter)
  return node && node.about.length > 0
    ? undefined
    : { start, end: start + raw.length, folded: letters.join('') }
}

/** Words of labels: tokens, and the parts of names in camel case. */
function splitWords(text: string, tokens: readonly Token[]): readonly Word[] {
  const words: Word[] = []
  let from = 0
  for (const { start, end, kind } of tokens) {
    if (kind === 'digits' || end - start > LONGEST_WORD || start < from) continue
    if (end - start === 1 && LEADS_GROUPS.test(text.slice(start, start + 9))) continue
    const initials = end - start === 1 ? initialsAt(text, start) : undefined
    if (initials) {
      words.push(initials)
      from = initials.end
      continue
    }
    const raw = text.slice(start, end)
    let part = 0
    // Most words have no capital behind their first letter.
    for (const hump of INNER_CAPITAL.test(raw) && !ACRONYMS.test(raw) ? raw.matchAll(HUMP) : []) {
      const to = hump.index + 1
      words.push({ start: start + part, end: start + to, folded: foldWord(raw.slice(part, to)) })
      part = to
    }
    words.push({ start: start + part, end, folded: foldWord(raw.slice(part)) })
  }
  return words
}
