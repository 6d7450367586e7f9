import { type FileIndex, rankFiles } from '../files/rank-files.ts'
import { rankNames } from '../files/rank-names.ts'
import { splitPath } from '../files/split-file-name.ts'
import type { MentionGroup } from './mention-groups.ts'

/** More than these are found by typing on. */
const SHOWN = 9
/** What would end a link early, or begin something else in it. */
const MARKS_OF_LINKS = /[[\]|#^\n]+/g

/** The note whose headings are asked for behind `#`, as in `[[Plan#Ne`; undefined where none is. */
export function headedNote(query: string, notes: FileIndex): string | undefined {
  const hash = query.indexOf('#')
  const name = query.slice(0, hash).trim()
  if (hash < 0 || name === '') return undefined
  return rankFiles(notes, name, 1).matches[0]?.file.path
}

/** The headings of a note that answer to what stands behind `#`, each once, in their order where nothing does yet. */
export function headingGroup(query: string, path: string, headings: readonly string[]): MentionGroup {
  const { name: note } = splitPath(path)
  const wanted = query.slice(query.indexOf('#') + 1).trim()
  const names = [...new Set(headings.map(asLinked).filter((heading) => heading !== ''))]
  const { matches, found } = rankNames(names, { query: wanted, limit: SHOWN, nameOf: (name) => name })
  return {
    title: `Headings of ${note}`,
    found,
    options: matches.map(({ name, marks }) => ({
      kind: 'heading',
      item: `${path}#${name}`,
      path,
      name,
      marks,
    })),
  }
}

function asLinked(heading: string): string {
  return heading.replaceAll(MARKS_OF_LINKS, ' ').replaceAll(/\s+/g, ' ').trim()
}
