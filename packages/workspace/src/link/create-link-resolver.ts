import type { NoteLink } from '../note/parsed-note.ts'
import { baseName, folderOf, foldName, foldPossibleNames, joinPath } from './file-names.ts'
import { FileTable } from './file-table.ts'
import { PathsByKey } from './paths-by-key.ts'
import { isRemote } from './is-remote.ts'

/** Of a link, what says where it leads. */
export type LinkedTarget = Pick<NoteLink, 'form' | 'target' | 'heading' | 'block'>

export interface LinkFile {
  readonly path: string
  readonly aliases: readonly string[]
}

export interface ResolvedLink {
  readonly path: string
  readonly heading?: string
  readonly block?: string
}

/** A place that a link leads to, and by what it was found. */
export interface FollowedLink extends ResolvedLink {
  readonly by: 'path' | 'moved' | 'alias'
}

export interface LinkResolver {
  /** Where a link leads as Obsidian resolves it; undefined for nowhere. */
  readonly resolve: (link: LinkedTarget, from: string) => ResolvedLink | undefined
  /** The file of `resolve` alone, which is quicker where there are many links. */
  readonly resolvePath: (link: LinkedTarget, from: string) => string | undefined
  /**
   * As `resolve`, and where that finds nothing: the only file of that base name, whatever its folder, then the only
   * note with that alias. Obsidian does neither; a person who reads the link does.
   */
  readonly follow: (link: LinkedTarget, from: string) => FollowedLink | undefined
  /** The only note with this alias: Obsidian offers aliases when a link is written, and never resolves by them. */
  readonly resolveAlias: (alias: string) => string | undefined
  /** A file that is there already gets these aliases. */
  readonly add: (file: LinkFile) => void
  readonly remove: (path: string) => void
}

/** Resolves links over a set of files that may change. */
export function createLinkResolver(files: Iterable<LinkFile>): LinkResolver {
  const resolver = new Resolver()
  for (const file of files) resolver.add(file)
  return {
    resolve: (link, from) => withPart(resolver.find(link, from), link),
    resolvePath: (link, from) => resolver.find(link, from),
    follow: (link, from) => resolver.follow(link, from),
    resolveAlias: (alias) => resolver.findAlias(alias),
    add: (file) => resolver.add(file),
    remove: (path) => resolver.remove(path),
  }
}

class Resolver {
  readonly #files = new FileTable()
  readonly #aliases = new Map<string, readonly string[]>()
  readonly #byAlias = new PathsByKey()

  add({ path, aliases }: LinkFile): void {
    if (this.#aliases.has(path)) this.remove(path)
    this.#aliases.set(path, aliases)
    this.#files.add(path)
    for (const alias of aliases) this.#byAlias.add(foldName(alias.trim()), path)
  }

  remove(path: string): void {
    for (const alias of this.#aliases.get(path) ?? []) this.#byAlias.remove(foldName(alias.trim()), path)
    this.#aliases.delete(path)
    this.#files.remove(path)
  }

  /** The path that is meant: from here if it says so, else from the root, else by its end. */
  find(link: LinkedTarget, from: string): string | undefined {
    const target = cleanTarget(link.target)
    const folder = folderOf(from)
    if (target === '') return from
    if (isRemote(link)) return undefined
    if (target.startsWith('/')) return this.#files.at(joinPath('', target) ?? '')
    if (/^\.\.?\//u.test(target)) return this.#fromHere(folder, target)
    const here = link.form === 'markdown' ? this.#fromHere(folder, target) : undefined
    const path = joinPath('', target)
    if (here !== undefined || path === undefined) return here
    const names = foldPossibleNames(path)
    return this.#files.at(path, names) ?? this.#files.endingIn(path, folder, names)
  }

  follow(link: LinkedTarget, from: string): FollowedLink | undefined {
    const found = withPart(this.find(link, from), link)
    if (found) return { ...found, by: 'path' }
    if (isRemote(link)) return undefined
    const target = cleanTarget(link.target)
    const moved = withPart(this.#files.onlyNamed(baseName(target)), link)
    if (moved) return { ...moved, by: 'moved' }
    const named = withPart(this.findAlias(target), link)
    return named && { ...named, by: 'alias' }
  }

  findAlias(alias: string): string | undefined {
    return this.#byAlias.only(foldName(alias.trim()))
  }

  #fromHere(folder: string, target: string): string | undefined {
    const path = joinPath(folder, target)
    return path === undefined ? undefined : this.#files.at(path)
  }
}

/** A space that does not break is a space, as Obsidian has it. */
function cleanTarget(target: string): string {
  return target.replaceAll('\u00a0', ' ').trim()
}

function withPart(path: string | undefined, { heading, block }: LinkedTarget): ResolvedLink | undefined {
  if (path === undefined) return undefined
  return { path, ...(heading === undefined ? {} : { heading }), ...(block === undefined ? {} : { block }) }
}
