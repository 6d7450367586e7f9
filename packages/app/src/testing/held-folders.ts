import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStore } from '@varve/workspace'
import { interceptedDisk } from '@varve/workspace/testing'
import type { AppOptions } from '../app-options.ts'
import { temporaryFolders } from './temporary-app.ts'

export interface HeldFolders {
  readonly openFolder: AppOptions['openFolder']
  /** From here on a file that is about to take its place waits; resolves when the first one does. */
  readonly hold: () => Promise<void>
  readonly release: () => void
  readonly remove: () => void
}

/** Real folders on a disk that is as slow as the test wants. */
export function heldFolders(): HeldFolders {
  const dataFolder = mkdtempSync(join(tmpdir(), 'varve-held-'))
  let holding: { readonly reached: () => void; readonly released: Promise<void> } | undefined
  let release = (): void => undefined
  const disk = interceptedDisk(async ({ name }) => {
    if (!holding || (name !== 'link' && name !== 'rename')) return
    holding.reached()
    await holding.released
  })
  const open = temporaryFolders(dataFolder)
  const parts = { clock: Date.now, newId: randomUUID, keepFolder: join(dataFolder, 'versions'), disk }
  return {
    openFolder: async (folder) => ({
      ...(await open(folder)),
      files: await openFolderStore({ root: folder.root, ...parts }),
    }),
    hold: () => {
      const { promise: reaching, resolve: reached } = Promise.withResolvers<void>()
      const { promise: released, resolve } = Promise.withResolvers<void>()
      holding = { reached, released }
      release = () => {
        holding = undefined
        resolve()
      }
      return reaching
    },
    release: () => release(),
    remove: () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}
