import type { Paths } from './paths.ts'

/** `varve paths`: every folder and file that Varve uses. */
export function pathsCommand(paths: Paths, options: { readonly json?: boolean }): string {
  if (options.json) return JSON.stringify(paths)
  return Object.entries(paths)
    .map(([name, path]) => `${name.padEnd(9)}  ${path}`)
    .join('\n')
}
