import { createLinkResolver, type FileStore } from '@varve/workspace'

/** Looks up what a link or a name in a message means. */
export interface NoteFinder {
  /** As it is attached: `folder/plan.md`, with `#Heading` or `#^block` where the link says so. */
  readonly find: (target: string) => string | undefined
  readonly hasFolder: (folder: string) => boolean
}

/** By the names of the files as they are now. */
export async function openNoteFinder(files: Pick<FileStore, 'list'>): Promise<NoteFinder> {
  return noteFinder((await files.list()).files.map(({ path }) => path))
}

export function noteFinder(paths: readonly string[]): NoteFinder {
  const resolver = createLinkResolver(paths.map((path) => ({ path, aliases: [] })))
  return {
    find: (target) => {
      const [, name = '', part] = /^([^#]*)(?:#(.*))?$/s.exec(target) ?? []
      if (name.trim() === '') return undefined
      const path = resolver.follow({ target: name.trim(), form: 'wiki' }, '')?.path
      return path === undefined || part === undefined || part === '' ? path : `${path}#${part.trim()}`
    },
    hasFolder: (folder) => folder === '/' || paths.some((path) => path.startsWith(folder)),
  }
}
