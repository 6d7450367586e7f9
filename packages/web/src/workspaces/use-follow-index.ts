import type { IndexView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewFiles } from '../api/file-queries.ts'
import { keys } from '../api/keys.ts'
import { followIndex } from './follow-index.ts'

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
