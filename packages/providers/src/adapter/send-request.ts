import { readStream } from '../stream/read-stream.ts'
import type { ProviderEvent } from '../wire/wire.ts'
import type { CallInput } from './call-input.ts'
import { openCall, type Transport } from './open-call.ts'

export type { Transport }

const DEFAULT_ACTIONS: readonly string[] = ['writeFile', 'writeToFile', 'replaceInFile']

/** Sends a request and gives the answer as events. It never throws for what a provider does: that is an event. */
export async function* sendRequest(input: CallInput, transport: Transport): AsyncGenerator<ProviderEvent> {
  const { model } = input
  const context = { provider: model.provider, secrets: transport.key ? [transport.key] : [] }
  const abort = new AbortController()
  const signal = transport.signal ? AbortSignal.any([transport.signal, abort.signal]) : abort.signal
  try {
    const opened = await openCall(input, transport, signal)
    switch (opened.kind) {
      case 'stopped':
        yield { kind: 'finish', reason: 'stopped' }
        return
      case 'failed':
        yield { kind: 'error', error: opened.error }
        return
      case 'stream':
        yield* readStream(opened.stream, {
          model,
          context,
          signal,
          actions: transport.actions ?? DEFAULT_ACTIONS,
        })
        return
      default:
        opened satisfies never
    }
  } finally {
    // Also when the reader of the events goes away: the provider must not go on answering nobody.
    abort.abort()
  }
}
