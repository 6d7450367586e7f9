import type { DatabaseSync } from 'node:sqlite'
import type { ParsedNote } from '@varve/workspace/preparing'
import { foldTags, prepareLinks } from '../preparing/prepare-references.ts'
import { readStoredNote } from '../preparing/stored-note.ts'

export interface ReferenceFaults {
  /** Files whose links are others than their text has. */
  readonly links: number
  readonly tags: number
}

/** Compares the rows of links and tags with what was read of each note when it was parsed. */
export function verifyReferences(connection: DatabaseSync): ReferenceFaults {
  const linksOf = connection.prepare(
    'select line, name, form, target from links where file_id = ? order by ordinal',
  )
  const tagsOf = connection.prepare('select fold, tag from tags where file_id = ? order by fold')
  const faults = { links: 0, tags: 0 }
  for (const { id, parsed } of connection.prepare('select id, parsed from files').iterate()) {
    const file = Number(id)
    const note = parsed === null ? NOTHING : readStoredNote(String(parsed))
    const links = prepareLinks(note)
    const tags = foldTags(note.tags).toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
    if (!isSame(linksOf.all(file), links, Object.values)) faults.links++
    if (!isSame(tagsOf.all(file), tags, (row) => [row['fold'], row['tag']])) faults.tags++
  }
  return faults
}

const NOTHING: Pick<ParsedNote, 'links' | 'tags'> = { links: [], tags: [] }

type Row = Readonly<Record<string, unknown>>

function isSame(rows: readonly Row[], expected: readonly unknown[], valueOf: (row: Row) => unknown): boolean {
  return rows.length === expected.length && JSON.stringify(rows.map(valueOf)) === JSON.stringify(expected)
}
