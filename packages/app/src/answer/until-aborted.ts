/** The items of a stream until the signal aborts, also when the stream itself does not listen to it. */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]()
  try {
    while (!signal.aborted) {
      const next = await unlessAborted(iterator.next(), signal)
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    // Neither awaited nor listened to: a stream that hangs or fails now would keep its reader from leaving.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/**
 * The result, or undefined as soon as the signal aborts. Unlike a race against one promise that outlives them all, it
 * leaves nothing behind: such a promise keeps every race that it was ever in.
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(undefined)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
