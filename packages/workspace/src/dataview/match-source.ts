import type { NoteSource } from './dataview-query.ts'
import type { DataviewNote, Vault } from './vault.ts'

/** Whether a note is one of those that FROM names; links are read from the note that the query is in. */
export function matchSource(source: NoteSource, vault: Vault, here: string): (note: DataviewNote) => boolean {
  switch (source.kind) {
    case 'all':
      return () => true
    case 'tag': {
      const tag = source.tag.normalize('NFC').toLowerCase()
      return ({ parsed }) => parsed.tags.some((each) => isTagOrBelow(each.toLowerCase(), tag))
    }
    case 'folder': {
      const isInside = isInFolder(source.path)
      return ({ path }) => isInside(path)
    }
    case 'incoming': {
      const { path: to, target } = vault.link(source.target, here)
      const from = new Set(vault.incoming(to ?? target))
      return ({ path }) => from.has(path)
    }
    case 'outgoing': {
      const to = vault.link(source.target, here).path
      const note = to === undefined ? undefined : vault.note(to)
      const paths = new Set(note ? vault.outgoing(note).map(({ path }) => path) : [])
      return ({ path }) => paths.has(path)
    }
    case 'not': {
      const inner = matchSource(source.of, vault, here)
      return (note) => !inner(note)
    }
    case 'and':
    case 'or': {
      const [left, right] = [matchSource(source.left, vault, here), matchSource(source.right, vault, here)]
      return source.kind === 'and' ? (note) => left(note) && right(note) : (note) => left(note) || right(note)
    }
    default:
      return source satisfies never
  }
}

/** Whether a path is in a folder, at any depth, or is the one note of that name, with or without its ending. */
export function isInFolder(written: string): (path: string) => boolean {
  const wanted = written
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '')
    .join('/')
  return (path) =>
    wanted === '' || path.startsWith(`${wanted}/`) || path === wanted || path === `${wanted}.md`
}

function isTagOrBelow(tag: string, wanted: string): boolean {
  return tag === wanted || tag.startsWith(`${wanted}/`)
}
