import type { FileJob, Prepared } from './prepared-file.ts'

export type Prepare = (jobs: readonly FileJob[]) => Promise<readonly Prepared[]>

/** Files that are being prepared together. */
export class FileGroup {
  /** What went wrong is told to whoever takes it in its turn. */
  readonly prepared: Promise<readonly Prepared[]>
  #isReady = false

  constructor(prepared: Promise<readonly Prepared[]>) {
    this.prepared = prepared
    const done = (): void => {
      this.#isReady = true
    }
    prepared.then(done, done)
  }

  get isReady(): boolean {
    return this.#isReady
  }
}
