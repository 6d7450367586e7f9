import type { Hash } from '@varve/engine/internal'
import type { Expectation } from './file-store.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** Throws unless the file that is there is the one that the caller means. */
export function refuseUnexpected(
  path: string,
  expected: Expectation,
  found: { readonly contentHash: Hash } | undefined,
): void {
  if (expected === 'any') return
  const wanted = expected === 'absent' ? undefined : expected.hash
  if (wanted !== found?.contentHash) throw conflict(path, wanted, found?.contentHash)
}

/** The error of a change that was meant for another version of a file. */
export function conflict(path: string, expected: Hash | undefined, found: Hash | undefined): WorkspaceError {
  const what =
    found === undefined
      ? `"${path}" is not there any more`
      : expected === undefined
        ? `There is a file "${path}" already`
        : `"${path}" was changed since it was read`
  return new WorkspaceError('conflict', path, `${what}; nothing was written.`, {
    hashes: { expected, found },
  })
}

/** Says that there is no such file. */
export function refuseMissing(path: string): never {
  throw new WorkspaceError('not-found', path, `There is no "${path}" in the workspace.`)
}

/** Says that an id leads to nothing. */
export function refuseUnknown(id: string, what: string): never {
  throw new WorkspaceError('not-found', id, `There is no ${what} ${JSON.stringify(id.slice(0, 80))}.`)
}

/** Throws where a file would be larger than a store takes. */
export function refuseSize(path: string, bytes: Uint8Array, maximum: number): void {
  if (bytes.length <= maximum) return
  const [has, limit] = [bytes.length.toLocaleString('en-US'), maximum.toLocaleString('en-US')]
  throw new WorkspaceError('too-large', path, `"${path}" would have ${has} bytes; the limit is ${limit}.`)
}
