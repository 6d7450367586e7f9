import type { Attachable } from '@varve/contract'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createDataviewCache,
  EXTRACT_LIMITS,
  extractArtifacts,
  type Extraction,
  type ExtractSources,
  privacyRulesOf,
  ReadingMemo,
} from '@varve/workspace'
import { parseAttachables } from '../files/attachable.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { untilReady } from '../files/control-index.ts'
import { wallClock } from '../files/wall-clock.ts'

export interface TemporaryExtraction {
  readonly root: string
  readonly write: (path: string, content: string | Uint8Array) => void
  /** What things become when they are attached, with the index as the folder is now. */
  readonly extract: (attach: readonly Attachable[], options?: ExtractOptions) => Promise<Extraction>
  readonly remove: () => Promise<void>
}

export interface ExtractOptions
  extends Partial<Pick<ExtractSources, 'audience' | 'readPage' | 'fetchImage'>> {
  readonly active?: string
}

/** A real folder with a real index, from which things are attached. */
export async function temporaryExtraction(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryExtraction> {
  const base = mkdtempSync(join(tmpdir(), 'varve-extraction-'))
  const root = join(base, 'vault')
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  mkdirSync(root)
  for (const [path, content] of Object.entries(files)) write(path, content)
  const opened = await openFolderFiles({
    root,
    dataFolder: base,
    clock: { now: Date.now },
    newId: randomUUID,
    watch: false,
  })
  const index = await opened.openIndex()
  await untilReady(index)
  return {
    root,
    write,
    extract: async (attach, { active, ...options } = {}) => {
      await index.refresh()
      return extractArtifacts(
        { attach: parseAttachables(attach), active },
        {
          readFile: opened.files.read,
          settledIndex: async () => index,
          today: '2026-11-16',
          wallClock,
          privacy: await privacyRulesOf(opened.files),
          audience: 'this-machine',
          limits: EXTRACT_LIMITS,
          memo: new ReadingMemo(),
          queries: createDataviewCache(),
          ...options,
        },
      )
    },
    remove: async () => {
      await index.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
