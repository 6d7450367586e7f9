import { unitOf, stem, tokenize } from '@varve/workspace/notes'
import { headingWords } from './answer-search.ts'
import { makeSnippet } from './make-snippet.ts'
import { type SearchPlan, type SearchTerm, STOP_WORDS } from './query/search-plan.ts'
import { type RankedFile, rankFiles } from './rank/rank-files.ts'
import type { SearchHit } from './search-index.ts'
import type { SearchFilter, SearchSource, SourceFile } from './search-source.ts'

const MOST_PASSAGES = 20
const MOST_TERMS = 25
const TITLE_COUNT = 4
const MOST_LINKS = 200
/** The score of a link in either direction, relative to the best match by words. */
const LINKED = 0.35

/** Notes like this one, best first: those that share its telling words, and those that it is linked with. */
export function relatedNotes(source: SearchSource, path: string, limit: number): readonly SearchHit[] {
  const id = source.fileAt(path)
  const [file] = id === undefined ? [] : source.files([id])
  if (!file) return []
  const filter: SearchFilter = { tags: [], withoutTags: [], paths: [], withoutPaths: [], exclude: [path] }
  const terms = tellingTerms(source, file)
  const plan: SearchPlan = {
    terms,
    context: [],
    phrases: [],
    without: [],
    inTitle: [],
    notInTitle: [],
    filter,
    daysAreSpoken: false,
    isQuestion: true,
    limit,
    notes: [],
  }
  const { ranked, read, terms: resolved } = rankFiles({ source, plan, filter, strict: false })
  const shown = withLinked(source, file, ranked).slice(0, limit)
  const bare = shown.filter((entry) => !entry.best).map((entry) => entry.file.id)
  const first = new Map(source.firstPassages(bare, 1).map((passage) => [passage.file, passage]))
  return shown.map(({ file: { title, kind, path: at }, score, coverage, best }) => {
    const passage = best ?? first.get(shown.find((entry) => entry.file.path === at)?.file.id ?? -1)
    const snippet = passage
      ? makeSnippet(passage.text, read(passage.text), {
          worth: (concept) => resolved.concepts[concept]?.worth ?? 0,
        })
      : { text: '', highlights: [] }
    return {
      path: at,
      title,
      kind,
      lines: passage?.lines ?? [1, 1],
      ...unitOf(kind),
      headings: (passage?.headings ?? []).map(headingWords),
      score,
      coverage,
      snippet: snippet.text,
      highlights: snippet.highlights,
    }
  })
}

/** The words that set a note apart: frequent here, rare in other notes, and those of its title. */
function tellingTerms(source: SearchSource, file: SourceFile): readonly SearchTerm[] {
  const counts = new Map<string, { readonly word: string; count: number }>()
  const count = (text: string, by: number): void => {
    for (const { word } of tokenize(text)) {
      if (STOP_WORDS.has(word) || word.length < 2) continue
      const key = stem(word)
      const known = counts.get(key)
      if (known) known.count += by
      else counts.set(key, { word, count: by })
    }
  }
  count(file.title, TITLE_COUNT)
  count(file.aliases.join('\n'), TITLE_COUNT)
  for (const passage of source.firstPassages([file.id], MOST_PASSAGES)) count(passage.text, 1)
  const { passages } = source.totals()
  const weighed = [...counts]
    .map(([key, { word, count: times }]) => {
      const documents = source.documentFrequency(key)
      return { key, word, weight: Math.log2(1 + times) * Math.log(1 + passages / (1 + documents)) }
    })
    .toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_TERMS)
  const most = weighed[0]?.weight ?? 1
  return weighed.map(({ key, word, weight }) => ({ word, stem: key, weight: weight / most, prefix: false }))
}

function withLinked(
  source: SearchSource,
  file: SourceFile,
  ranked: readonly RankedFile[],
): readonly RankedFile[] {
  const linked = new Set([
    ...source.linksFrom([file.id]).map((link) => link.to),
    ...source.linksTo([file.id], MOST_LINKS).map((link) => link.from),
  ])
  linked.delete(file.id)
  const top = ranked[0]?.score ?? 1
  const known = new Set(ranked.map((entry) => entry.file.id))
  const others = source
    .files([...linked].filter((id) => !known.has(id)))
    .map((entry) => ({ file: entry, score: 0, coverage: 0, linked: true }))
  return [...ranked, ...others]
    .map((entry) => (linked.has(entry.file.id) ? { ...entry, score: entry.score + LINKED * top } : entry))
    .toSorted((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
}
