import type { StoredFile } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../app-error.ts'

/** As many digits of a hash as are shown to a model: enough to tell versions of one file apart. */
const SHOWN = 16

/** The hash from `read`, or a longer part of it. */
export const hashSchema = z.string().regex(/^[0-9a-f]{12,64}$/, 'give the hash as read tells it')

export function shownHash(hash: string): string {
  return hash.slice(0, SHOWN)
}

/** Throws unless the file is the one that the model has read. */
export function refuseOtherVersion(file: StoredFile, hash: string): void {
  if (file.contentHash.startsWith(hash)) return
  throw new AppError(
    'file-changed',
    `"${file.path}" was changed since it was read; its hash is ${shownHash(file.contentHash)} now. Nothing was written: read it again first.`,
  )
}

/** A link stays what it is: what is changed is named by its own path, so that rules for that path hold. */
export function refuseOtherPath(file: StoredFile, path: string): void {
  if (file.path === path) return
  throw new AppError('path-refused', `"${path}" leads to "${file.path}"; name that instead.`)
}
