import { unitOf } from '@varve/workspace/notes'
import { makeSnippet } from './make-snippet.ts'
import { planSearch } from './query/plan-search.ts'
import { anyOf, quoteTerm, type SearchPlan } from './query/search-plan.ts'
import { filesWith } from './rank/find-candidates.ts'
import { rankFiles, type RankedFile, type RankedFiles } from './rank/rank-files.ts'
import type { Ranking } from './rank/ranking.ts'
import type { SearchAnswer, SearchHit, SearchRequest } from './search-index.ts'
import type { SearchFilter, SearchSource, SourcePassage } from './search-source.ts'

export interface AnswerOptions {
  /** Of the question, by the embedder whose vectors the source holds. */
  readonly vector?: Float32Array
  readonly ranking?: Ranking
}

const MOST_TITLED = 10_000

/** Answers a request from an index: reads it, finds, ranks and shows. The same index and request give the same answer. */
export function answerSearch(
  source: SearchSource,
  request: SearchRequest,
  options: AnswerOptions = {},
): SearchAnswer {
  const plan = planSearch(request)
  const filter = withTitles(source, plan)
  if (plan.terms.length === 0 && plan.context.length === 0) {
    const listed = listAnswer(source, plan, filter)
    return (listed.unchanged && namedAnswer(source, request, options)) || listed
  }
  const { found, notes } = rankLoosely({ source, plan, filter, options })
  return {
    hits: hitsOf(source, found, plan.limit),
    notes: [...plan.notes, ...found.terms.notes, ...notes],
  }
}

function withTitles(source: SearchSource, { filter, inTitle, notInTitle }: SearchPlan): SearchFilter {
  const find = (names: readonly (readonly string[])[], limit: number): readonly number[] => {
    const match = names.map((words) => `(${words.map(quoteTerm).join(' AND ')})`)
    return source.findFiles({
      match: `{title aliases} : (${anyOf(match)})`,
      limit,
      filter,
      weights: [1, 1, 0, 0, 0],
    })
  }
  return {
    ...filter,
    ...(inTitle.length > 0 ? { within: find([inTitle], MOST_TITLED) } : {}),
    ...(notInTitle.length > 0 ? { notWithin: find(notInTitle, source.totals().files) } : {}),
  }
}

/** Where words for a time were all that was typed and nothing changed in it: what is called by these words. */
function namedAnswer(
  source: SearchSource,
  { today: _day, ...request }: SearchRequest,
  options: AnswerOptions,
): SearchAnswer | undefined {
  const asked = planSearch(request)
  const plan = { ...asked, inTitle: [...asked.inTitle, ...asked.terms.map(({ word }) => word)] }
  const found = rankOnce({ source, plan, filter: withTitles(source, plan), options }, true)
  if (found.ranked.length === 0) return undefined
  return {
    hits: hitsOf(source, found, plan.limit),
    notes: [...plan.notes, 'nothing changed in that time; found by name'],
  }
}

interface LooseSearch {
  readonly source: SearchSource
  readonly plan: SearchPlan
  readonly filter: SearchFilter
  readonly options: AnswerOptions
}

/** As asked; where that finds nothing, without what was most likely not meant as a condition, and says so. */
function rankLoosely(search: LooseSearch): {
  readonly found: RankedFiles
  readonly notes: readonly string[]
} {
  const { plan, filter } = search
  const hasPhrases = plan.phrases.length > 0
  const notes: string[] = []
  let found = rankOnce(search, !plan.isQuestion)
  if (found.ranked.length === 0 && hasPhrases && !plan.isQuestion) {
    found = rankOnce(search, false)
    if (found.ranked.length > 0) notes.push('nowhere word for word; found by the words of the phrase')
  }
  if (found.ranked.length === 0 && plan.daysAreSpoken) {
    const { days: _spoken, ...always } = filter
    found = rankOnce({ ...search, filter: always }, !plan.isQuestion)
    if (found.ranked.length > 0) notes.push('nothing changed in that time; found at any time')
  }
  return { found, notes }
}

function rankOnce({ source, plan, filter, options }: LooseSearch, strict: boolean): RankedFiles {
  return rankFiles({ source, plan, filter, strict, ...options })
}

