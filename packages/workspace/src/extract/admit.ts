import type { ParsedNote } from '../note/parsed-note.ts'
import { privacyOf } from '../privacy/privacy-of.ts'
import { privacyProblem } from '../privacy/privacy-problem.ts'
import { PRIVACY_FILE } from '../privacy/privacy-rules.ts'
import { WorkspaceError } from '../workspace-error.ts'
import type { Extracting, Standing } from './extract-sources.ts'

/** Fails for a file that its workspace does not let go where this message goes. */
export function admit(
  { sources, into }: Extracting,
  path: string,
  parsed: ParsedNote | undefined,
  { depth, isListed = false }: Pick<Standing, 'depth' | 'isListed'>,
): void {
  const privacy = privacyOf(path, parsed, sources.privacy)
  const problem = privacyProblem(sources.privacy)
  if (problem !== undefined) into.warn('unreadable', PRIVACY_FILE, problem)
  if (privacy !== 'open' && sources.audience === 'cloud')
    throw new WorkspaceError(
      'withheld',
      path,
      problem === undefined
        ? `"${path}" is marked ${privacy} and was left out: this model is not on this machine.`
        : `"${path}" was left out: while ${PRIVACY_FILE} cannot be understood, nothing goes to a model elsewhere.`,
    )
  if (privacy === 'private' && (isListed || depth > 0))
    throw new WorkspaceError(
      'withheld',
      path,
      problem === undefined
        ? `"${path}" is private and was left out; name it to attach it.`
        : `"${path}" was left out: it is not known to be open; name it to attach it.`,
    )
}

/** Whether what a note says of itself may show up in something that others asked for. */
export function mayBeMentioned(
  { sources }: Extracting,
  path: string,
  parsed: ParsedNote | undefined,
): boolean {
  const privacy = privacyOf(path, parsed, sources.privacy)
  return privacy === 'open' || (privacy === 'local-only' && sources.audience === 'this-machine')
}
