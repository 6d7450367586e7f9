import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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

/** Lines of notes with one link taken out, and where it led. */
export function readLinkLines(vault: string): readonly LinkLine[] {
  return (readJsonLines(`links_vaultA_${vault}.jsonl`) as readonly LinkLine[]).map(
    ({ source, query, target }) => ({
      source: source.normalize('NFC'),
      query,
      target: target.normalize('NFC'),
    }),
  )
}

export interface Note {
  readonly path: string
  readonly text: string
}

export function readVault(vault: string): readonly Note[] {
  const root = join(DATA, 'vaultA', vault)
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
  return (readJsonLines('mtrag_un/tasks.jsonl') as readonly Conversation[]).filter(
    (task) => task.relevant.length > 0,
  )
}

export interface PoolPassage {
  readonly id: string
  readonly text: string
  readonly collection: string
}

export function readPassages(): readonly PoolPassage[] {
  return readJsonLines('passages/mtrag_un_pool.jsonl').map((row) => {
    const { _id: id, text, collection } = row as { _id: string; text: string; collection: string }
    return { id, text, collection }
  })
}

/** The files come with the data and are in its documented form. */
function readJsonLines(path: string): readonly unknown[] {
  const lines = readFileSync(join(DATA, path), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
}
