import { WorkspaceError } from '../workspace-error.ts'
import type { Standing } from './extract-sources.ts'

/** Fails before a text is added that is longer than what is left. */
export function checkRoom(path: string, characters: number, { room }: Standing): void {
  if (room !== undefined && characters > room)
    throw new WorkspaceError('no-room', path, `"${path}" has ${characters} characters; ${room} are left.`)
}
