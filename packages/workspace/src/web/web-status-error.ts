import type { WebResponse } from './web-dependencies.ts'

/** An answer that is not the page. */
export class WebStatusError extends Error {
  override readonly name = 'WebStatusError'
  readonly status: number

  constructor(status: number) {
    super(`its server answered with ${status}.`)
    this.status = status
  }

  /** The server was reached and says that there is no such page: an old copy would be wrong. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }
}

/** The response, where it is the page or says that the page is as it was. */
export function checkStatus(response: WebResponse): WebResponse {
  const { status } = response
  if ((status < 200 || status >= 300) && status !== 304) throw new WebStatusError(status)
  return response
}
