import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** Data from outside the repository, beside it. */
export const DATA = resolve(import.meta.dirname, '../../../../shared/data')

export function hasSearchData(): boolean {
  return [
    'vaultA/blue-book',
    'vaultA/obsidian-garden',
    'mtrag_un/tasks.jsonl',
    'passages/mtrag_un_pool.jsonl',
  ].every((path) => existsSync(join(DATA, path)))
}

export interface LinkLine {
  readonly source: string
  readonly query: string
  readonly target: string
}

/** Notes, and lines of them with one link taken out and where it led. */
export interface LinkedNotes {
  readonly name: string
  readonly root: string
  readonly notes: readonly Note[]
  readonly lines: readonly LinkLine[]
}

/** One of the vaults beside the repository. */
export function vaultNamed(name: string): LinkedNotes {
  const root = join(DATA, 'vaultA', name)
  const lines = readJsonLines(join(DATA, `links_vaultA_${name}.jsonl`)).map(asLine)
  return { name, root, notes: readNotes(root), lines }
}

/** A folder of notes: with its own questions in `queries.jsonl`, else with the lines of its notes that hold a link. */
export function notesIn(root: string): LinkedNotes | string {
  if (!existsSync(root)) return `${root} is not a folder.`
  const notes = readNotes(root)
  const queries = join(root, 'queries.jsonl')
  const lines = existsSync(queries) ? readJsonLines(queries).map(asLine) : linkLines(notes)
  if (lines.length === 0)
    return `${root} has neither queries.jsonl nor notes with links to each other in their sentences.`
  return { name: basename(resolve(root)), root, notes, lines }
}

function asLine(row: unknown): LinkLine {
  const { source = '', query, target } = row as Partial<LinkLine>
  if (typeof query !== 'string' || typeof target !== 'string')
    throw new Error(`A question needs "query" and "target": ${JSON.stringify(row)}`)
  return { source: source.normalize('NFC'), query, target: target.normalize('NFC') }
}

const LINK = /\[\[([^\]|#]+)[^\]]*\]\]|\[[^\]]*\]\(([^)#\s]+\.md)[^)]*\)/g
const FEWEST_WORDS = 5

/** Lines with exactly one link to another note. */
function linkLines(notes: readonly Note[]): readonly LinkLine[] {
  const byName = new Map(notes.map(({ path }) => [nameOf(path), path]))
  return notes.flatMap(({ path: source, text }) =>
    text.split('\n').flatMap((line) => {
      const [link, ...others] = line.matchAll(LINK)
      const target = link && byName.get(nameOf(decodeURI(link[1] ?? link[2] ?? '').normalize('NFC')))
      const query = line.replace(LINK, ' ').trim()
      const isAsked = target !== undefined && target !== source && others.length === 0
      return isAsked && query.split(/\s+/).length >= FEWEST_WORDS ? [{ source, query, target }] : []
    }),
  )
}

function nameOf(path: string): string {
  return basename(path.trim()).replace(/\.md$/i, '').toLowerCase()
}

export interface Note {
  readonly path: string
  readonly text: string
}

function readNotes(root: string): readonly Note[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path: path.normalize('NFC'), text: readFileSync(join(root, path), 'utf8') }))
}

export interface Conversation {
  readonly task_id: string
  readonly collection: string
  readonly input: readonly { readonly speaker: string; readonly text: string }[]
  readonly relevant: readonly string[]
}

/** Conversations whose last turn has an answer among the passages. */
export function readConversations(): readonly Conversation[] {
  return (readJsonLines(join(DATA, 'mtrag_un/tasks.jsonl')) as readonly Conversation[]).filter(
    (task) => task.relevant.length > 0,
  )
}

export interface PoolPassage {
  readonly id: string
  readonly text: string
  readonly collection: string
}

export function readPassages(): readonly PoolPassage[] {
  return readJsonLines(join(DATA, 'passages/mtrag_un_pool.jsonl')).map((row) => {
    const { _id: id, text, collection } = row as { _id: string; text: string; collection: string }
    return { id, text, collection }
  })
}

/** The files come with the data and are in its documented form. */
function readJsonLines(path: string): readonly unknown[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
}
