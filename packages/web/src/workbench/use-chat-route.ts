import { useSyncExternalStore } from 'react'

/** The chat that the address names. It stands after `#`, so that a reload finds it without the server's help. */
export function useChatRoute(): string | undefined {
  return useSyncExternalStore(subscribe, () => parseChatRoute(location.hash))
}

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

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
