import { WorkspaceError } from '../workspace-error.ts'

const MAXIMUM_LENGTH = 4096
const DEVICE_NAMES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i

export interface ParsePathOptions {
  /** Colons, trailing dots and device names are special on Windows and plain characters on other systems. */
  readonly windows: boolean
}

/**
 * Splits a path of a workspace into its names, NFC-normalised. The text is taken literally: nothing is
 * decoded here, so `%2e%2e` is a name like any other. What could lead out, or mean another thing on
 * another system, is refused before the disk is asked.
 */
export function parsePath(path: string, options: ParsePathOptions): readonly string[] {
  if (path === '' || path.length > MAXIMUM_LENGTH)
    throw refused(path, `a path has 1 to ${MAXIMUM_LENGTH} characters, this one has ${path.length}`)
  if (!path.isWellFormed()) throw refused(path, 'it is not valid Unicode')
  if (hasControlCharacter(path)) throw refused(path, 'it holds a control character')
  if (path.includes('\\')) throw refused(path, 'folders are separated by "/"')
  if (path.startsWith('/')) throw refused(path, 'it is absolute; name it from the root of the workspace')
  // A drive letter is absolute on one system and would be a folder on the next.
  if (/^[A-Za-z]:(?:\/|$)/.test(path)) throw refused(path, 'it begins with a drive letter')
  const names = path.normalize('NFC').split('/')
  for (const name of names) {
    if (name === '' || name === '.' || name === '..')
      throw refused(path, `"${name}" is not the name of a file or folder`)
    if (options.windows) refuseWindowsName(path, name)
  }
  return names
}

function refuseWindowsName(path: string, name: string): void {
  if (name.includes(':')) throw refused(path, 'a colon names a drive or a stream on Windows')
  if (/[. ]$/.test(name)) throw refused(path, 'Windows drops a dot or blank at the end of a name')
  if (DEVICE_NAMES.test(name)) throw refused(path, `"${name}" is a device on Windows`)
}

/** What no system shows on one line as it is. */
export function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}

function refused(path: string, reason: string): WorkspaceError {
  const shown = JSON.stringify(path.slice(0, 120))
  return new WorkspaceError('path-invalid', path, `The path ${shown} cannot be used: ${reason}.`)
}
