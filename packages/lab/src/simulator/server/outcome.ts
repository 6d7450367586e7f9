import type { JsonObject } from '@varve/providers'
import type { Dialect, Frame, Rejection, StreamFormat } from '../dialect/dialect.ts'

/** What the server writes back. */
export type Outcome =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: JsonObject
      readonly headers: Readonly<Record<string, string>>
      readonly pauseMilliseconds: number
      /** Breaks off in the middle of the body. */
      readonly isCut: boolean
    }
  | {
      readonly kind: 'stream'
      readonly format: StreamFormat
      readonly frames: readonly Frame[]
      readonly pauseMilliseconds: number
      /** Closes the connection after the last of the frames instead of ending the stream. */
      readonly isCut: boolean
      /** Sends nothing more after the last of the frames, and leaves the connection open. */
      readonly isSilent?: boolean
    }
  /** Sends nothing until the client goes away. */
  | { readonly kind: 'silence' }
  /** Closes the connection without a word. */
  | { readonly kind: 'drop' }

export function jsonOutcome(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  return { kind: 'json', status, body, headers, pauseMilliseconds: 0, isCut: false }
}

/** A rejection in the words of a provider. */
export function refuse(
  dialect: Dialect,
  rejection: Rejection,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  return jsonOutcome(rejection.status, dialect.errorBody(rejection), headers)
}
