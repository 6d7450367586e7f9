import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileParsers, Parsers } from '../parsing/file-parsers.ts'
import type { IndexerData } from '../protocol/index-protocol.ts'
import { removeIndexFile } from '../database/open-index-file.ts'
import { Indexer } from '../writing/indexer.ts'
import { INDEX_LIMITS } from '../protocol/index-limits.ts'
import { rehearsalNote } from './rehearsal-note.ts'

/** Code is nearly as quick as it gets after ten thousand notes; more would take longer than people do to find a folder. */
const NOTES = 200
const ROUNDS = 50

export interface RehearseOptions {
  /** Is emptied in the end. */
  readonly folder: string
  /** Keep their threads for who comes next. */
  readonly parsers: FileParsers
  /** Comes when someone has something real to do: what is under way is given up. */
  readonly over: AbortSignal
}

/** Makes first indexes of made-up notes, one after another, until that is quick or someone has something real to do. */
export async function rehearse({ folder, parsers, over }: RehearseOptions): Promise<void> {
  try {
    const root = join(folder, 'notes')
    mkdirSync(root)
    for (let number = 0; number < NOTES; number++) {
      const { path, text } = rehearsalNote(number)
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    parsers.startAhead()
    for (let round = 0; round < ROUNDS && !over.aborted; round++) {
      const file = join(folder, `${round}.db`)
      await rehearseOnce({ root, file, limits: INDEX_LIMITS, watch: false }, partOf(parsers, round), over)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This thread parses too, so that its code is quick as well; the others' threads are kept for who comes next. */
function partOf(parsers: FileParsers, round: number): Parsers {
  const isAlone = round % 3 === 0
  return {
    for: (...files) => {
      const { threads, ...own } = parsers.for(...files)
      return isAlone ? own : { ...own, threads }
    },
    early: (options) => (round % 3 === 1 ? parsers.early(options) : undefined),
    end: () => Promise.resolve(),
  }
}

async function rehearseOnce(data: IndexerData, parsers: Parsers, over: AbortSignal): Promise<void> {
  const indexer = new Indexer(data, () => undefined, parsers)
  const giveUp = (): void => void indexer.close()
  over.addEventListener('abort', giveUp)
  try {
    await indexer.start()
    await indexer.refresh()
  } catch (error) {
    // One that was given up says so.
    if (!over.aborted) throw error
  } finally {
    over.removeEventListener('abort', giveUp)
    await indexer.close()
    removeIndexFile(data.file)
  }
}
