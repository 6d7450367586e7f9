import type { Expectation, FileStore, StoredFile } from '@varve/workspace'
import { requireMayWrite } from '../acting.ts'

export interface RestoreInput {
  /** Of a version, or of a file in the trash. */
  readonly id: string
  /** Another name to come back under; it must be free. */
  readonly as?: string | undefined
  /** Of the file that a version would replace. */
  readonly expected?: Expectation | undefined
}

/** Brings a file back from the trash, or a version back as the current text. */
export async function restoreById(files: FileStore, input: RestoreInput): Promise<StoredFile> {
  const { id, as, expected = 'any' } = input
  const trashed = (await files.trash()).find((entry) => entry.id === id)
  if (trashed) {
    requireMayWrite(as ?? trashed.path)
    return files.restore(id, as)
  }
  const { path, bytes } = await files.readVersion(id)
  requireMayWrite(as ?? path)
  if (as === undefined) return files.restoreVersion(id, expected)
  return files.write(as, bytes, 'absent')
}
