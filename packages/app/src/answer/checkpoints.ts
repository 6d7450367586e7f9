import type { AnswerPlace, Store } from '@varve/store'

const MAXIMUM_BYTES = 2048
const MAXIMUM_MILLISECONDS = 1000

export interface Checkpoints {
  readonly add: (delta: string) => void
  /** Ends the timer and waits for what is being written. */
  readonly stop: () => Promise<void>
}

/**
 * Writes an answer down while it comes in: after 2 KB or a second, whichever is first, and never one
 * commit for each token. A checkpoint that fails is not the end: its text goes into the next one, and
 * the whole text is stored when the answer ends.
 */
export function startCheckpoints(
  store: Store,
  place: AnswerPlace,
  report: (message: string) => void,
): Checkpoints {
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let stopped = false

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const text = pending
    pending = ''
    try {
      await store.commit([store.answers.appendText(place, text)])
    } catch (error) {
      pending = text + pending
      report(`A part of an answer could not be saved yet: ${String(error)}`)
    }
    writing = undefined
    schedule()
  }
  const schedule = (): void => {
    if (stopped || writing || pending === '') return
    timer ??= setTimeout(() => (writing = write()), MAXIMUM_MILLISECONDS)
  }
  return {
    add: (delta) => {
      pending += delta
      if (!writing && Buffer.byteLength(pending) >= MAXIMUM_BYTES) writing = write()
      else schedule()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await writing
    },
  }
}
