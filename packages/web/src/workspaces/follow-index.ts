import type { IndexView } from '@varve/server/types'
import { routes } from '../api/routes.ts'

/** A browser gives up on a stream that was refused; after this long it is tried again. */
const RETRY_MILLISECONDS = 5_000

/**
 * Listens to what the index does; returns how to stop. Only while the page is looked at: a browser keeps
 * few connections to one server, and every tab would hold one for good.
 */
export function followIndex(onStatus: (status: IndexView) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (document.visibilityState === 'hidden') return
    const opened = new EventSource(routes.indexEvents())
    source = opened
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const status = parseStatus(data)
      if (status) onStatus(status)
    })
    opened.addEventListener('error', () => {
      // Otherwise the browser is trying again by itself.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MILLISECONDS)
    })
  }
  open()
  document.addEventListener('visibilitychange', open)
  return () => {
    document.removeEventListener('visibilitychange', open)
    close()
  }
}

/** The page and its server are of one version; what is cut off in the middle is passed over. */
function parseStatus(data: string): IndexView | undefined {
  try {
    const value: unknown = JSON.parse(data)
    const isStatus = typeof value === 'object' && value !== null && 'state' in value && 'filesDone' in value
    return isStatus ? (value as IndexView) : undefined
  } catch {
    // No JSON: the next event brings the whole state again.
    return undefined
  }
}
