import type { RecordedRequest } from '../simulator.ts'
import { type Incoming, keptHeaders, pathWithoutKey } from './incoming.ts'

/** A record that is still being written. */
export type OpenRecord = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name]
}

/** The requests that a simulator received, oldest first. */
export class RequestLog {
  readonly requests: OpenRecord[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  open(incoming: Incoming, at: number): OpenRecord {
    const record: OpenRecord = {
      at,
      method: incoming.method,
      path: pathWithoutKey(incoming),
      headers: keptHeaders(incoming),
      bodyText: incoming.bodyText,
      status: 0,
      outcome: 'open',
    }
    this.requests.push(record)
    if (this.requests.length > this.#limit) this.requests.shift()
    return record
  }
}