function hitsOf(
  source: SearchSource,
  { ranked, terms, read }: RankedFiles,
  limit: number,
): readonly SearchHit[] {
  const shown = ranked.slice(0, limit)
  const bare = shown.filter((entry) => !entry.best).map((entry) => entry.file.id)
  const first = new Map(source.firstPassages(bare, 1).map((passage) => [passage.file, passage]))
  const worth = (concept: number): number => {
    const known = terms.concepts[concept]
    return known && (known.isCore || known.isContext) ? known.worth : 0
  }
  return shown.map((entry) => {
    const passage = entry.best ?? first.get(entry.file.id)
    const snippet = passage ? makeSnippet(passage.text, read(passage.text), { worth }) : undefined
    return hitOf(entry, passage, snippet)
  })
}

function hitOf(
  { file, score, coverage, linked }: Pick<RankedFile, 'file' | 'score' | 'coverage' | 'linked'>,
  passage: SourcePassage | undefined,
  snippet: ReturnType<typeof makeSnippet> | undefined,
): SearchHit {
  return {
    path: file.path,
    title: file.title,
    kind: file.kind,
    lines: passage?.lines ?? [1, 1],
    ...unitOf(file.kind),
    headings: (passage?.headings ?? []).map(headingWords),
    score,
    coverage,
    snippet: snippet?.text ?? '',
    highlights: snippet?.highlights ?? [],
    ...(linked ? { linked } : {}),
    ...(passage && snippet?.first !== undefined && hasLines(file)
      ? { line: lineOf(passage, snippet.first) }
      : {}),
  }
}

/** Shorter texts are alike by chance. */
const SHORTEST_COPY = 40

/** Copies of one passage as one hit, the best of them, which names the files of the others. */
export function mergeCopies<Hit extends SearchHit>(
  hits: readonly Hit[],
  textOf: (hit: Hit) => string = ({ snippet }) => snippet,
): readonly Hit[] {
  const groups = Map.groupBy(hits, (hit) => {
    const text = textOf(hit).replace(/\s+/g, ' ').trim()
    return hit.linked || text.length < SHORTEST_COPY ? hit : text
  })
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ? [first] : []
    return [{ ...first, copies: others.map(({ path }) => path) }]
  })
}

/** A PDF is counted in pages. */
function hasLines({ kind }: RankedFile['file']): boolean {
  return kind !== 'pdf' && kind !== 'image'
}

/** The line that a place of a passage is in. The pieces of one very long line all have that line. */
function lineOf({ lines: [from, to], text }: SourcePassage, place: number): number {
  return Math.min(to, from + text.slice(0, place).split('\n').length - 1)
}

/** With filters or unwanted words alone, what passes them, newest first; with nothing at all, nothing. */
function listAnswer(source: SearchSource, plan: SearchPlan, filter: SearchFilter): SearchAnswer {
  const { tags, withoutTags, paths, withoutPaths, days, within, notWithin } = filter
  const isFiltered =
    tags.length + withoutTags.length + paths.length + withoutPaths.length > 0 ||
    [days, within, notWithin].some((condition) => condition !== undefined)
  if (!isFiltered && plan.without.length === 0) return { hits: [], notes: plan.notes }
  const unwanted = filesWith(source, plan.without, filter)
  const ids = source
    .listFiles(filter, plan.limit + unwanted.size)
    .filter((id) => !unwanted.has(id))
    .slice(0, plan.limit)
  const files = new Map(source.files(ids).map((file) => [file.id, file]))
  const first = new Map(source.firstPassages(ids, 1).map((passage) => [passage.file, passage]))
  const hits = ids.flatMap((id) => {
    const file = files.get(id)
    const passage = first.get(id)
    const snippet = passage
      ? makeSnippet(passage.text, { words: 0, matches: [] }, { worth: () => 0 })
      : undefined
    return file ? [hitOf({ file, score: 0, coverage: 0, linked: false }, passage, snippet)] : []
  })
  const isUnchanged = hits.length === 0 && plan.daysAreSpoken
  return { hits, notes: plan.notes, ...(isUnchanged ? { unchanged: true } : {}) }
}

const LINK =
  /!?\[([^\][]{1,500})\]\([^()\s]{0,1000}(?:\([^()\s]{0,500}\)[^()\s]{0,500})?(?:\s[^()]{0,500})?\)/g
const WIKI_LINK = /!?\[\[([^\][|]{1,500})(?:\|([^\][]{1,500}))?\]\]/g

/** A heading as it is read: the words of its links without where they lead. */
export function headingWords(heading: string): string {
  if (!heading.includes('[')) return heading
  return heading
    .replaceAll(WIKI_LINK, (_link, target: string, alias?: string) => alias ?? target)
    .replaceAll(LINK, '$1')
}
