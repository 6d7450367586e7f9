import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { IGNORE_FILES } from '../folder/ignore-files.ts'
import type { ScannedFolder } from './scan-folder.ts'
import { type Dirty, Unrest, type UnrestTimes } from './unrest.ts'

export type { Dirty } from './unrest.ts'

export interface WatchFoldersOptions {
  readonly realRoot: string
  /** Called after a moment of quiet, and at the latest after `atMost` of unrest. */
  readonly onDirty: (dirty: Dirty) => void
  /** Told once, in words for a person, when folders can no longer be watched and are looked at from time to time. */
  readonly onPolling: (reason: string) => void
  readonly times?: Partial<WatchTimes>
  readonly open?: OpenWatch
}

export interface WatchTimes extends UnrestTimes {
  /** Between looks at everything where the system refuses to watch. */
  readonly polling: number
  /** Between looks at everything where it watches: a network disk may tell nothing. */
  readonly precaution: number
}

export interface FoldersWatch {
  /** Watches a folder; one that is watched as the same folder already stays so. Call before looking into it. */
  readonly add: (folder: ScannedFolder) => void
  /** Whether this very folder is watched under this path. */
  readonly has: (folder: ScannedFolder) => boolean
  /** Lets go of a folder and of all below it. */
  readonly remove: (path: string) => void
  /** Paths of the watched folders directly below one. */
  readonly below: (path: string) => readonly string[]
  readonly paths: () => readonly string[]
  readonly place: (path: string) => string | undefined
  readonly close: () => void
}

type OpenWatch = (place: string, listener: (event: string, name: string | null) => void) => FSWatcher

const TIMES: WatchTimes = { quiet: 60, atMost: 300, polling: 3000, precaution: 300_000 }
const IGNORE_NAMES: ReadonlySet<string> = new Set(Object.values(IGNORE_FILES))

/** Watches folders one by one. Events are hints and nothing more: what changed is for a look at the disk to say. */
export function watchFolders(options: WatchFoldersOptions): FoldersWatch {
  return new WatchedFolders(options)
}

interface Watched {
  readonly folder: ScannedFolder
  /** Absent while polling. */
  readonly watcher: FSWatcher | undefined
}

class WatchedFolders implements FoldersWatch {
  readonly #options: WatchFoldersOptions
  readonly #times: WatchTimes
  readonly #open: OpenWatch
  readonly #watched = new Map<string, Watched>()
  readonly #unrest: Unrest
  #repeat: NodeJS.Timeout
  #polling = false
  #closed = false

  constructor(options: WatchFoldersOptions) {
    this.#options = options
    this.#times = { ...TIMES, ...options.times }
    this.#open = options.open ?? ((place, listener) => watch(place, { persistent: false }, listener))
    this.#unrest = new Unrest(this.#times, options.onDirty)
    this.#repeat = this.#everySo(this.#times.precaution)
  }

  add(folder: ScannedFolder): void {
    if (this.#closed || this.has(folder)) return
    this.#watched.get(folder.path)?.watcher?.close()
    this.#watched.set(folder.path, { folder, watcher: this.#polling ? undefined : this.#watch(folder) })
  }

  has(folder: ScannedFolder): boolean {
    const known = this.#watched.get(folder.path)?.folder
    return known !== undefined && known.inode === folder.inode && known.place === folder.place
  }

  remove(path: string): void {
    for (const [known, { watcher }] of this.#watched) {
      if (known !== path && path !== '' && !known.startsWith(`${path}/`)) continue
      watcher?.close()
      this.#watched.delete(known)
    }
  }

  below(path: string): readonly string[] {
    const start = path === '' ? '' : `${path}/`
    return this.paths().filter(
      (known) => known !== '' && known.startsWith(start) && !known.slice(start.length).includes('/'),
    )
  }

  paths(): readonly string[] {
    return [...this.#watched.keys()]
  }

  place(path: string): string | undefined {
    return this.#watched.get(path)?.folder.place
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#repeat)
    this.#unrest.close()
    this.remove('')
  }

  #watch(folder: ScannedFolder): FSWatcher | undefined {
    try {
      const watcher = this.#open(join(this.#options.realRoot, folder.place), (_event, name) =>
        name !== null && IGNORE_NAMES.has(name)
          ? this.#unrest.everything()
          : this.#unrest.folder(folder.path),
      )
      watcher.on('error', (error) => this.#lose(folder, error))
      return watcher
    } catch (error) {
      this.#lose(folder, error)
      return undefined
    }
  }

  /** A folder that is gone shows in the one above it; a system out of watches is asked no more. */
  #lose(folder: ScannedFolder, error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') this.#poll(code)
    const above = folder.path.includes('/') ? folder.path.slice(0, folder.path.lastIndexOf('/')) : ''
    this.#unrest.folder(folder.path)
    this.#unrest.folder(above)
  }

  #poll(code: string): void {
    if (this.#polling) return
    this.#polling = true
    clearInterval(this.#repeat)
    this.#repeat = this.#everySo(this.#times.polling)
    for (const [path, { folder, watcher }] of this.#watched) {
      watcher?.close()
      this.#watched.set(path, { folder, watcher: undefined })
    }
    const seconds = Math.round(this.#times.polling / 1000)
    this.#options.onPolling(
      `The system watches no more folders (${code}); the workspace is looked through every ${seconds} seconds instead.`,
    )
  }

  #everySo(milliseconds: number): NodeJS.Timeout {
    return setInterval(() => this.#unrest.everything(), milliseconds).unref()
  }
}
