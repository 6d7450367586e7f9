import { EngineError } from '../engine-error.ts'

/** A path relative to the workspace: NFC, `/` only, no `.` or `..` left in it. */
export function normalizePath(path: string): string {
  const unified = path.normalize('NFC').replaceAll('\\', '/')
  if (unified.includes('\0')) throw refuse(path, 'contains a NUL character')
  // A drive letter is absolute on one system and would be a folder name on the next.
  if (/^(?:\/|[A-Za-z]:(?:\/|$))/.test(unified)) throw refuse(path, 'is absolute')
  const segments: string[] = []
  for (const segment of unified.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) throw refuse(path, 'leaves the workspace')
  }
  if (segments.length === 0) throw refuse(path, 'names nothing')
  const normalized = segments.join('/')
  // `a/../C:/x` resolves to a path that is absolute only after the climb.
  if (/^[A-Za-z]:(?:\/|$)/.test(normalized)) throw refuse(path, 'is absolute')
  return normalized
}

function refuse(path: string, reason: string): EngineError {
  return new EngineError('invalid-path', `The path ${JSON.stringify(path.slice(0, 200))} ${reason}.`)
}
