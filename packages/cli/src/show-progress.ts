import type { FolderTools } from '@varve/app'
import type { FolderContext } from './folder-command.ts'
import { showCount } from './show-number.ts'

/** One line on the standard error that is written over, for a person who waits; none where nobody does. */
export function showProgress(index: FolderTools['index'], { isTTY, write }: ProgressContext): () => void {
  if (!isTTY) return () => undefined
  let isShown = false
  const stop = index.watchStatus(({ state, filesDone, filesTotal, currentFile, secondsLeft }) => {
    if (state !== 'indexing') return
    isShown = true
    const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`
    const line = `Reading ${showCount(filesDone)} of ${showCount(filesTotal)} files${left}  ${currentFile ?? ''}`
    write(`\r\u001b[2K${line.slice(0, 100)}`)
  })
  return () => {
    stop()
    if (isShown) write('\r\u001b[2K')
  }
}

type ProgressContext = Pick<FolderContext, 'isTTY' | 'write'>
