import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileParsers, Parsers } from './file-parsers.ts'
import { Indexer } from '../writing/indexer.ts'
import { INDEX_LIMITS } from '../index-limits.ts'
import { rehearsalNote } from './rehearsal-note.ts'

/** A round is short, for someone may come and wait for its end; code is as quick as it gets after some five thousand notes. */
const NOTES = 200
const ROUNDS = 30

export interface RehearseOptions {
  /** Is emptied in the end. */
  readonly folder: string
  /** Keep their threads for who comes next. */
  readonly parsers: FileParsers
  readonly isOver: () => boolean
}

/** Makes first indexes of made-up notes, one after another, until that is quick or someone has something real to do. */
export async function rehearse({ folder, parsers, isOver }: RehearseOptions): Promise<void> {
  try {
    const root = join(folder, 'notes')
    mkdirSync(root)
    for (let number = 0; number < NOTES; number++) {
      const { path, text } = rehearsalNote(number)
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    parsers.startAhead()
    for (let round = 0; round < ROUNDS && !isOver(); round++)
      await rehearseOnce(root, join(folder, `${round}.db`), partOf(parsers, round))
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
    areAhead: !isAlone,
    end: () => Promise.resolve(),
  }
}

async function rehearseOnce(root: string, file: string, parsers: Parsers): Promise<void> {
  const data = { file, root, limits: INDEX_LIMITS, watch: false }
  const indexer = new Indexer(data, () => undefined, parsers)
  indexer.start()
  await indexer.refresh()
  await indexer.close()
}
