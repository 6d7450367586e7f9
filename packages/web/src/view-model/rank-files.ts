import type { FileView } from '@varve/server/types'
import { splitPath } from './split-file-name.ts'

export interface FileMatch {
  readonly file: FileView
  readonly folder: string
  readonly name: string
  /** Where the query stands in the name; empty when it was found elsewhere. */
  readonly hit: readonly [number, number]
}

interface Ranked extends FileMatch {
  readonly rank: number
}

/** Files that answer to a query, best first: start of the name, start of a word, inside the name, title, path. */
export function rankFiles(files: readonly FileView[], query: string): readonly FileMatch[] {
  const wanted = query.toLowerCase()
  return files
    .map((file) => rank(file, wanted))
    .filter((match) => match !== undefined)
    .sort(bestFirst)
    .map(({ file, folder, name, hit }) => ({ file, folder, name, hit }))
}

function rank(file: FileView, wanted: string): Ranked | undefined {
  const { folder, name } = splitPath(file.path)
  const match = { file, folder, name }
  if (wanted === '') return { ...match, hit: [0, 0], rank: 0 }
  const lower = name.toLowerCase()
  const at = wordStart(lower, wanted)
  if (at >= 0) {
    const starts = at === 0 ? 0 : isWordStart(lower, at) ? 1 : 2
    // Lower-casing can change the length of rare letters; then the place is not that of the shown name.
    const hit: readonly [number, number] = lower.length === name.length ? [at, at + wanted.length] : [0, 0]
    return { ...match, hit, rank: starts }
  }
  if (file.title.toLowerCase().includes(wanted)) return { ...match, hit: [0, 0], rank: 3 }
  if (file.path.toLowerCase().includes(wanted)) return { ...match, hit: [0, 0], rank: 4 }
  return undefined
}

/** The first place where the query begins a word, else the first place at all, else -1. */
function wordStart(text: string, wanted: string): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (isWordStart(text, at)) return at
  return text.indexOf(wanted)
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s_.\-()]/.test(text[at - 1] ?? '')
}

function bestFirst(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.rank > 0 && a.name.length !== b.name.length) return a.name.length - b.name.length
  return a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0
}
