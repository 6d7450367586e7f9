import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashText } from '@varve/engine/internal'
import { errorCode, isDiskFull } from '../../path/from-system.ts'
import { WorkspaceError } from '../../workspace-error.ts'

/** The temporary files of writers, so that what a killed one left can be found without walking the workspace. */
export interface PendingFiles {
  /** Notes that a temporary file is about to be made in this folder of the workspace; gives back how to end that. */
  readonly begin: (name: string, folder: string) => Promise<() => Promise<void>>
  /** Leftovers of writers that ended. The note is deleted once `discard` has returned. */
  readonly clean: (discard: (name: string, folder: string) => Promise<void>) => Promise<void>
}

const OURS = /^\.varve-([0-9]{1,10})-[0-9a-f]{16}\.tmp$/
const A_DAY = 24 * 60 * 60 * 1000

/** Names for temporary files: hidden, of this process, with a unique id. */
export function temporaryName(newId: () => string): string {
  return `.varve-${process.pid}-${hashText(newId()).slice(0, 16)}.tmp`
}

/** Keeps one small note per temporary file in a folder outside of the workspace. */
export async function openPendingFiles(folder: string, clock: () => number): Promise<PendingFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    begin: async (name, where) => {
      const note = join(folder, name)
      // Not made durable: a power cut may leave a stray temporary file, hidden and harmless.
      await writeFile(note, where, { mode: 0o600 })
      return () => rm(note, { force: true })
    },
    clean: async (discard) => {
      for (const name of await readdir(folder)) {
        const note = join(folder, name)
        if (!(await isAbandoned(note, name, clock))) continue
        await discard(name, await readFile(note, 'utf8'))
        await rm(note, { force: true })
      }
    },
  }
}

/** Whether a temporary file is ours by name, and its writer has ended or is more than a day old. */
export async function isAbandoned(place: string, name: string, clock: () => number): Promise<boolean> {
  const owner = Number(OURS.exec(name)?.[1])
  if (Number.isNaN(owner)) return false
  const stats = await stat(place).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!stats) return false
  // In a container every run may have the same number: what is older than this process is not of it.
  if (owner === process.pid) return stats.mtimeMs < clock() - process.uptime() * 1000
  return !isProcessRunning(owner) || clock() - stats.mtimeMs > A_DAY
}

/** Works where Varve keeps its own data: what fails there is not blamed on the workspace. */
export async function inDataFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (error instanceof WorkspaceError || code === undefined || isDiskFull(code)) throw error
    const message = `The data folder of Varve cannot be used (${code}).`
    throw new WorkspaceError('unwritable', '.', message, { cause: error })
  }
}

/** No system gives a larger one. */
const LARGEST = 2 ** 31 - 1

/** Whether a process of this machine has this number. Where the system does not say, it may. */
export function isProcessRunning(processId: number): boolean {
  // 0 and below mean process groups, including our own.
  if (!Number.isInteger(processId) || processId < 1 || processId > LARGEST) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // Another user's process can't be signalled, but it exists.
    return errorCode(error) !== 'ESRCH'
  }
}
