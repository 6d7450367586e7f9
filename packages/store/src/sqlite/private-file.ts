import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store-error.ts'

/** Chats and notes are for their owner's eyes; SQLite gives its side files the mode of the main one. */
export function touchPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** As `touchPrivateFile`, with an error that says where, for whoever runs Varve on this disk. */
export function makePrivateFile(path: string): void {
  try {
    touchPrivateFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('input-output', `The data folder cannot be used: ${reason}.`, { cause: error })
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
