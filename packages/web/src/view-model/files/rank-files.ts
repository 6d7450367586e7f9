import FuzzySearch from '@leeoniya/ufuzzy'
import type { FileView } from '@varve/contract'
import { findPlace, foldText, type Mark, takeBest } from '../text/text.ts'
import { isVarvesOwn, splitPath } from './file-names.ts'

export interface FileMatch {
  readonly file: FileView
  readonly folder: string
  readonly name: string
  /** Where the query occurs in the name, or in the alias if there is one; none if it was found in another field. */
  readonly marks: readonly Mark[]
  /** The other name that answered, where the file's own did not. */
  readonly alias?: string
  /** One of its names is just what was typed. */
  readonly isNamed?: true
}

interface RankedFiles {
  /** Best first. */
  readonly matches: readonly FileMatch[]
  /** How many there are in all. */
  readonly found: number
}

interface IndexedFile {
  readonly file: FileView
  readonly folder: string
  readonly name: string
  readonly foldedName: string
  readonly foldedTitle: string
  readonly foldedPath: string
  readonly foldedAliases: readonly string[]
  readonly isVarves: boolean
}

/** Files prepared for searching: made once for a list, so that each further letter is quick. */
export interface FileIndex {
  readonly files: readonly IndexedFile[]
  /** Path, title and aliases in one text for each file. */
  readonly haystack: string[]
}

interface Ranked {
  readonly entry: IndexedFile
  readonly rank: number
  readonly mark: Mark | undefined
  readonly alias?: string
}

