import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Note {
  readonly path: string
  readonly text: string
}

export interface Exchange {
  readonly question: string
  readonly answer: string
}

/** Real texts that conversations are made of. */
export interface Material {
  readonly notes: readonly Note[]
  readonly gardenNotes: readonly Note[]
  /** Questions and answers about documents. */
  readonly questions: readonly Exchange[]
  /** Long personal conversations. */
  readonly chat: readonly Exchange[]
  readonly passages: readonly string[]
}

const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** Where the texts are expected, as said to people: relative to the repository. */
export const DATA_NAME = '../shared/data'

/** Reads the texts; `undefined` where they are not there. */
export function loadMaterial(): Material | undefined {
  const places = [
    'vaultA/blue-book',
    'vaultA/obsidian-garden',
    'mtrag_un/tasks.jsonl',
    'passages/mtrag_un_pool.jsonl',
    'locomo/locomo.json',
  ]
  if (!places.every((place) => existsSync(join(DATA, place)))) return undefined
  return {
    notes: readNotes(join(DATA, 'vaultA/blue-book')),
    gardenNotes: readNotes(join(DATA, 'vaultA/obsidian-garden')),
    questions: readQuestions(join(DATA, 'mtrag_un/tasks.jsonl')),
    chat: readChat(join(DATA, 'locomo/locomo.json')),
    passages: readLines(join(DATA, 'passages/mtrag_un_pool.jsonl')).map((line) => textOf(line['text'])),
  }
}

/** Every Markdown file of a folder, by its path. */
export function readNotes(root: string): readonly Note[] {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && statSync(join(root, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
  return paths
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Tasks repeat the beginning of their conversation: each question counts once. */
function readQuestions(path: string): readonly Exchange[] {
  const found = new Map<string, Exchange>()
  for (const task of readLines(path)) {
    const turns = listOf(task['input']).map((turn) => textOf(turn['text']))
    for (let index = 0; index + 1 < turns.length; index += 2) {
      const [question, answer] = [turns[index] ?? '', turns[index + 1] ?? '']
      if (question !== '' && answer !== '' && !found.has(question)) found.set(question, { question, answer })
    }
  }
  return [...found.values()]
}

function readChat(path: string): readonly Exchange[] {
  const conversations = listOf(JSON.parse(readFileSync(path, 'utf8')))
  return conversations.flatMap(({ conversation }) => {
    const sessions = recordOf(conversation)
    const turns = Object.values(sessions).flatMap((session) =>
      Array.isArray(session) ? listOf(session).map((turn) => textOf(turn['text'])) : [],
    )
    const pairs: Exchange[] = []
    for (let index = 0; index + 1 < turns.length; index += 2)
      pairs.push({ question: turns[index] ?? '', answer: turns[index + 1] ?? '' })
    return pairs.filter(({ question, answer }) => question !== '' && answer !== '')
  })
}

type JsonRecord = Readonly<Record<string, unknown>>

function readLines(path: string): readonly JsonRecord[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => recordOf(JSON.parse(line)))
}

function recordOf(value: unknown): JsonRecord {
  if (typeof value !== 'object' || value === null) throw new Error('Expected a JSON object.')
  return value as JsonRecord
}

function listOf(value: unknown): readonly JsonRecord[] {
  if (!Array.isArray(value)) throw new Error('Expected a JSON list.')
  return value.map(recordOf)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
