import { constants } from 'node:fs'
import { access, opendir } from 'node:fs/promises'
import type { FolderTools } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import type { Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { countOf, showCount } from '../text.ts'

/** A command on a folder of files, or on the folder of a workspace. */
export function folderCommand(program: Group, name: string, description: string) {
  return program
    .command(name, description)
    .option('-w, --workspace <folder>', 'the folder, or the name or id of its workspace', {
      default: '.',
    })
}

interface FolderOptions {
  readonly workspace: string
}

const PAUSED =
  'The index is paused by the Varve that keeps it: what has changed since is not found. Resume it there.'
const DAMAGE = /\bdamaged\b|\bmalformed\b|not a Varve database/

/** Opens the folder, waits until its index is whole, and closes it whatever happens. */
export async function withFolder<Result>(
  options: FolderOptions,
  call: Call,
  act: (tools: FolderTools) => Promise<Result>,
): Promise<Result> {
  try {
    return await openedFolder(options, call, async (tools) => {
      await untilRead(tools, call)
      if (isPaused(tools)) call.report(PAUSED)
      return act(tools)
    })
  } catch (error) {
    if (error instanceof CliError || !(error instanceof Error) || !DAMAGE.test(error.message)) throw error
    throw new CliError('index-unsound', `${error.message} Run varve doctor --repair.`, { cause: error })
  }
}

/** Opens the folder without waiting for its index, and closes it whatever happens. */
export async function openedFolder<Result>(
  { workspace }: FolderOptions,
  call: Call,
  act: (tools: FolderTools) => Promise<Result>,
): Promise<Result> {
  const { findWorkspaceFolder } = await import('@varve/app/workspace-folder')
  const { openFolderTools } = await import('@varve/app/folder-tools')
  const { database } = call.paths
  const root = await findWorkspaceFolder({ workspace, database })
  await refuseClosedFolder(root)
  const tools = await openFolderTools({ ...dataOptions(database, call), root })
  try {
    return await act(tools)
  } finally {
    await tools.close()
  }
}

/** Of files that cannot be read the others are used; where the folder itself cannot be, it must not look empty. */
async function refuseClosedFolder(folder: string): Promise<void> {
  try {
    await (await opendir(folder)).close()
    // One may see the names in a folder and yet reach none of its files.
    await access(folder, constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // That it is not there, or is no folder, is said when it is opened.
    if (code === 'ENOENT' || code === 'ENOTDIR') return
    const reason = code === 'EACCES' || code === 'EPERM' ? 'you may not look into it' : String(code ?? error)
    throw new CliError('input-unreadable', `The folder ${folder} cannot be read: ${reason}.`, {
      cause: error,
    })
  }
}

/** Another Varve owns the index and was paused: recent changes can't be found. */
export function isPaused({ index }: FolderTools): boolean {
  return index.status().state === 'paused'
}

/** Waits until the index is whole, and shows how far it is. */
export async function untilRead(tools: FolderTools, call: Call): Promise<void> {
  await tools.ready().finally(showProgress(tools.index, call))
}

/** How far the index is, as it proceeds. */
export function showProgress(index: FolderTools['index'], { progress }: Pick<Call, 'progress'>): () => void {
  let isShown = false
  const stop = index.watchStatus((status) => {
    const line = lineOf(status)
    if (line === undefined) return
    isShown = true
    progress(line)
  })
  return () => {
    stop()
    if (isShown) progress()
  }
}

function lineOf(status: ReturnType<FolderTools['index']['status']>): string | undefined {
  const { state, filesDone, filesTotal, currentFile, secondsLeft, embeddings } = status
  if (state === 'indexing') {
    const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`
    return `Reading ${showCount(filesDone)} of ${countOf(filesTotal, 'file')}${left}  ${currentFile ?? ''}`
  }
  if (embeddings?.state !== 'embedding') return undefined
  return `Embedding passages: ${showCount(embeddings.vectorsDone)} of ${showCount(embeddings.vectorsTotal)}`
}

/** This includes closed folders, whose content can't be counted. */
export function unreadPlaces(count: number): string {
  return countOf(count, 'file or folder', 'files or folders')
}
