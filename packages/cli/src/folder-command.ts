import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type FolderTools, openFolderTools } from '@varve/app'
import type { CommandContext } from './command-context.ts'
import type { Paths } from './paths.ts'
import { showProgress } from './show-progress.ts'

export interface FolderCommandOptions {
  /** The folder that is the workspace; where the command was called by default. */
  readonly workspace: string
}

export interface FolderContext extends CommandContext {
  readonly paths: Paths
  /** A person watches the standard error. */
  readonly isTTY: boolean
  /** To the standard error, as it is. */
  readonly write: (text: string) => void
}

/** Opens the folder, waits until its index is whole, and closes it whatever happens. */
export async function withFolder<Result>(
  { workspace }: FolderCommandOptions,
  context: FolderContext,
  act: (tools: FolderTools) => Promise<Result>,
): Promise<Result> {
  const tools = await openFolderTools({
    root: resolve(workspace),
    dataFolder: context.paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
  })
  const stop = showProgress(tools.index, context)
  try {
    await tools.ready().finally(stop)
    return await act(tools)
  } finally {
    await tools.close()
  }
}
