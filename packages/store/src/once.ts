/** Acts the first time it is called; who calls it again waits for the same end. */
export function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= act())
}
