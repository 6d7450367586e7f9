import type { AnswerEvent } from '@varve/server/types'
import { parseAnswerEvent } from './parse-answer-event.ts'
import { routes } from './routes.ts'

export interface AnswerListener {
  readonly onEvent: (event: AnswerEvent) => void
  /** The connection broke; the browser is trying again by itself. */
  readonly onInterruption: () => void
  readonly onOpen: () => void
  /** The server will send nothing more for this answer. */
  readonly onClosed: () => void
}

/** Listens to one answer until it ends; returns how to stop listening. The browser resumes after a break. */
export function followAnswer(answerId: string, listener: AnswerListener): () => void {
  const source = new EventSource(routes.events(answerId))
  const receive = (message: MessageEvent<string>) => {
    const event = parseAnswerEvent(message.data)
    if (!event) return
    if (event.kind === 'done' || event.kind === 'failed') source.close()
    listener.onEvent(event)
  }
  source.addEventListener('message', receive)
  // A server may name its events after their kind; then they do not arrive as plain messages.
  for (const kind of ['text', 'reasoning', 'steps', 'done', 'failed'] as const)
    source.addEventListener(kind, receive)
  source.addEventListener('open', listener.onOpen)
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listener.onClosed()
    else listener.onInterruption()
  })
  return () => source.close()
}
