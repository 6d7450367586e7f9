/**
 * Lines as a body, each made when the one before is taken. Where one cannot be made, that is reported and the body
 * breaks off as an error, so that whoever saves it sees a download that failed and no file that looks whole.
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
