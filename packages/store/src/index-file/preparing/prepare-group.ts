import { FolderReader, loadNoteParser } from '@varve/workspace/preparing'
import type { IndexLimits } from '../protocol/index-limits.ts'
import { prepareFile, type PrepareOptions, prepareUnreadable, type ReadContent } from './prepare-file.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

export interface GroupOptions {
  readonly realRoot: string
  readonly limits: IndexLimits
  /** From the disk where absent. */
  readonly read?: ReadContent
}

/** Files one after another, in their order. One that breaks its parser is a problem of its own and stops nothing. */
export async function prepareGroup(
  jobs: readonly FileJob[],
  options: GroupOptions,
): Promise<readonly Prepared[]> {
  const prepared: Prepared[] = []
  const folders = new FolderReader(options.realRoot)
  const own = { ...options, folders, parseNote: await loadNoteParser() }
  try {
    for (const job of jobs) prepared.push(await prepareSafely(job, own))
    return prepared
  } finally {
    folders.close()
  }
}

async function prepareSafely(job: FileJob, options: PrepareOptions): Promise<Prepared> {
  try {
    return await prepareFile(job, options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return prepareUnreadable(job, `"${job.file.path}" cannot be indexed: ${reason}.`)
  }
}
