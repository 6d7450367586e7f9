/**
 * Lines as a body, each created when the previous one is taken. If one can't be created, the error is
 * reported and the body is aborted, so that a download fails instead of looking complete.
 */
export function streamLines(
  lines: AsyncIterable<string | Uint8Array>,
  report: (message: string) => void,
): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
      } catch (error) {
        report(error instanceof Error ? (error.stack ?? error.message) : String(error))
        controller.error(error)
      }
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
