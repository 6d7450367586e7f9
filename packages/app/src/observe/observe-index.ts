import type { IndexStatus, SearchIndex } from '@varve/workspace'
import type { Observer } from './app-event.ts'

/** Tells in which state an index is and when it goes over to another, and not of every file on the way. */
export function observeIndex(index: SearchIndex, workspaceId: string, observe: Observer): void {
  let last: IndexStatus['state'] | undefined
  const tell = ({ state, filesTotal: files, problems }: IndexStatus): void => {
    if (state === last) return
    last = state
    observe({ kind: 'index-changed', workspaceId, state, files, problems: problems.length })
  }
  tell(index.status())
  index.watchStatus(tell)
}
