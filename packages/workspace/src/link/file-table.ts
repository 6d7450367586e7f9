import { baseName, compareShortest, ENDINGS, foldName, foldPossibleNames } from './file-names.ts'
import { PathsByKey } from './paths-by-key.ts'

/** The files of a workspace by path and by base name, whatever the case; kept true while they come and go. */
export class FileTable {
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

  /** Of the files whose path ends in this one, the shortest below a folder, or else the shortest of all. */
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
