/** A request as the server read it. */
export interface Incoming {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyText: string
}

/** The API key of a request, from where its provider expects it; empty if absent. */
export function keyOf({ headers, url }: Incoming): string {
  const bearer = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1]
  return headers['x-api-key'] ?? headers['x-goog-api-key'] ?? url.searchParams.get('key') ?? bearer ?? ''
}

/** The path with its query, without the key. */
export function pathWithoutKey({ url }: Incoming): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('key')
  return query.size === 0 ? url.pathname : `${url.pathname}?${query.toString()}`
}

const KEPT_HEADERS = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'openai-beta']

/** The headers that say something about the protocol and nothing about the sender. */
export function keptHeaders({ headers }: Incoming): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}
