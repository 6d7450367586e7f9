import type { AnswerView, FileView, IndexView, SourceView } from '@varve/contract'
import { t } from '../../i18n/t.ts'

const SHORT = 14
const STEM_TAIL = 4
const LONGEST_EXTENSION = 10

/**
 * The two halves of a file name for a middle ellipsis: the first may be cut, the second never is.
 * A name loses its middle, so that `…-final.md` and its ending always show.
 */
export function splitFileName(name: string): { readonly head: string; readonly tail: string } {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map(
    ({ segment }) => segment,
  )
  if (characters.length <= SHORT) return { head: name, tail: '' }
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= LONGEST_EXTENSION ? characters.length - dot : 0
  const cut = characters.length - extension - STEM_TAIL
  return { head: characters.slice(0, cut).join(''), tail: characters.slice(cut).join('') }
}

/** The last step of a path, and the folder that holds it. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/')
  return { folder: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) }
}

/**
 * A file's name with as many folders as needed to make it unique: `B/Note.md`. A file in the root is its
 * name.
 */
export function distinctName(path: string, all: readonly string[]): string {
  const steps = path.split('/')
  let name = steps.pop() ?? path
  let same = all.filter((other) => other !== path && isCalled(other, name))
  while (same.length > 0) {
    const folder = steps.pop()
    if (folder === undefined) return name
    name = `${folder}/${name}`
    same = same.filter((other) => isCalled(other, name))
  }
  return name
}

/** The same for many paths among many files. */
export function createDistinctName(all: readonly string[]): (path: string) => string {
  let byName: Map<string, string[]> | undefined
  return (path) => {
    // Not before someone asks: most lists are never opened.
    byName ??= Map.groupBy(all, (each) => splitPath(each).name)
    const { name } = splitPath(path)
    return name === '' ? path : distinctName(path, byName.get(name) ?? [])
  }
}

function isCalled(path: string, name: string): boolean {
  return path.endsWith(name) && (path.length === name.length || path.at(-name.length - 1) === '/')
}

export interface FolderCount {
  /** Without a slash at its end. */
  readonly path: string
  /** Of files in it and in all folders below it. */
  readonly count: number
}

/** Every folder with files, by path, with the number of files that attaching it would add. */
export function listFolders(files: readonly Pick<FileView, 'path'>[]): readonly FolderCount[] {
  const counts = new Map<string, number>()
  for (const { path } of files)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** Whether a file or folder is Varve's: chats, agents and settings are among the notes but not written by the user. */
export function isVarvesOwn({ path }: { readonly path: string }): boolean {
  return `${path}/`.startsWith('Varve/')
}

interface PrivacyWords {
  /** Beside a name. */
  readonly word: string
  readonly meaning: string
}

/** What a mark is called and what it means. */
export function privacyWords(privacy: NonNullable<FileView['privacy']>): PrivacyWords {
  switch (privacy) {
    case 'private':
      return {
        word: t('Private'),
        meaning: t('Never sent to cloud models, and to local ones only if you name it'),
      }
    case 'local-only':
      return { word: t('Local only'), meaning: t('Never sent to cloud models') }
    default:
      return privacy satisfies never
  }
}

/** What a key names: a file or part of one, or a text without a file in the workspace. */
type KeyParts =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'query'; readonly path: string }
  | { readonly kind: 'held'; readonly label: string }
  /** A folder or a tag and its files. */
  | { readonly kind: 'group'; readonly label: string }

const QUERY = /^(.+)#query=[0-9a-f]{16}$/
const HELD: Readonly<Record<string, string>> = {
  upload: t('Uploaded file'),
  paste: t('Pasted text'),
  chat: t('Another chat'),
  unparsed: t('An earlier text'),
}

const GROUPS: Readonly<Record<string, (name: string) => string>> = {
  tag: (name) => `#${name}`,
  folder: (name) => (name === '/' ? t('All files') : `${name}/`),
}

/** Splits a key for display; the hash at the end of query and upload keys is not shown. */
export function keyParts(key: string): KeyParts {
  const [, path] = QUERY.exec(key) ?? []
  if (path !== undefined) return { kind: 'query', path }
  const [, scheme = '', name = ''] = /^([a-z]+):(.*)$/s.exec(key) ?? []
  const group = Object.hasOwn(GROUPS, scheme) ? GROUPS[scheme] : undefined
  if (group) return { kind: 'group', label: group(name) }
  const label = Object.hasOwn(HELD, scheme) ? HELD[scheme] : undefined
  return label === undefined ? { kind: 'file', path: key } : { kind: 'held', label }
}

