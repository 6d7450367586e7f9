import type { AppEvent, Observer } from '@varve/app'
import { pino } from 'pino'
import { describeProblem } from './describe-problem.ts'
import { LogFile, type LogFileOptions } from './log-file.ts'

export interface LogObserver {
  readonly observe: Observer
  /** Something went wrong where nobody waits for an answer. */
  readonly problem: (message: string) => void
  readonly close: () => void
}

/** Names under which a secret or a text would stand. No event has them: this is the second lock on the door. */
const NAMES = ['key', 'apiKey', 'token', 'authorization', 'password', 'text', 'content', 'message', 'path']
const REDACTED = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** Events as lines of JSON: ids, numbers and closed sets of words. */
export function openLog(options: LogFileOptions & { readonly version: string }): LogObserver {
  const file = new LogFile(options)
  const log = pino(
    {
      base: { version: options.version },
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (level) => ({ level }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    { write: (line) => file.write(line) },
  )
  return {
    observe: (event) => {
      const { kind, ...fields } = event
      log[levelOf(event)]({ event: kind, ...fields })
    },
    problem: (message) => log.error({ event: 'problem', words: describeProblem(message) }),
    close: () => file.close(),
  }
}

function levelOf(event: AppEvent): 'info' | 'warn' | 'error' {
  switch (event.kind) {
    case 'call-ended':
      return event.status === 'failed' ? 'error' : 'info'
    case 'commit-slow':
      return 'warn'
    case 'index-changed':
      return event.state === 'failed' ? 'error' : 'info'
    case 'tool-ran':
      return event.outcome === 'failed' ? 'warn' : 'info'
    case 'turn-prepared':
    case 'call-started':
    case 'call-first-byte':
      return 'info'
    default:
      return event satisfies never
  }
}
