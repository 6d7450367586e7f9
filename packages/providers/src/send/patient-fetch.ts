import { ProviderError } from '../provider-error.ts'

/** How long a provider may send nothing. */
export interface Patience {
  /** From the request to the first byte of the response. A local model may read a long prompt for minutes. */
  readonly firstByteMilliseconds: number
  /** Between two pieces of the response. Some models think for minutes without sending anything. */
  readonly pauseMilliseconds: number
}

export const DEFAULT_PATIENCE: Patience = { firstByteMilliseconds: 600_000, pauseMilliseconds: 300_000 }

/**
 * A `fetch` that waits no longer than this: a request that stays silent fails with the code `silent`. Anyone who reads
 * the response may make another error of that, so `onSilence` is called with it as well.
 */
export function patientFetch(
  fetch: typeof globalThis.fetch,
  patience: Patience,
  onSilence: (error: ProviderError) => void = () => undefined,
): typeof globalThis.fetch {
  return async (target, init) => {
    const silence = new Silence(init?.signal ?? undefined, onSilence)
    silence.watch(patience.firstByteMilliseconds)
    try {
      const response = await silence.race(fetch(target, { ...init, signal: silence.signal }))
      if (response.body) return withBody(response, watchedBody(response.body, silence, patience))
      silence.end()
      return response
    } catch (error) {
      silence.end()
      throw error
    }
  }
}

function watchedBody(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  { pauseMilliseconds }: Patience,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let isFirst = true
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        // The limit for the first byte starts with the request. A slow reader doesn't count as a silent
        // provider.
        if (!isFirst) silence.watch(pauseMilliseconds)
        try {
          const { done, value } = await silence.race(reader.read())
          isFirst = false
          silence.end()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          silence.end()
          throw error
        }
      },
      cancel: (reason) => {
        silence.end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The same response with another body. */
function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers } = response
  const copy = new Response(body, { status, statusText, headers: [...headers] })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}

/** Aborts a request when nothing has come for too long, or when the caller does. */
class Silence {
  readonly signal: AbortSignal
  readonly #abort = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Leaves what is waited for. One listener for all of it: one for each piece would cost more than the piece. */
  #leave: (reason: unknown) => void = () => undefined

  readonly #onSilence: (error: ProviderError) => void

  constructor(signal: AbortSignal | undefined, onSilence: (error: ProviderError) => void) {
    this.#onSilence = onSilence
    this.signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
  }

  watch(milliseconds: number): void {
    this.end()
    this.#timer = setTimeout(() => {
      const message = `sent nothing for ${seconds(milliseconds)}`
      const error = new ProviderError({ code: 'silent', provider: '', message })
      this.#onSilence(error)
      this.#abort.abort(error)
      this.#leave(error)
    }, milliseconds)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** What is waited for, or the silence before it, also where the other side does not listen to an abort. */
  race<T>(waited: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#leave = reject
      waited.then(resolve, (error: unknown) =>
        reject(this.#abort.signal.aborted ? this.#abort.signal.reason : error),
      )
    })
  }
}

function seconds(milliseconds: number): string {
  const count = milliseconds / 1000
  return `${count} ${count === 1 ? 'second' : 'seconds'}`
}
