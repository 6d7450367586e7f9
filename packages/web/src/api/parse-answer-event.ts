import type { AnswerEvent } from '@varve/server/types'

/** One event of the stream; undefined for what this page does not know, which a newer server may send. */
export function parseAnswerEvent(data: string): AnswerEvent | undefined {
  const event: unknown = JSON.parse(data)
  if (typeof event !== 'object' || event === null || !('kind' in event)) return undefined
  switch (event.kind) {
    case 'text':
    case 'reasoning':
      return 'delta' in event && typeof event.delta === 'string'
        ? { kind: event.kind, delta: event.delta }
        : undefined
    case 'steps':
      return 'steps' in event && Array.isArray(event.steps) ? (event as AnswerEvent) : undefined
    case 'done':
    case 'failed':
      return 'turn' in event ? (event as AnswerEvent) : undefined
    default:
      return undefined
  }
}
