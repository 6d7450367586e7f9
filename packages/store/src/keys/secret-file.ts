import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@varve/workspace'
import { syncFolderOf } from '../sqlite/private-file.ts'
import { StoreError } from '../store-error.ts'

const LONGEST = 4096
const FOR_OTHERS = 0o077

/** The text of a small file that only its owner may read; undefined where there is none. */
export async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const about = await file.stat()
      if (!about.isFile()) throw refused(path, 'it is not a file')
      // Windows has no such modes: there the folder of the user is private.
      if (process.platform !== 'win32' && (about.mode & FOR_OTHERS) !== 0)
        throw refused(path, `others may read it. Check who did, then: chmod 600 "${path}"`)
      if (about.size > LONGEST)
        throw refused(path, `it has ${about.size} bytes, and at most ${LONGEST} belong there`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw asRefused(path, error)
  }
}

/**
 * Makes a file that only its owner may read, whole or not at all. Whether it was made: one that is already
 * there, also one that another program made at this moment, is left as it is.
 */
export async function makeSecretFile(path: string, text: string): Promise<boolean> {
  const partial = `${path}.${randomUUID()}.partial`
  try {
    makeFolder(dirname(path), 0o700)
    try {
      await writeWhole(partial, text)
      // Unlike a rename, a link replaces nothing.
      await link(partial, path)
    } finally {
      await rm(partial, { force: true })
    }
    syncFolderOf(path)
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw asRefused(path, error)
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Why a file that guards keys is not used. */
export function refused(path: string, why: string, options?: ErrorOptions): StoreError {
  return new StoreError('master-key-refused', `${path} is not used: ${why}.`, options)
}

function asRefused(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  return refused(path, error instanceof Error ? error.message : String(error), { cause: error })
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
