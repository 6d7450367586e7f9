import type { NoteSource } from './dataview-query.ts'
import { isInFolder } from './match-source.ts'
import { parseQuery } from './parse-query.ts'

/**
 * Whether a query could take in a note, by the path alone: what else is in a note that is withheld, its tags and
 * links, is not even told by counting it. The query has to be one that was run.
 */
export function maySelect(query: string): (path: string) => boolean {
  const { from } = parseQuery(query)
  return (path) => selects(from, path) !== false
}

/** Undefined where the path does not say. */
function selects(source: NoteSource, path: string): boolean | undefined {
  switch (source.kind) {
    case 'all':
      return true
    case 'folder':
      return isInFolder(source.path)(path)
    case 'tag':
    case 'incoming':
    case 'outgoing':
      return undefined
    case 'not': {
      const inner = selects(source.of, path)
      return inner === undefined ? undefined : !inner
    }
    case 'and':
    case 'or': {
      const decisive = source.kind === 'or'
      const both = [selects(source.left, path), selects(source.right, path)]
      if (both.includes(decisive)) return decisive
      return both.includes(undefined) ? undefined : !decisive
    }
    default:
      return source satisfies never
  }
}
