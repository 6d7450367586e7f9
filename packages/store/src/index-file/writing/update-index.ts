import type { Dirty, FoldersWatch } from '@varve/workspace/indexing'
import type { AskedFiles } from '../looking/asked-files.ts'
import type { EarlyFiles } from '../preparing/early-files.ts'
import type { Parsers } from '../parsing/file-parsers.ts'
import { findChanges } from '../looking/find-changes.ts'
import type { IndexLimits } from '../protocol/index-limits.ts'
import { type DiskLook, lookAtDisk } from '../looking/look-at-disk.ts'
import type { OpenIndex } from './open-index.ts'
import type { ProgressTeller } from './progress-teller.ts'
import type { RunGate } from '../preparing/run-gate.ts'
import { writeChanges } from './write-changes.ts'

export interface UpdateIndexOptions {
  readonly index: OpenIndex
  readonly realRoot: string
  /** Whom to ask for files that do not lie in a folder. */
  readonly asked: AskedFiles | undefined
  readonly limits: IndexLimits
  readonly watch: FoldersWatch | undefined
  readonly gate: RunGate
  readonly parsers: Parsers
  /** Files of a folder without an index that are being prepared already. */
  readonly early?: EarlyFiles | undefined
  readonly transactionBytes: number | undefined
  readonly progress: ProgressTeller
}

/** Looks at the files and takes in what is different there. */
export async function updateIndex(dirty: Dirty, options: UpdateIndexOptions): Promise<DiskLook> {
  const { index, realRoot, asked, limits, watch, gate, parsers, early, progress } = options
  const { maximumFiles } = limits
  const known = index.fileCount()
  const isFirst = known === 0
  const look = asked
    ? await asked.look(dirty, maximumFiles)
    : await lookAtDisk(dirty, { realRoot, maximumFiles, watch })
  early?.confirm(look.files)
  const changes = findChanges(index.connection, look, dirty === 'everything')
  const total = known - changes.removed.length + changes.added.length
  progress.begin(total, changes.jobs.length)
  index.writer.setMeta('total', String(total))
  const isBroken = index.state() !== 'whole'
  if (!isBroken && changes.jobs.length === 0 && changes.removed.length === 0) return look
  await writeChanges(changes, {
    ...parsers.for(changes.jobs, { realRoot, limits, ...(asked ? { read: asked.read } : {}) }),
    connection: index.connection,
    writer: index.writer,
    links: index.links,
    gate,
    transactionBytes: options.transactionBytes,
    onWritten: (files, last) => progress.wrote(files, last),
    early: isFirst ? early : undefined,
    isFirst,
    repairAll: isBroken,
  })
  return look
}
