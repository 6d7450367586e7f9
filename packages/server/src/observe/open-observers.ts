import type { AppEvent, Observer } from '@varve/app'
import type { LogObserver } from './log-observer.ts'
import type { MetricsSource } from './metrics-observer.ts'

export interface ObserveOptions {
  /** The folder of the log; none is written where it is left out. */
  readonly logs?: string | undefined
  /** The address of a collector for spans. */
  readonly otel?: string | undefined
  readonly metrics?: boolean | undefined
  readonly serviceName?: string | undefined
  readonly version: string
  readonly report: (message: string) => void
}

/** Everything that watches over the program. */
export interface Observers {
  /** Undefined where nothing is switched on. */
  readonly observe: Observer | undefined
  readonly metrics: MetricsSource | undefined
  /** Hands a report on to its reader, and counts it. */
  readonly report: (message: string) => void
  /** Writes and sends what has gathered. */
  readonly close: () => Promise<void>
}

interface Watcher {
  readonly observe: Observer
  readonly problem?: (message: string) => void
  readonly close?: () => void | Promise<void>
}

const LOG_BYTES = 5 * 1024 * 1024
const LOGS_KEPT = 4

/** Loads only what is enabled. The log is loaded with its first line, after the page is served. */
export async function openObservers(options: ObserveOptions): Promise<Observers> {
  const { version, report } = options
  const watchers: Watcher[] = []
  if (options.logs !== undefined) watchers.push(lateLog(options.logs, version, report))
  if (options.otel !== undefined) {
    const { openSpans } = await import('./span-observer.ts')
    const serviceName = options.serviceName ?? 'varve'
    watchers.push(openSpans({ endpoint: options.otel, serviceName, version }))
  }
  const metrics = options.metrics ? (await import('./metrics-observer.ts')).openMetrics() : undefined
  if (metrics) watchers.push(metrics)
  return {
    observe: watchers.length === 0 ? undefined : (event) => tell(watchers, event),
    metrics,
    report: (message) => {
      report(message)
      for (const { problem } of watchers) problem?.(message)
    },
    close: async () => {
      for (const { close } of watchers) await close?.()
    },
  }
}

/** One that fails does not keep the event from the others. */
function tell(watchers: readonly Watcher[], event: AppEvent): void {
  const failures: unknown[] = []
  for (const { observe } of watchers)
    try {
      observe(event)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** A log that is opened when there is something to write. One that cannot be opened is reported, once. */
function lateLog(folder: string, version: string, report: (message: string) => void): Watcher {
  let opening: Promise<LogObserver | undefined> | undefined
  let isFailed = false
  const fail = (error: unknown): undefined => {
    if (!isFailed) report(`The log in ${folder} cannot be written: ${String(error)}`)
    isFailed = true
    return undefined
  }
  const open = async (): Promise<LogObserver | undefined> => {
    const { openLog } = await import('./log-observer.ts')
    return openLog({ folder, version, maximumBytes: LOG_BYTES, kept: LOGS_KEPT })
  }
  const write = (act: (log: LogObserver) => void): void => {
    opening ??= open().catch(fail)
    void opening.then((log) => log && !isFailed && act(log)).catch(fail)
  }
  return {
    observe: (event) => write((log) => log.observe(event)),
    problem: (message) => write((log) => log.problem(message)),
    close: async () => (await opening)?.close(),
  }
}
