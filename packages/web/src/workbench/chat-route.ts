/** The chat that an address names after `#`; undefined where it names none. */
export function parseChatRoute(hash: string): string | undefined {
  const id = /^#\/chat\/([^/]+)$/.exec(hash)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // A malformed escape names no chat.
    return undefined
  }
}

export function chatHref(id: string | undefined): string {
  return id === undefined ? '#/' : `#/chat/${encodeURIComponent(id)}`
}
