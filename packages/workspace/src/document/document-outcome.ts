import type { WorkerOutcome } from '../worker/run-in-worker.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { fileFormat } from '../file-kind.ts'

/** The value of a job over a document, or the error that tells a user why there is none. */
export function documentOutcome<Output>(path: string, outcome: WorkerOutcome<Output>): Output {
  switch (outcome.kind) {
    case 'done':
      return outcome.value
    case 'failed':
    case 'lost':
      throw new WorkspaceError('document-broken', path, `${path} cannot be read: ${outcome.message}`)
    case 'timeout':
      throw new WorkspaceError(
        'document-timeout',
        path,
        `${path} takes longer than ${outcome.milliseconds / 1000} seconds to read${/\.pdf$/i.test(path) ? `. Attach some of its pages instead, such as ${path}#pages=1-20` : ''}.`,
      )
    case 'memory':
      throw new WorkspaceError(
        'document-too-large',
        path,
        `${path} needs more than ${outcome.megabytes} MB of memory to be read and was given up.`,
      )
    default:
      return outcome satisfies never
  }
}

/** Refuses an empty PDF or picture; a note may be empty. Same message for every import. */
export function requireContent(path: string, bytes: Uint8Array): void {
  if (bytes.length === 0 && fileFormat(path)?.isDocument)
    throw new WorkspaceError('document-broken', path, `"${path}" is empty.`)
}
