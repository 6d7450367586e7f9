import { baseName, compareShortest, foldName, possibleNames } from './file-names.ts'

/** The files of a workspace by path and by base name, whatever the case; kept true while they come and go. */
export class FileTable {
  readonly #byPath = new Map<string, Set<string>>()
  readonly #byName = new Map<string, Set<string>>()

  add(path: string): void {
    addTo(this.#byPath, foldName(path), path)
    addTo(this.#byName, foldName(baseName(path)), path)
  }

  remove(path: string): void {
    removeFrom(this.#byPath, foldName(path), path)
    removeFrom(this.#byName, foldName(baseName(path)), path)
  }

  /** The file at a path from the root, with or without its `.md`. */
  at(path: string): string | undefined {
    for (const candidate of possibleNames(path)) {
      const found = this.#byPath.get(foldName(candidate))
      if (found) return found.has(candidate) ? candidate : [...found].sort(compareShortest)[0]
    }
    return undefined
  }

  /** Of the files whose path ends in this one, the shortest below a folder, or else the shortest of all. */
  endingIn(path: string, folder: string): string | undefined {
    const below = foldName(folder)
    for (const candidate of possibleNames(path)) {
      const named = this.#byName.get(foldName(baseName(candidate)))
      if (!named) continue
      const ending = `/${foldName(candidate)}`
      let best: { path: string; near: boolean } | undefined
      for (const file of named) {
        const folded = foldName(file)
        if (!`/${folded}`.endsWith(ending)) continue
        const near = folded.startsWith(below)
        if (!best || (near === best.near ? compareShortest(file, best.path) < 0 : near))
          best = { path: file, near }
      }
      if (best) return best.path
    }
    return undefined
  }

  /** The only file with this base name, with or without its `.md`; undefined where there is none or more than one. */
  onlyNamed(name: string): string | undefined {
    for (const candidate of possibleNames(name)) {
      const named = this.#byName.get(foldName(candidate))
      if (named) return named.size === 1 ? [...named][0] : undefined
    }
    return undefined
  }
}

export function addTo(table: Map<string, Set<string>>, key: string, path: string): void {
  const paths = table.get(key)
  if (paths) paths.add(path)
  else table.set(key, new Set([path]))
}

export function removeFrom(table: Map<string, Set<string>>, key: string, path: string): void {
  const paths = table.get(key)
  if (paths?.delete(path) && paths.size === 0) table.delete(key)
}
