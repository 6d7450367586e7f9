import type { NoteLink } from '../note/parsed-note.ts'
import {
  baseName,
  compareShortest,
  ENDINGS,
  folderOf,
  foldName,
  foldPossibleNames,
  joinPath,
} from './file-names.ts'

/** Paths by something that several may share, though nearly always one has it alone. */
export class PathsByKey {
  readonly #paths = new Map<string, string | Set<string>>()

  add(key: string, path: string): void {
    const known = this.#paths.get(key)
    if (known === undefined) this.#paths.set(key, path)
    else if (typeof known !== 'string') known.add(path)
    else if (known !== path) this.#paths.set(key, new Set([known, path]))
  }

  remove(key: string, path: string): void {
    const known = this.#paths.get(key)
    if (known === path) this.#paths.delete(key)
    if (typeof known !== 'object' || !known.delete(path)) return
    const [left] = known
    if (left !== undefined && known.size === 1) this.#paths.set(key, left)
  }

  /** A string where there is one only. */
  get(key: string): string | ReadonlySet<string> | undefined {
    return this.#paths.get(key)
  }

  /** The path of this key where it is the only one. */
  only(key: string): string | undefined {
    const known = this.#paths.get(key)
    return typeof known === 'string' ? known : undefined
  }
}

/** The files of a workspace by path and by base name, whatever the case; kept true while they come and go. */
class FileTable {
  readonly #byPath = new PathsByKey()
  readonly #byName = new PathsByKey()

  add(path: string): void {
    this.#byPath.add(foldName(path), path)
    this.#byName.add(foldName(baseName(path)), path)
  }

  remove(path: string): void {
    this.#byPath.remove(foldName(path), path)
    this.#byName.remove(foldName(baseName(path)), path)
  }

  /** The file at a path from the root, with or without its `.md`. */
  at(path: string, names = foldPossibleNames(path)): string | undefined {
    for (const folded of names) {
      const found = this.#byPath.get(folded)
      if (found === undefined) continue
      if (typeof found === 'string') return found
      const candidate = `${path}${ENDINGS[names.indexOf(folded)] ?? ''}`
      return found.has(candidate) ? candidate : [...found].sort(compareShortest)[0]
    }
    return undefined
  }

  /** Of the files whose path ends with this one, the shortest in a folder, or else the shortest of all. */
  endingIn(path: string, folder: string, names = foldPossibleNames(path)): string | undefined {
    const isName = !path.includes('/')
    for (const ending of names) {
      const named = this.#byName.get(isName ? ending : baseName(ending))
      if (named === undefined) continue
      if (isName && typeof named === 'string') return named
      const best = bestEndingIn(`/${ending}`, typeof named === 'string' ? [named] : named, foldName(folder))
      if (best !== undefined) return best
    }
    return undefined
  }

  /** The only file with this base name, with or without its `.md`; undefined where there is none or more than one. */
  onlyNamed(name: string): string | undefined {
    for (const folded of foldPossibleNames(name))
      if (this.#byName.get(folded) !== undefined) return this.#byName.only(folded)
    return undefined
  }
}

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
  /** An existing file gets these aliases. */
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

  /** Resolves a path: relative if it says so, else from the root, else by its end. */
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

function bestEndingIn(ending: string, files: Iterable<string>, below: string): string | undefined {
  let best: { readonly path: string; readonly near: boolean } | undefined
  for (const file of files) {
    const folded = foldName(file)
    if (!`/${folded}`.endsWith(ending)) continue
    const near = folded.startsWith(below)
    if (!best || (near === best.near ? compareShortest(file, best.path) < 0 : near))
      best = { path: file, near }
  }
  return best?.path
}

/** Whether a link leads to the web, or an embed shows a picture of it. */
export function isRemote({ target }: Pick<NoteLink, 'target'>): boolean {
  return /^https?:\/\//iu.test(target)
}
