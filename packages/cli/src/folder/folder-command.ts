import { randomUUID } from 'node:crypto'
import { findWorkspaceFolder, type FolderTools, openFolderTools } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import type { Paths } from '../paths.ts'
import { showProgress } from '../show-progress.ts'
import { refuseClosedFolder } from './refuse-closed-folder.ts'

export interface FolderCommandOptions {
  /** The folder that is the workspace, or its id or name; where the command was called by default. */
  readonly workspace: string
}

export interface FolderContext extends CommandContext {
  readonly paths: Paths
  /** A person watches the standard error. */
  readonly isTTY: boolean
  /** To the standard error, as it is. */
  readonly write: (text: string) => void
}

const PAUSED =
  'The index is paused by the Varve that keeps it: what has changed since is not found. Resume it there.'
const DAMAGE = /\bdamaged\b|\bmalformed\b|not a Varve database/

/** Opens the folder, waits until its index is whole, and closes it whatever happens. */
export async function withFolder<Result>(
  { workspace }: FolderCommandOptions,
  context: FolderContext,
  act: (tools: FolderTools) => Promise<Result>,
): Promise<Result> {
  try {
    return await openedFolder({ workspace }, context, async (tools) => {
      await untilRead(tools, context)
      if (isPaused(tools)) context.report(PAUSED)
      return act(tools)
    })
  } catch (error) {
    if (error instanceof CliError || !(error instanceof Error) || !DAMAGE.test(error.message)) throw error
    throw new CliError('index-unsound', `${error.message} Run varve doctor --repair.`, { cause: error })
  }
}

/** Another Varve keeps the index and was told to wait: what has changed since then cannot be found. */
export function isPaused({ index }: FolderTools): boolean {
  return index.status().state === 'paused'
}

/** Waits until the index is whole, and shows how far it is. */
export async function untilRead(tools: FolderTools, context: FolderContext): Promise<void> {
  await tools.ready().finally(showProgress(tools.index, context))
}

/** Opens the folder without waiting for its index, and closes it whatever happens. */
export async function openedFolder<Result>(
  { workspace }: FolderCommandOptions,
  context: FolderContext,
  act: (tools: FolderTools) => Promise<Result>,
): Promise<Result> {
  const root = await findWorkspaceFolder({ workspace, database: context.paths.database })
  await refuseClosedFolder(root)
  const tools = await openFolderTools({
    root,
    dataFolder: context.paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
  })
  try {
    return await act(tools)
  } finally {
    await tools.close()
  }
}
