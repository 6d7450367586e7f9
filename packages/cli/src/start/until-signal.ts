const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PATIENCE_MILLISECONDS = 5000

/**
 * Resolves at the first signal to stop. Further ones are ignored, since a terminal and a launcher may both
 * pass on the same Ctrl-C; a close that hangs is ended by force.
 */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), PATIENCE_MILLISECONDS).unref()
        resolve()
      })
  })
}
