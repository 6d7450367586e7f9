import { showCount } from '../show-number.ts'

/** A folder that is closed is among them, and what lies in it cannot be counted. */
export function unreadPlaces(count: number): string {
  return count === 1 ? '1 file or folder' : `${showCount(count)} files or folders`
}
