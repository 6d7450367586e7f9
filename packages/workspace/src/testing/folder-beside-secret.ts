import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A workspace with the note `inner/note.md`, and a folder outside of it with one of the same name and size. */
export interface FolderBesideSecret {
  readonly realRoot: string
  readonly outside: string
  readonly remove: () => void
}

export function folderBesideSecret(): FolderBesideSecret {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'varve-beside-')))
  const realRoot = join(base, 'vault')
  const outside = join(base, 'outside')
  mkdirSync(join(realRoot, 'inner'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(realRoot, 'inner/note.md'), 'plain!')
  writeFileSync(join(outside, 'note.md'), 'secret')
  return { realRoot, outside, remove: () => rmSync(base, { recursive: true, force: true }) }
}
