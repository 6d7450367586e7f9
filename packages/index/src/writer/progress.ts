import { folderOf } from '../database/names.ts'
import type { WriterProgress } from '../follower/follower.ts'
import type { IndexProgress } from '../protocol.ts'

type Problem = IndexProgress['problems'][number]

const POST_EVERY_MILLISECONDS = 100
const MAXIMUM_PROBLEMS = 1000

/** Counts what is done and posts it, a few times a second at most. */
export class Progress {
  readonly #post: (progress: IndexProgress) => void
  readonly #notes = new Map<string, string>()
  #now: Omit<IndexProgress, 'problems'> = { state: 'starting', filesDone: 0, filesTotal: 0, filesRead: 0 }
  #fileProblems: readonly Problem[] = []
  #folderProblems: readonly Problem[] = []
  #isPaused = false
  #postedAt = 0
  /** When the present stretch of work began, and how much was done then. */
  #stretch: { readonly at: number; readonly filesDone: number } | undefined

  constructor(post: (progress: IndexProgress) => void) {
    this.#post = post
  }

  /** Something about the index as a whole that its user should know; undefined takes it back. Whether it is new. */
  note(name: string, text: string | undefined): boolean {
    if (this.#notes.get(name) === text) return false
    if (text === undefined) this.#notes.delete(name)
    else this.#notes.set(name, text)
    this.#show()
    return true
  }

  /** Progress of another process that updates this index. */
  follow(other: WriterProgress): void {
    const { state, filesDone, filesTotal, failure } = this.#now
    const isKnown =
      state === other.state &&
      filesDone === other.filesDone &&
      filesTotal === other.filesTotal &&
      failure === other.failure
    if (isKnown) return
    this.#now = { ...this.#withoutFailure(), ...other }
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

  begin(filesTotal: number, toDo: number): void {
    const filesDone = Math.max(0, filesTotal - toDo)
    this.#now = { ...this.#withoutFailure(), filesTotal, filesDone }
    this.#stretch = { at: performance.now(), filesDone }
    if (toDo > 0) this.set({ state: 'indexing' })
  }

  wrote(files: number, currentFile: string): void {
    const { filesDone, filesTotal, filesRead } = this.#now
    this.#now = {
      ...this.#now,
      filesDone: Math.min(filesTotal, filesDone + files),
      filesRead: filesRead + files,
      currentFile,
    }
    if (performance.now() - this.#postedAt >= POST_EVERY_MILLISECONDS) this.#show()
  }

  /** `folders` are the only ones that were scanned; undefined for all. */
  finish(
    files: readonly Problem[],
    folderProblems: readonly Problem[],
    folders: readonly string[] | undefined,
  ): void {
    const scanned = new Set(folders)
    const kept = this.#folderProblems.filter(
      ({ path }) => folders !== undefined && !scanned.has(path) && !scanned.has(folderOf(path)),
    )
    this.#folderProblems = [...kept, ...folderProblems]
    this.#fileProblems = files
    const { currentFile: _file, ...rest } = this.#now
    this.#now = { ...rest, state: 'ready', filesDone: rest.filesTotal }
    this.#show()
  }

  clear(): void {
    this.#fileProblems = []
    this.#folderProblems = []
    this.set({ state: 'starting', filesDone: 0, filesTotal: 0 })
  }

  #withoutFailure(): Omit<IndexProgress, 'problems'> {
    const { failure: _failure, failureCode: _code, ...rest } = this.#now
    return rest
  }

  #show(): void {
    this.#postedAt = performance.now()
    const note = [...this.#notes.values()].join(' ')
    const problems = [...this.#folderProblems, ...this.#fileProblems].slice(0, MAXIMUM_PROBLEMS)
    const state = this.#isPaused && this.#now.state !== 'failed' ? 'paused' : this.#now.state
    const secondsLeft = state === 'indexing' ? this.#secondsLeft() : undefined
    this.#post({
      ...this.#now,
      state,
      problems,
      ...(note === '' ? {} : { note }),
      ...(secondsLeft === undefined ? {} : { secondsLeft }),
    })
  }

  #secondsLeft(): number | undefined {
    const { filesDone, filesTotal } = this.#now
    if (!this.#stretch) return undefined
    const done = filesDone - this.#stretch.filesDone
    const seconds = (performance.now() - this.#stretch.at) / 1000
    return done > 0 ? Math.ceil(((filesTotal - filesDone) * seconds) / done) : undefined
  }
}
