import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { keepPrivate, makeFolder } from '@varve/workspace/make-folder'
import { StoreError } from '../store-error.ts'
import { errorFromSqlite } from './error-from-sqlite.ts'

/** Chats and notes are for their owner's eyes; SQLite gives its side files the mode of the main one. */
export function touchPrivateFile(path: string): void {
  makeFolder(dirname(path), 0o700)
  closeSync(openSync(path, 'a', 0o600))
  for (const part of ['', '-wal', '-shm']) keepPrivate(`${path}${part}`, 0o600)
}

/** As `touchPrivateFile`, with an error that says where and what to do. */
export function makePrivateFile(path: string): void {
  try {
    touchPrivateFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(
      errorFromSqlite(error).code === 'disk-full' ? 'disk-full' : 'input-output',
      `Varve can't use the folder ${dirname(path)}: ${reason}. Choose another with --data or VARVE_HOME.`,
      { cause: error },
    )
  }
}

/** Resolves what was written, or renamed in a folder, to the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Windows cannot sync a folder, and does not need to. */
export function syncFolderOf(path: string): void {
  if (process.platform !== 'win32') syncToDisk(dirname(path))
}
