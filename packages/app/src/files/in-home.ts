import { join } from 'node:path'

/** A path as people type it: `~` is the home folder, as in a shell. The folder of another person stays unknown. */
export function inHome({ home }: { readonly home: string }, given: string): string {
  const path = given.trim()
  if (path === '~') return home
  return /^~[/\\]/.test(path) ? join(home, path.slice(2)) : path
}