/** The line of a query in its note, from its title. */
export function queryLine(title: string | undefined): number | undefined {
  const [, line] = /, line (\d{1,9})$/.exec(title ?? '') ?? []
  return line === undefined ? undefined : Number(line)
}

type Unit = NonNullable<SourceView['unit']>

const PLACES: Readonly<Record<Unit, readonly [one: string, several: string]>> = {
  line: [t('line {first}'), t('lines {first}–{last}')],
  page: [t('page {first}'), t('pages {first}–{last}')],
  cell: [t('cell {first}'), t('cells {first}–{last}')],
  turn: [t('turn {first}'), t('turns {first}–{last}')],
}

/** A place in words: `line 4`, `lines 12–31` or `page 146`. */
export function lineLabel([first, last]: readonly [number, number], unit: Unit = 'line'): string {
  const [one, several] = PLACES[unit]
  return t(first === last ? one : several, { first: String(first), last: String(last) })
}

/** A source's name: its file, the note of a query, or the upload's name. */
export function sourceName({ path, title }: SourceView): string {
  const parts = keyParts(path)
  switch (parts.kind) {
    case 'file':
      return splitPath(path).name
    case 'query':
      return queryName(splitPath(parts.path).name, queryLine(title))
    case 'held':
      return title ?? parts.label
    case 'group':
      return parts.label
    default:
      return parts satisfies never
  }
}

/** A note may hold many queries. */
function queryName(name: string, line: number | undefined): string {
  return line === undefined
    ? t('Query in {name}', { name })
    : t('Query in {name}, line {line}', { name, line: String(line) })
}

/** A source by its name: `side-letter.md, lines 12–31`. The lines of a query would be those of its result. */
export function sourceLabel(source: SourceView): string {
  const lines = hasLines(source) ? `, ${lineLabel(source.lines, source.unit)}` : ''
  return `${sourceName(source)}${lines}`
}

/** Whether its lines can be looked up in something that the user has. */
export function hasLines({ path }: SourceView): boolean {
  return keyParts(path).kind !== 'query'
}

/** An answer for the clipboard: its Markdown, with each citation defined below it. */
export function answerAsMarkdown(answer: AnswerView): string {
  if (answer.sources.length === 0) return answer.text
  const notes = answer.sources.map((source) => {
    const isFile = keyParts(source.path).kind === 'file'
    const name = isFile ? `${source.path}, ${lineLabel(source.lines, source.unit)}` : sourceLabel(source)
    return `[^${source.number}]: ${name}`
  })
  return `${answer.text.trimEnd()}\n\n${notes.join('\n')}\n`
}

/** What the index is doing, in one line; undefined when there is nothing to say. */
export function indexWords(index: IndexView | undefined): string | undefined {
  if (!index) return undefined
  const { state, filesDone, filesTotal, secondsLeft, failure } = index
  switch (state) {
    case 'starting':
      return t('Looking for files')
    case 'indexing': {
      const values = { filesDone, filesTotal }
      return secondsLeft === undefined
        ? t('Reading {filesDone} of {filesTotal} {filesTotal|file|files}', values)
        : t('Reading {filesDone} of {filesTotal} {filesTotal|file|files}, about {time} left', {
            ...values,
            time: secondsWords(secondsLeft),
          })
    }
    case 'paused':
      return t('Paused at {filesDone} of {filesTotal} {filesTotal|file|files}', {
        filesDone,
        filesTotal,
      })
    case 'failed':
      return failure ?? t('The files could not be read.')
    case 'ready':
      return undefined
    default:
      return state satisfies never
  }
}

/** How many files, or folders with what is in them, could not be read, in words; undefined where all could. */
export function problemWords(count: number): string | undefined {
  if (count === 0) return undefined
  return t('{count} {count|file or folder|files or folders} could not be read', { count })
}

function secondsWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))}\u00a0s`
  return `${Math.round(seconds / 60)}\u00a0min`
}