/** Letters of all languages; within a word letters may be missing, or one may be wrong. */
const LETTERS = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
} as const
/** What is left out may run over the end of a word, as in `lnchpln`, but not into another folder. */
const SHORTENED = new FuzzySearch({ ...LETTERS, intraIns: 8, intraChars: "[\\p{L}\\d' _.-]" })
const MISTYPED = new FuzzySearch({ ...LETTERS, intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
const TERMS_IN_ANY_ORDER = 3
/** Its own name, then title or alias, are just what is wanted; after these the three ranks of a place in the name. */
const NAMED = 0
const ALSO_NAMED = 1
const IN_NAME = 2
const IN_TITLE = 5
const IN_PATH = 6
/** Beyond this many the order of fuzzy matches is not looked into: such a query says too little. */
const FUZZY_RANKED = 1_000

export function indexFiles(files: readonly FileView[]): FileIndex {
  const indexed = files.map((file) => {
    const { folder, name } = splitPath(file.path)
    const foldedPath = foldText(file.path)
    const foldedName = foldText(name)
    const foldedAliases = (file.aliases ?? []).map(foldText)
    const foldedTitle = foldText(file.title)
    const isVarves = isVarvesOwn(file)
    return { file, folder, name, foldedName, foldedPath, foldedAliases, foldedTitle, isVarves }
  })
  return { files: indexed, haystack: indexed.map(textOf) }
}

function textOf({ foldedPath, foldedTitle, foldedAliases }: IndexedFile): string {
  return [foldedPath, foldedTitle, ...foldedAliases].join(' ')
}

/**
 * Files that answer to a query: a name as a whole, start of the name, start of a word, inside the name, title or alias, path. Only where
 * these are few, names that are alike fill up the rest.
 */
export function rankFiles(index: FileIndex, query: string, limit: number): RankedFiles {
  const wanted = foldText(query)
  const ranked = index.files.flatMap((entry) => rankOf(entry, wanted) ?? [])
  const matches = takeBest(ranked, limit, bestFirst).map(toMatch)
  if (wanted === '' || matches.length >= limit) return { matches, found: ranked.length }
  const known = new Set(ranked.map(({ entry }) => entry))
  const alike = findAlike(index, wanted).filter((match) => !known.has(match.entry))
  return {
    matches: [...matches, ...alike.slice(0, limit - matches.length).map(toFuzzyMatch)],
    found: ranked.length + alike.length,
  }
}

/** The files that were changed last, newest first. */
export function recentFiles(files: Iterable<FileView>, limit: number): readonly FileMatch[] {
  const newestFirst = (a: FileView, b: FileView) =>
    b.modified - a.modified || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  return takeBest(files, limit, newestFirst).map((file) => ({ file, ...splitPath(file.path), marks: [] }))
}

function rankOf(entry: IndexedFile, wanted: string): Ranked | undefined {
  if (wanted === '') return { entry, rank: IN_NAME, mark: undefined }
  const place = findPlace(entry.foldedName, wanted)
  if (place && isWhole(entry.foldedName, wanted)) return { entry, rank: NAMED, mark: place.mark }
  const isTitle = entry.foldedTitle === wanted
  if (place) return { entry, rank: isTitle ? ALSO_NAMED : IN_NAME + place.rank, mark: place.mark }
  if (isTitle) return { entry, rank: ALSO_NAMED, mark: undefined }
  const alias = aliasLike(entry, wanted)
  if (alias?.isWhole) return { entry, rank: ALSO_NAMED, mark: alias.mark, alias: alias.alias }
  if (entry.foldedTitle.includes(wanted)) return { entry, rank: IN_TITLE, mark: undefined }
  if (alias) return { entry, rank: IN_TITLE, mark: alias.mark, alias: alias.alias }
  return entry.foldedPath.includes(wanted) ? { entry, rank: IN_PATH, mark: undefined } : undefined
}

/** Nobody types an ending to mean a name without one. */
function isWhole(foldedName: string, wanted: string): boolean {
  return foldedName === wanted || foldedName.replace(/\.[^.]+$/, '') === wanted
}

/** The alias that is what is wanted, or begins best with it. */
function aliasLike(
  { file, foldedAliases }: IndexedFile,
  wanted: string,
): (Required<Pick<Ranked, 'mark' | 'alias'>> & { readonly isWhole: boolean }) | undefined {
  const found = foldedAliases.flatMap((folded, at) => {
    const place = findPlace(folded, wanted)
    const alias = file.aliases?.[at]
    if (!place || alias === undefined) return []
    const mark = alias.length === folded.length ? place.mark : undefined
    return [{ alias, mark, isWhole: folded === wanted, rank: folded === wanted ? -1 : place.rank }]
  })
  const [best] = found.sort((a, b) => a.rank - b.rank)
  return best && { alias: best.alias, mark: best.mark, isWhole: best.isWhole }
}

function bestFirst(a: Ranked, b: Ranked): number {
  // A chat is named by what was asked, and so by the words of many notes: these come first, unless it is named whole.
  const isNamed = Math.min(a.rank, b.rank) <= ALSO_NAMED
  if (!isNamed && a.entry.isVarves !== b.entry.isVarves) return a.entry.isVarves ? 1 : -1
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.rank !== ALSO_NAMED && a.rank < IN_TITLE && a.mark && a.entry.name.length !== b.entry.name.length)
    return a.entry.name.length - b.entry.name.length
  const [first, second] = [a.entry.file.path, b.entry.file.path]
  return first < second ? -1 : first > second ? 1 : 0
}

interface Alike {
  readonly entry: IndexedFile
  /** Of its text in the haystack. */
  readonly marks: readonly Mark[]
}

function findAlike(index: FileIndex, wanted: string): readonly Alike[] {
  const mistyped = searchWith(MISTYPED, index, wanted)
  const known = new Set(mistyped.map(({ entry }) => entry))
  return [...mistyped, ...searchWith(SHORTENED, index, wanted).filter(({ entry }) => !known.has(entry))]
}

function searchWith(search: FuzzySearch, { files, haystack }: FileIndex, wanted: string): readonly Alike[] {
  const [indexes, info, order] = search.search(haystack, wanted, TERMS_IN_ANY_ORDER, FUZZY_RANKED)
  if (!indexes) return []
  const ordered = info ? order.map((place) => [info.idx[place], info.ranges[place]] as const) : undefined
  return (ordered ?? indexes.map((each) => [each, undefined] as const)).flatMap(([each, ranges]) => {
    const entry = files[each ?? -1]
    return entry ? [{ entry, marks: pairs(ranges ?? []) }] : []
  })
}

function pairs(ranges: readonly number[]): readonly Mark[] {
  return ranges.flatMap((start, at) => (at % 2 === 0 ? [[start, ranges[at + 1] ?? start] as const] : []))
}

function toMatch({ entry, mark, alias, rank: at }: Ranked): FileMatch {
  const { file, folder, name } = entry
  const named = at <= ALSO_NAMED ? ({ isNamed: true } as const) : {}
  if (alias !== undefined) return { file, folder, name, alias, marks: mark ? [mark] : [], ...named }
  return { file, folder, name, marks: mark && foldsInPlace(entry) ? [mark] : [], ...named }
}

function toFuzzyMatch({ entry, marks }: Alike): FileMatch {
  const { file, folder, name, foldedPath } = entry
  const start = foldedPath.length - name.length
  const inName = marks
    .map(([from, to]) => [Math.max(0, from - start), Math.min(name.length, to - start)] as const)
    .filter(([from, to]) => to > from)
  return { file, folder, name, marks: foldsInPlace(entry) ? inName : [] }
}

/** Folding can change the length of rare letters; then a place in the folded name is not one in the shown name. */
function foldsInPlace({ name, foldedName }: IndexedFile): boolean {
  return name.length === foldedName.length
}

interface NameMatch<T> {
  readonly item: T
  readonly name: string
  readonly marks: readonly Mark[]
}

interface RankedNames<T> {
  readonly matches: readonly NameMatch<T>[]
  readonly found: number
}

/** Folders or tags whose name holds a query: where it is the last step, or begins it, then a step or word, then anywhere. */
export function rankNames<T>(items: readonly T[], { query, limit, nameOf }: NameQuery<T>): RankedNames<T> {
  const wanted = foldText(query)
  const ranked = items.flatMap((item, place) => {
    const name = nameOf(item)
    const folded = foldText(name)
    if (wanted === '') return [{ item, name, rank: 0, place, marks: [] }]
    const last = folded.slice(folded.lastIndexOf('/') + 1)
    const found = findPlace(folded, wanted)
    if (!found) return []
    const marks = folded.length === name.length ? [found.mark] : []
    const rank = last === wanted ? 0 : last.startsWith(wanted) ? 1 : 2 + found.rank
    return [{ item, name, rank, place, marks }]
  })
  const matches = takeBest(ranked, limit, (a, b) => a.rank - b.rank || a.place - b.place)
  return { matches: matches.map(({ item, name, marks }) => ({ item, name, marks })), found: ranked.length }
}

interface NameQuery<T> {
  readonly query: string
  readonly limit: number
  readonly nameOf: (item: T) => string
}
