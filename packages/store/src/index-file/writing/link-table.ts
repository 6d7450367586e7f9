import type { DatabaseSync } from 'node:sqlite'
import { createLinkResolver, type LinkedTarget, type LinkResolver } from '@varve/workspace/indexing'
import { prepareWrite } from '../../sqlite/prepare-write.ts'
import { stemOf } from '../database/names.ts'

/** Where a link leads, or where it seems to mean where it leads nowhere. */
export interface LinkPlace {
  readonly resolved: string | null
  readonly moved: string | null
}

const NOWHERE: LinkPlace = { resolved: null, moved: null }
/** Above so many names that came or went, looking at every link is quicker than looking them up. */
const MANY_NAMES = 2000

/**
 * Where links lead, kept true while files come and go: what a link leads to can change only when a file
 * with the name in it appears or vanishes.
 */
export class LinkTable {
  readonly #connection: DatabaseSync
  #resolver: LinkResolver | undefined

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** From here on links lead to files as they will be once these have come and gone. */
  expect(added: Iterable<string>, removed: Iterable<string>): void {
    this.#resolver ??= createLinkResolver(linkFiles(this.#connection))
    for (const path of removed) this.#resolver.remove(path)
    for (const path of added) this.#resolver.add({ path, aliases: [] })
  }

  /** What was expected may not have come about: the next one begins with what is there. */
  forget(): void {
    this.#resolver = undefined
  }

  resolve(from: string, link: LinkedTarget): LinkPlace {
    this.#resolver ??= createLinkResolver(linkFiles(this.#connection))
    const resolved = this.#resolver.resolvePath(link, from)
    if (resolved !== undefined) return { resolved, moved: null }
    const followed = this.#resolver.follow(link, from)
    return followed ? { resolved: null, moved: followed.path } : NOWHERE
  }

  /** Looks again where links lead that name one of these files, or all links. */
  repair(paths: readonly string[] | 'all'): void {
    const update = prepareWrite(
      this.#connection,
      'update links set resolved = ?, moved = ? where file_id = ? and ordinal = ?',
    )
    for (const row of this.#rows(paths)) {
      const form = row['form'] === 'markdown' ? 'markdown' : 'wiki'
      const { resolved, moved } = this.resolve(String(row['path']), { form, target: String(row['target']) })
      if (resolved !== row['resolved'] || moved !== row['moved'])
        update.run(resolved, moved, Number(row['file_id']), Number(row['ordinal']))
    }
  }

  #rows(paths: readonly string[] | 'all'): readonly Readonly<Record<string, unknown>>[] {
    const select = `select file_id, ordinal, form, target, resolved, moved, path from links join files on files.id = file_id`
    const names = paths === 'all' ? [] : [...new Set(paths.map(stemOf))]
    if (paths === 'all' || names.length > MANY_NAMES) return this.#connection.prepare(select).all()
    const named = this.#connection.prepare(`${select} where links.name = ?`)
    return names.flatMap((name) => named.all(name))
  }
}

/** The files of an index as a resolver takes them. Aliases are left out: no link is resolved by them. */
export function* linkFiles(
  connection: DatabaseSync,
): Generator<{ path: string; aliases: readonly string[] }> {
  for (const row of connection.prepare('select path from files').iterate())
    yield { path: String(row['path']), aliases: [] }
}
