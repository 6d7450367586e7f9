import { addPhrase, createPhraseNode, type PhraseNode, walkPhrases } from './phrase-trie.ts'
import { splitWords } from './split-words.ts'
import { CAPITAL_ROWS, findJurisdiction, INSTITUTION_ROWS, JURISDICTIONS } from './jurisdiction.ts'

export interface DetectedJurisdiction {
  readonly id: string
  /** In UTF-16 code units of the text. */
  readonly start: number
  readonly end: number
  readonly text: string
}

const CAPITAL_IDS: ReadonlyMap<string, string> = new Map(
  CAPITAL_ROWS.flatMap(([id, names]) => names.split('|').map((name) => [name, id] as const)),
)
const CAPITAL_WORD = /(?<![\w-])[A-Z]{2,9}(?![\w-])/g
/** `Austin, TX`, `Toronto, ON`: a place as addresses have it. "Well, OK" and "Anna, HI" are none. */
const CITY = /(?<!\p{L})\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}, (?!OK|HI)([A-Z]{2})(?![\w-])/gu
/** Ids with a dash, as people write who know them: `US-CA`, `AU-NSW`. */
const FULL_ID = /(?<![\w-])[A-Z]{2}-[A-Z]{2,3}(?![\w-])/g
const CAPITALS = /[A-Z]{2}/
const LETTER = /\p{Ll}/u

/** The places that a text names, each once, at its first mention; a longer name hides those inside it. */
export function detectJurisdictions(text: string): readonly DetectedJurisdiction[] {
  const first = new Map<string, DetectedJurisdiction>()
  let end = 0
  const all = [...findNames(text), ...findCodes(text)].sort((a, b) => a.start - b.start || b.end - a.end)
  for (const found of all) {
    if (found.end <= end) continue
    end = found.end
    if (!first.has(found.id)) first.set(found.id, found)
  }
  return [...first.values()]
}

function findNames(text: string): readonly DetectedJurisdiction[] {
  const { folded, starts, ends } = splitWords(text)
  const found: DetectedJurisdiction[] = []
  walkPhrases<string>({
    root: buildNames(),
    stems: folded,
    isLoose: () => false,
    isBreak: () => false,
    found: ({ entry, from, to }) => {
      const [start, end] = [starts[from] ?? 0, ends[to - 1] ?? 0]
      found.push({ id: entry, start, end, text: text.slice(start, end) })
    },
  })
  return found
}

/** Small enough to be made for each text, and so there is nothing to keep. */
function buildNames(): PhraseNode<string> {
  const root = createPhraseNode<string>()
  for (const { id, names, aliases } of JURISDICTIONS) {
    const own = new Set(
      [...Object.values(names), ...aliases].map((name) => splitWords(name).folded.join(' ')),
    )
    for (const name of own) addPhrase(root, name.split(' '), id)
  }
  for (const [id, names] of INSTITUTION_ROWS)
    for (const name of names.split('|')) addPhrase(root, splitWords(name).folded, id)
  return root
}

function findCodes(text: string): readonly DetectedJurisdiction[] {
  const found: DetectedJurisdiction[] = []
  for (const { 0: code, index } of text.matchAll(FULL_ID)) {
    const known = findJurisdiction(code)
    if (known) found.push({ id: known.id, start: index, end: index + code.length, text: code })
  }
  // In a text that shouts, capitals say nothing.
  if (!CAPITALS.test(text) || !LETTER.test(text)) return found
  for (const { 0: code, index } of text.matchAll(CAPITAL_WORD)) {
    const id = CAPITAL_IDS.get(code)
    if (id !== undefined) found.push({ id, start: index, end: index + code.length, text: code })
  }
  for (const { 0: city, 1: code = '', index } of text.matchAll(CITY)) {
    const known = findJurisdiction(`US-${code}`) ?? findJurisdiction(`CA-${code}`)
    if (known) found.push({ id: known.id, start: index, end: index + city.length, text: city })
  }
  return found
}
