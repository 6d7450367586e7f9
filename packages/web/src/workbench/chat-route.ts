/** The chat that an address names after `#`; undefined for a new one. */
export function parseChatRoute(hash: string): string | undefined {
  const id = /^#\/chat\/([^/]+)$/.exec(hash)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // A malformed escape names no chat; the page then shows a new one.
    return undefined
  }
}

export function chatHref(id: string | undefined): string {
  return id === undefined ? '#/' : `#/chat/${encodeURIComponent(id)}`
}
