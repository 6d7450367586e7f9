import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openIndex, type SearchIndexOptions } from '../open-index.ts'
import type { OpenedSearchIndex } from '../client/index-client.ts'

export interface TemporaryWorkspace {
  readonly root: string
  /** The index file, next to the folder. */
  readonly file: string
  readonly write: (path: string, content: string | Uint8Array) => void
  readonly move: (from: string, to: string) => void
  readonly delete: (path: string) => void
  /** Without watching unless asked for. */
  readonly open: (options?: Partial<SearchIndexOptions>) => Promise<OpenedSearchIndex>
  /** Closes every index that was opened here and deletes all files. */
  readonly remove: () => Promise<void>
}

/** A real folder with a real index. */
export function temporaryWorkspace(files: Readonly<Record<string, string>> = {}): TemporaryWorkspace {
  const base = mkdtempSync(join(tmpdir(), 'varve-index-'))
  const root = join(base, 'vault')
  const opened: OpenedSearchIndex[] = []
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  mkdirSync(root)
  for (const [path, content] of Object.entries(files)) write(path, content)
  const file = join(base, 'index', 'vault.db')
  return {
    root,
    file,
    write,
    move: (from, to) => {
      mkdirSync(dirname(join(root, to)), { recursive: true })
      renameSync(join(root, from), join(root, to))
    },
    delete: (path) => rmSync(join(root, path), { recursive: true, force: true }),
    open: async (options = {}) => {
      const index = await openIndex({ file, root, clock: Date.now, watch: false, ...options })
      opened.push(index)
      return index
    },
    remove: async () => {
      for (const index of opened) await index.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** Paths of what shows the words of a search, best first; not of what is merely linked with it. */
export async function pathsOf(index: OpenedSearchIndex, text: string): Promise<readonly string[]> {
  const { hits } = await index.search({ text, limit: 50 })
  return hits.filter((hit) => hit.highlights.length > 0).map((hit) => hit.path)
}
