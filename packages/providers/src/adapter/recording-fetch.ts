import { ProviderError } from '../provider-error.ts'

type Fetch = typeof globalThis.fetch

/** The one request of a call, as bytes. Headers are not looked at: they hold the key. */
export interface Recorded {
  readonly url: string
  readonly bodyText: string
}

export interface RecordingOptions {
  readonly provider: string
  /** The last word on the bytes before they are recorded and sent. */
  readonly rewrite: (bodyText: string) => string
  readonly onRecord: (recorded: Recorded) => void
  /** Sends; left out where a request is only built. */
  readonly send?: Fetch
}

/** Thrown instead of sending, when a request is only built. */
export class NotSent extends Error {
  constructor() {
    super('the request was recorded and not sent')
    this.name = 'NotSent'
  }
}

/** One for all: it says the same each time, and making an error takes a look at the whole stack. */
const NOT_SENT = new NotSent()

/** A fetch that records the exact body and then sends that body and no other. */
export function recordingFetch({ provider, rewrite, onRecord, send }: RecordingOptions): Fetch {
  return async (target, init) => {
    if (typeof init?.body !== 'string')
      throw new ProviderError({
        code: 'bad-request',
        provider,
        message: 'the request has no text as its body',
      })
    const url = target instanceof Request ? target.url : target.toString()
    const bodyText = rewrite(init.body)
    onRecord({ url, bodyText })
    if (!send) throw NOT_SENT
    return send(url, { ...init, body: bodyText })
  }
}
