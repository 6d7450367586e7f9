import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'

/** Texts that are read at once: few, so that nobody who writes has to wait for long. */
const BATCH = 100

/** Reads the chats that cannot be searched yet: those of an earlier version, or of a database that was moved. */
export async function fillChatTexts({ store, closing, report }: AppContext): Promise<void> {
  if (store.readOnly !== undefined) return
  try {
    while (!closing.aborted) {
      const batches = await store.chatTexts.fillNext(BATCH)
      if (batches.length === 0) return
      const outcomes = await Promise.allSettled(batches.map((statements) => store.commit(statements)))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !isTaken(outcome.reason)) throw outcome.reason
    }
  } catch (error) {
    if (!closing.aborted)
      report(`Some chats cannot be searched until the next start: ${toAppError(error).message}`)
  }
}

/** Somebody has renamed the chat meanwhile, and with that brought the index up to date. */
function isTaken(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'conflict'
}
