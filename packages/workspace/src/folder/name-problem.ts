import { hasControlCharacter } from '../path/parse-path.ts'

/** What Node gives for bytes of a name that are no text; by it the file cannot be found again. */
const NO_TEXT = '\ufffd'

/** Why nothing of this name can be part of a workspace, as a whole sentence; undefined where it can. */
export function nameProblem(path: string): string | undefined {
  // A name with a backslash cannot be told from a path on another system.
  if (path.includes('\\')) return refused(`"${path}"`, 'a backslash')
  return hasControlCharacter(path)
    ? refused(JSON.stringify(path), 'a line break or another control character')
    : undefined
}

/** The same for a name that the disk lists and does not find. */
export function lostNameProblem(path: string): string | undefined {
  return path.includes(NO_TEXT) ? refused(`"${path}"`, 'bytes that are no text') : undefined
}

function refused(named: string, what: string): string {
  return `${named} cannot be read: its name holds ${what}.`
}
