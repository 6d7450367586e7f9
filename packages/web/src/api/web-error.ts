/** What can go wrong between the page and its server. */
export type WebErrorCode =
  /** No answer at all. */
  | 'unreachable'
  /** The server does not know this browser. */
  | 'signed-out'
  | 'not-found'
  /** The server understood and said no; the message is its reason. */
  | 'refused'
  /** The server failed, or answered something that is not of this API. */
  | 'broken'

export class WebError extends Error {
  readonly code: WebErrorCode
  /** The server's own code, where it gave one. */
  readonly serverCode: string | undefined

  constructor(code: WebErrorCode, message: string, options?: { serverCode?: string; cause?: unknown }) {
    super(message, { cause: options?.cause })
    this.name = 'WebError'
    this.code = code
    this.serverCode = options?.serverCode
  }
}

/** What happened, and what to do about it. */
export interface ErrorAdvice {
  readonly what: string
  readonly todo: string
}

export function adviseOn(error: unknown): ErrorAdvice {
  if (!(error instanceof WebError))
    return { what: error instanceof Error ? error.message : String(error), todo: 'Reload the page.' }
  switch (error.code) {
    case 'unreachable':
      return {
        what: 'Varve does not answer.',
        todo: 'See whether it still runs in the terminal, then try again.',
      }
    case 'signed-out':
      return {
        what: 'This page is not signed in.',
        todo: 'Open the address that Varve printed in the terminal.',
      }
    case 'not-found':
      return { what: error.message, todo: 'It may have been deleted or renamed.' }
    case 'refused':
      return { what: error.message, todo: 'Change it and try again.' }
    case 'broken':
      return { what: error.message, todo: 'Try again; the terminal shows more.' }
    default:
      return error.code satisfies never
  }
}
