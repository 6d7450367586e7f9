import { createLinkResolver } from '@varve/workspace'
import type { OpenedWorkspace } from '../workspace/workspace-files.ts'
import { isFile, type Named, type NoteFinder } from './attachment-for.ts'

/** By the index, where it knows all of these names and what it found is still there; undefined where not. */
export async function indexFinder(
  { files, index }: OpenedWorkspace,
  named: readonly Named[],
): Promise<NoteFinder | undefined> {
  // Without an index, as on a disk that cannot be written, the folder is listed.
  const opened = await index().catch(() => undefined)
  if (opened?.status().state !== 'ready') return undefined
  const wanted = named.filter(isFile)
  const notes = [...new Set(wanted.flatMap(({ kind, name }) => (kind === 'folder' ? [] : [nameOf(name)])))]
  const links = notes.map((target) => ({ form: 'wiki', embed: false, target, line: 0 }) as const)
  const paths = await opened.resolveLinks('', links)
  for (const path of paths) if (path === undefined || !(await files.stat(path))) return undefined
  for (const { kind, name } of wanted)
    if (kind === 'folder' && name !== '/' && (await opened.filesUnder(name.slice(0, -1), 1)).total === 0)
      return undefined
  const found = new Map(notes.map((note, at) => [note, paths[at]]))
  return { find: (target) => withPart(found.get(nameOf(target)), target), hasFolder: () => true }
}

export function noteFinder(paths: readonly string[]): NoteFinder {
  const resolver = createLinkResolver(paths.map((path) => ({ path, aliases: [] })))
  return {
    find: (target) => {
      const name = nameOf(target)
      if (name === '') return undefined
      return withPart(resolver.follow({ target: name, form: 'wiki' }, '')?.path, target)
    },
    hasFolder: (folder) => folder === '/' || paths.some((path) => path.startsWith(folder)),
  }
}

function nameOf(target: string): string {
  const hash = target.indexOf('#')
  return (hash < 0 ? target : target.slice(0, hash)).trim()
}

function withPart(path: string | undefined, target: string): string | undefined {
  const hash = target.indexOf('#')
  const part = hash < 0 ? '' : target.slice(hash + 1)
  return path === undefined || part === '' ? path : `${path}#${part.trim()}`
}
