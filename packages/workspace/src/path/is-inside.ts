import { isAbsolute, relative, sep } from 'node:path'

/** Whether a real path stands in or below a real root. Compares whole names, so `/a/bc` is not in `/a/b`. */
export function isInside(realRoot: string, real: string): boolean {
  const way = relative(realRoot, real)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
