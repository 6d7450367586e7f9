/** The items of a stream until the signal aborts, also when the stream itself does not listen to it. */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<undefined>()
  const onAbort = (): void => aborted.resolve(undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (!next || next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Neither awaited nor listened to: a stream that hangs or fails now would keep its reader from leaving.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
