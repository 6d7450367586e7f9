import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIndex } from '@varve/index'
import type { SearchIndex } from '@varve/index'

export interface QualityIndex {
  readonly index: SearchIndex
  /** For looking into the index file itself. */
  readonly file: string
  readonly close: () => Promise<void>
}

/** The product's own index over a folder, complete. */
export async function openQualityIndex(root: string): Promise<QualityIndex> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-quality-'))
  const file = join(folder, 'index.db')
  const index = await openIndex({ file, root, clock: Date.now, watch: false })
  await index.refresh()
  return {
    index,
    file,
    close: async () => {
      await index.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
