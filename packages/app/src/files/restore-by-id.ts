import type { Expectation, FileStore, StoredFile } from '@varve/workspace'

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
  if ((await files.trash()).some((entry) => entry.id === id)) return files.restore(id, as)
  if (as === undefined) return files.restoreVersion(id, expected)
  const { bytes } = await files.readVersion(id)
  return files.write(as, bytes, 'absent')
}
