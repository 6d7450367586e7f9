import type { IndexView } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewFiles } from '../api/queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'

/** A browser gives up on a stream that was refused; after this long it is tried again, then after twice as long. */
const RETRY_MILLISECONDS = 5_000

const LONGEST_RETRY_MILLISECONDS = 60_000

/** The server sends a sign of life every two seconds; two missing ones are worth a question. */
const SILENCE_MILLISECONDS = 4_500

/**
 * Keeps what the page knows of the index up to date; files are listed again when it has read them. The workspace, which
 * tells how the server is, is asked for when the stream breaks, and everything once it is back. Once in the page.
 */
export function useFollowIndex(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      followIndex({
        onStatus: (status) => {
          const before = client.getQueryData<IndexView>(keys.index)
          client.setQueryData<IndexView>(keys.index, status)
          if (before !== undefined && hasNews(before, status)) void renewFiles(client)
        },
        onTrouble: () =>
          void client.invalidateQueries({ queryKey: keys.workspace }, { cancelRefetch: false }),
        onReturn: () => void client.invalidateQueries(),
      }),
    [client],
  )
}

/** It finished, or read more while it was ready: files were made, changed or removed. */
function hasNews(before: IndexView, now: IndexView): boolean {
  if (now.state !== 'ready') return false
  return (
    before.state !== 'ready' || before.filesTotal !== now.filesTotal || before.filesDone !== now.filesDone
  )
}

interface IndexListener {
  readonly onStatus: (status: IndexView) => void
  /** The stream broke, was refused or went silent: the server may be down, hang, or not accept this page. */
  readonly onTrouble: () => void
  /** The server sends again after that. */
  readonly onReturn: () => void
}

/**
 * Listens to what the index does; returns how to stop. Only while the page is looked at: a browser keeps
 * few connections to one server, and every tab would hold one for good. As the one stream that is always open, it is
 * also what notices that the server ends or hangs.
 */
function followIndex({ onStatus, onTrouble, onReturn }: IndexListener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false
  let retry = RETRY_MILLISECONDS
  let silence: ReturnType<typeof setTimeout> | undefined
  const lose = () => {
    isLost = true
    onTrouble()
  }
  const hear = () => {
    clearTimeout(silence)
    silence = setTimeout(lose, SILENCE_MILLISECONDS)
    if (isLost) onReturn()
    isLost = false
  }
  const close = () => {
    clearTimeout(timer)
    clearTimeout(silence)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (document.visibilityState === 'hidden') return
    const opened = new EventSource(routes.indexEvents())
    source = opened
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      hear()
      const status = parseStatus(data)
      if (status) onStatus(status)
    })
    opened.addEventListener('alive', hear)
    opened.addEventListener('open', () => {
      retry = RETRY_MILLISECONDS
      hear()
    })
    opened.addEventListener('error', () => {
      clearTimeout(silence)
      const isRefused = opened.readyState === EventSource.CLOSED
      // Otherwise the browser is trying again by itself, which says nothing new until it gets through.
      if (isRefused || !isLost) lose()
      if (!isRefused) return
      timer = setTimeout(open, retry)
      retry = Math.min(2 * retry, LONGEST_RETRY_MILLISECONDS)
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
