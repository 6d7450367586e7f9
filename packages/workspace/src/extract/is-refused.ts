import type { WorkspaceError, WorkspaceErrorCode } from '../workspace-error.ts'

const REFUSED: ReadonlySet<WorkspaceErrorCode> = new Set([
  'path-invalid',
  'path-outside',
  'attachment-invalid',
])

/** What no workspace could give is a mistake of the caller, and nothing is read for it. */
export function isRefused({ code }: WorkspaceError): boolean {
  return REFUSED.has(code)
}
