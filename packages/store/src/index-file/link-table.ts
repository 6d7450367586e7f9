import type { DatabaseSync } from 'node:sqlite'
import type { NoteLink } from '@varve/workspace'
import { stemOf } from './names.ts'
import { createLinkResolver } from './note-reading.ts'

type Resolver = ReturnType<typeof createLinkResolver>

/** Above so many names that came or went, looking at every link is quicker than looking them up. */
const MANY_NAMES = 2000

/**
 * Where links lead, kept true while files come and go: what a link leads to can change only when a file
 * with the name in it appears or vanishes.
 */
export class LinkTable {
  readonly #connection: DatabaseSync
  #resolver: Resolver | undefined
  #added: ReadonlySet<string> = new Set()
  #removed: ReadonlySet<string> = new Set()

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  /** From here on links lead to files as they will be once these have come and gone. */
  expect(added: Iterable<string>, removed: Iterable<string>): void {
    this.#added = new Set(added)
    this.#removed = new Set(removed)
    if (this.#added.size > 0 || this.#removed.size > 0) this.#resolver = undefined
  }

  resolve(from: string, link: NoteLink): string | undefined {
    this.#resolver ??= createLinkResolver(this.#paths())
    return this.#resolver.resolve(from, link)
  }

  /** Looks again where links lead that name one of these files, or all links. */
  repair(paths: readonly string[] | 'all'): void {
    const names = paths === 'all' ? [] : [...new Set(paths.map(stemOf))]
    const update = this.#connection.prepare('update links set resolved = ? where file_id = ? and ordinal = ?')
    const select = `select links.file_id, ordinal, link, resolved, path from links join files on files.id = file_id`
    const rows =
      paths === 'all' || names.length > MANY_NAMES
        ? this.#connection.prepare(select).all()
        : names.flatMap((name) => this.#connection.prepare(`${select} where links.name = ?`).all(name))
    for (const row of rows) {
      const resolved = this.resolve(String(row['path']), JSON.parse(String(row['link'])) as NoteLink) ?? null
      if (resolved !== row['resolved']) update.run(resolved, Number(row['file_id']), Number(row['ordinal']))
    }
  }

  *#paths(): Generator<string> {
    for (const row of this.#connection.prepare('select path from files').iterate()) {
      const path = String(row['path'])
      if (!this.#removed.has(path) && !this.#added.has(path)) yield path
    }
    yield* this.#added
  }
}
