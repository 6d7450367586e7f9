import { WorkspaceError } from '../workspace-error.ts'
import type { Standing, Extracting } from './extract-sources.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { privacyOf, privacyProblem, PRIVACY_FILE } from '../privacy/privacy-of.ts'

/** Fails before a text is added that is longer than what is left. */
export function checkRoom(path: string, characters: number, { room }: Standing): void {
  if (room !== undefined && characters > room)
    throw new WorkspaceError('no-room', path, `"${path}" has ${characters} characters; ${room} are left.`)
}

/** Fails if the workspace doesn't allow the file to go where this message goes. */
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
        : `"${path}" was left out: while ${PRIVACY_FILE} cannot be understood, nothing is sent to cloud models.`,
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

/** Whether a note's properties may appear in something requested for other notes. */
export function mayBeMentioned(
  { sources }: Extracting,
  path: string,
  parsed: ParsedNote | undefined,
): boolean {
  const privacy = privacyOf(path, parsed, sources.privacy)
  return privacy === 'open' || (privacy === 'local-only' && sources.audience === 'this-machine')
}
