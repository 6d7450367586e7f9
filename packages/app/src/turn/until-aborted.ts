/** The items of a stream until the signal aborts, also when the stream itself does not listen to it. */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]()
  let leave: () => void = () => undefined
  // One listener for the whole stream: one for each piece would cost more than the piece.
  const onAbort = (): void => leave()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        leave = () => resolve(undefined)
        iterator.next().then(resolve, reject)
      })
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Neither awaited nor listened to: a stream that hangs or fails now would keep its reader from leaving.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
