import type { WorkspaceError } from '../workspace-error.ts'
import type { ExtractWarning } from './extraction.ts'

/** What kind of gap an error leaves. */
export function warningCode({ code }: WorkspaceError): ExtractWarning['code'] {
  if (code === 'not-found') return 'missing'
  return code === 'withheld' ? 'withheld' : 'unreadable'
}
