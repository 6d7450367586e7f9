export const EVENTS_PER_SECOND = 30
export const MODEL = 'deepseek/deepseek-v4-flash'

/** Answers the measuring process how much processor time this one has used, and ends with it. */
export function reportUsage(): void {
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    process.send?.({ processor: user + system, at: performance.now() })
  })
}
