import { type FSWatcher, stat, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { IGNORE_FILES } from '@varve/workspace/notes'
import { folderIdentity } from '../scan/read-settled-file.ts'
import type { ScannedFolder } from '../scan/scan-folder.ts'

export interface WatchFoldersOptions {
  /** As the user named it: a link may change its target. */
  readonly root: string
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
  /** Between looks at whether the root is still the folder that is watched: nothing above it tells when it is swapped. */
  readonly pulse: number
}

export interface FoldersWatch {
  /** The root's current real path. Everything watched below another path is released. */
  readonly moveTo: (realRoot: string) => void
  /** Watches a folder; one that is watched as the same folder already stays so. Call before looking into it. */
  readonly add: (folder: ScannedFolder) => void
  /** Whether this folder is watched under this path and the watch is still alive. */
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

const TIMES: WatchTimes = { quiet: 60, atMost: 300, polling: 3000, precaution: 300_000, pulse: 500 }
/** Said where a system, a user or a process may have no more of them. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE'])
const IGNORE_NAMES: ReadonlySet<string> = new Set(Object.values(IGNORE_FILES))

/** Watches folders one by one. Events are hints and nothing more: what changed is for a look at the disk to say. */
export function watchFolders(options: WatchFoldersOptions): FoldersWatch {
  return new WatchedFolders(options)
}

interface Watched {
  readonly folder: ScannedFolder
  /** Absent while polling, and where the system refuses. */
  readonly watcher: FSWatcher | undefined
  /** Its folder was deleted, moved or unmounted, or only touched: Node tells them alike. */
  isDoubtful: boolean
}

class WatchedFolders implements FoldersWatch {
  readonly #options: WatchFoldersOptions
  readonly #times: WatchTimes
  readonly #open: OpenWatch
  readonly #watched = new Map<string, Watched>()
  readonly #unrest: Unrest
  readonly #pulse: RootPulse
  #realRoot = ''
  #repeat: NodeJS.Timeout
  #polling = false
  #closed = false

  constructor(options: WatchFoldersOptions) {
    this.#options = options
    this.#times = { ...TIMES, ...options.times }
    this.#open = options.open ?? ((place, listener) => watch(place, { persistent: false }, listener))
    this.#unrest = new Unrest(this.#times, options.onDirty)
    this.#repeat = this.#everySo(this.#times.precaution)
    this.#pulse = new RootPulse({
      root: options.root,
      every: this.#times.pulse,
      watched: () => this.#watchedRoot(),
      onOther: () => this.#unrest.everything(),
    })
  }

  moveTo(realRoot: string): void {
    if (this.#realRoot === realRoot) return
    this.remove('')
    this.#realRoot = realRoot
  }

  add(folder: ScannedFolder): void {
    if (this.#closed || this.has(folder)) return
    this.#watched.get(folder.path)?.watcher?.close()
    this.#watched.delete(folder.path)
    const watcher = this.#polling ? undefined : this.#watch(folder)
    this.#watched.set(folder.path, { folder, watcher, isDoubtful: false })
  }

  has({ path, place, identity }: ScannedFolder): boolean {
    const known = this.#watched.get(path)
    if (known?.folder.identity !== identity || known.folder.place !== place) return false
    return this.#polling || (known.watcher !== undefined && !known.isDoubtful)
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
    this.#pulse.close()
    this.#unrest.close()
    this.remove('')
  }

  #watch(folder: ScannedFolder): FSWatcher | undefined {
    const place = join(this.#realRoot, folder.place)
    const ownName = basename(place)
    try {
      const watcher = this.#open(place, (event, name) => {
        if (event === 'rename' && name === ownName) this.#doubt(folder)
        else if (name !== null && IGNORE_NAMES.has(name)) this.#unrest.everything()
        else this.#unrest.folder(folder.path)
      })
      watcher.on('error', (error) => {
        this.#pollIfFull(error)
        this.#doubt(folder)
      })
      return watcher
    } catch (error) {
      // A folder that was removed or locked shows up as a change of its parent.
      this.#pollIfFull(error)
      return undefined
    }
  }

  /** A watch reports a change of the folder itself under the folder's own name, which a file in it may also have. */
  #doubt({ path }: ScannedFolder): void {
    const known = this.#watched.get(path)
    if (known) known.isDoubtful = true
    if (path === '') return this.#unrest.everything()
    this.#unrest.folder(path)
    this.#unrest.folder(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')
  }

  #watchedRoot(): string | undefined {
    const root = this.#watched.get('')?.folder
    return root && this.has(root) ? root.identity : undefined
  }

  /** A system out of watches is asked no more. */
  #pollIfFull(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (this.#polling || !FULL.has(code)) return
    this.#polling = true
    clearInterval(this.#repeat)
    this.#repeat = this.#everySo(this.#times.polling)
    for (const [path, { folder, watcher }] of this.#watched) {
      watcher?.close()
      this.#watched.set(path, { folder, watcher: undefined, isDoubtful: false })
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

/** Folders to scan again, by path, or all of them. */
export type Dirty = ReadonlySet<string> | 'everything'

/** Milliseconds. */
export interface UnrestTimes {
  /** Time without changes after which they are reported. */
  readonly quiet: number
  /** Time from the first change until it is reported in any case. */
  readonly atMost: number
}

/**
 * A queue of the kernel that overflows says nothing through Node, but it gives out its 16,384 events first.
 * So many in one spell of unrest mean that some may be lost.
 */
const FLOOD_EVENTS = 4096
const FLOOD_FOLDERS = 256

/** Gathers hints until they pause. */
class Unrest {
  readonly #times: UnrestTimes
  readonly #onDirty: (dirty: Dirty) => void
  #folders = new Set<string>()
  #everything = false
  #events = 0
  #began = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(times: UnrestTimes, onDirty: (dirty: Dirty) => void) {
    this.#times = times
    this.#onDirty = onDirty
  }

  folder(path: string): void {
    this.#folders.add(path)
    this.#hint()
  }

  everything(): void {
    this.#everything = true
    this.#hint()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #tell(): void {
    const all = this.#everything || this.#events > FLOOD_EVENTS || this.#folders.size > FLOOD_FOLDERS
    const dirty: Dirty = all ? 'everything' : this.#folders
    this.#folders = new Set()
    this.#everything = false
    this.#events = 0
    this.#timer = undefined
    this.#onDirty(dirty)
  }

  #hint(): void {
    if (this.#closed) return
    this.#events += 1
    const now = performance.now()
    if (this.#timer === undefined) this.#began = now
    clearTimeout(this.#timer)
    const wait = Math.max(0, Math.min(this.#times.quiet, this.#began + this.#times.atMost - now))
    this.#timer = setTimeout(() => this.#tell(), wait).unref()
  }
}

interface RootPulseOptions {
  readonly root: string
  /** Milliseconds. */
  readonly every: number
  /** The identity of the folder that is watched as the root; undefined where none is. */
  readonly watched: () => string | undefined
  /** Called once for each replacement folder, and once while there is none. */
  readonly onOther: () => void
}

/**
 * Polls which folder is at the root's path. The root's own watch follows the old folder when it is moved, and
 * any folder or link above it may be swapped too.
 */
class RootPulse {
  readonly #options: RootPulseOptions
  readonly #timer: NodeJS.Timeout
  /** Reported last, so that it is not reported twice. */
  #reported: string | undefined
  #isAsking = false
  #closed = false

  constructor(options: RootPulseOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#ask(), options.every).unref()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
  }

  #ask(): void {
    // A disk of the network that is away may keep us waiting.
    if (this.#isAsking) return
    this.#isAsking = true
    stat(this.#options.root, (error, stats) => {
      this.#isAsking = false
      if (!this.#closed) this.#compare(error ? 'none' : folderIdentity(stats))
    })
  }

  #compare(found: string): void {
    const isWatched = found === this.#options.watched()
    if (!isWatched && found !== this.#reported) this.#options.onOther()
    this.#reported = isWatched ? undefined : found
  }
}
