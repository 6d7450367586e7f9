import { addPhrase, createPhraseNode, type PhraseNode, walkPhrases } from './phrase-trie.ts'
import { splitWords } from './split-words.ts'
import { findJurisdiction, JURISDICTIONS } from './jurisdiction.ts'

export interface DetectedJurisdiction {
  readonly id: string
  /** In UTF-16 code units of the text. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Codes that are also words: they count in capitals only. */
const CAPITAL_CODES: ReadonlyMap<string, string> = new Map([
  ['US', 'US'],
  ['UK', 'UK'],
  ['EU', 'EU'],
  ['UE', 'EU'],
])
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
  for (const { 0: code, index } of text.matchAll(/(?<![\w-])(?:US|UK|EU|UE)(?![\w-])/g)) {
    const id = CAPITAL_CODES.get(code)
    if (id !== undefined) found.push({ id, start: index, end: index + code.length, text: code })
  }
  return found
}
