import type { KeeperProgress } from '../following/read-keeper-progress.ts'
import { folderOf } from '../database/names.ts'
import type { IndexProgress } from '../protocol/index-protocol.ts'

type Problem = IndexProgress['problems'][number]

const TELL_EVERY_MILLISECONDS = 100
const MAXIMUM_PROBLEMS = 1000

/** Counts what is done and tells it, a few times a second at most. */
export class ProgressTeller {
  readonly #tell: (progress: IndexProgress) => void
  readonly #notes = new Map<string, string>()
  #now: IndexProgress = { state: 'starting', filesDone: 0, filesTotal: 0, filesRead: 0, problems: [] }
  #fileProblems: readonly Problem[] = []
  #placeProblems: readonly Problem[] = []
  #isPaused = false
  #told = 0

  constructor(tell: (progress: IndexProgress) => void) {
    this.#tell = tell
  }

  /** Something about the index as a whole that its user should know; undefined takes it back. Whether it is new. */
  note(name: string, text: string | undefined): boolean {
    if (this.#notes.get(name) === text) return false
    if (text === undefined) this.#notes.delete(name)
    else this.#notes.set(name, text)
    this.#show()
    return true
  }

  /** What another process says of an index that it keeps. */
  follow(other: KeeperProgress): void {
    const { failure: _failure, failureCode: _code, ...rest } = this.#now
    const { state, filesDone, filesTotal, failure } = this.#now
    if (
      state === other.state &&
      filesDone === other.filesDone &&
      filesTotal === other.filesTotal &&
      failure === other.failure
    )
      return
    this.#now = { ...rest, ...other }
    this.#show()
  }

  set(change: Partial<IndexProgress>): void {
    this.#now = { ...this.#now, ...change }
    this.#show()
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#show()
  }

  begin(total: number, toDo: number): void {
    const { failure: _failure, failureCode: _code, ...rest } = this.#now
    this.#now = { ...rest, filesTotal: total, filesDone: Math.max(0, total - toDo) }
    if (toDo > 0) this.set({ state: 'indexing' })
  }

  wrote(files: number, last: string): void {
    const { filesDone, filesTotal, filesRead } = this.#now
    this.#now = {
      ...this.#now,
      filesDone: Math.min(filesTotal, filesDone + files),
      filesRead: filesRead + files,
      currentFile: last,
    }
    if (performance.now() - this.#told >= TELL_EVERY_MILLISECONDS) this.#show()
  }

  /** `folders` names the only ones that were looked at. */
  finish(
    files: readonly Problem[],
    places: readonly Problem[],
    folders: readonly string[] | undefined,
  ): void {
    const looked = new Set(folders)
    const kept = this.#placeProblems.filter(
      ({ path }) => folders !== undefined && !looked.has(path) && !looked.has(folderOf(path)),
    )
    this.#placeProblems = [...kept, ...places]
    this.#fileProblems = files
    const { currentFile: _file, ...rest } = this.#now
    this.#now = { ...rest, state: 'ready', filesDone: rest.filesTotal }
    this.#show()
  }

  clear(): void {
    this.#fileProblems = []
    this.#placeProblems = []
    this.set({ state: 'starting', filesDone: 0, filesTotal: 0 })
  }

  #show(): void {
    this.#told = performance.now()
    const note = [...this.#notes.values()].join(' ')
    const problems = [...this.#placeProblems, ...this.#fileProblems].slice(0, MAXIMUM_PROBLEMS)
    const state = this.#isPaused && this.#now.state !== 'failed' ? 'paused' : this.#now.state
    this.#tell({ ...this.#now, state, problems, ...(note === '' ? {} : { note }) })
  }
}
