import { hasControlCharacter } from '../path/parse-path.ts'
import { WorkspaceError } from '../workspace-error.ts'

/** What Node gives for bytes of a name that are no text; by it the file cannot be found again. */
const NO_TEXT = '\ufffd'

/** Why nothing of this name can be part of a workspace, as a whole sentence; undefined where it can. */
export function nameProblem(path: string): string | undefined {
  // A backslash in a name looks like a path on other systems.
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

const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules'])

/** Hidden by its name, or a folder of other people's code. */
export function isHidden(name: string): boolean {
  // A backslash in a name looks like a path on other systems, so such names are never offered.
  return name.startsWith('.') || name.includes('\\') || IGNORED_FOLDERS.has(name)
}

/** What the listing leaves out cannot be read by its name either: settings, histories, secrets. */
export function refuseHidden(path: string, asked = path): void {
  // Dots that lead up are no names at all, and are refused as what they are.
  if (path.split('/').some((name) => isHidden(name) && name !== '.' && name !== '..'))
    throw new WorkspaceError(
      'path-invalid',
      asked,
      nameProblem(asked) ?? `"${asked}" is hidden, and hidden files are not part of a workspace.`,
    )
}
