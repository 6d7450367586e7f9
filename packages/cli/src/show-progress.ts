import type { FolderTools } from '@varve/app'
import { countOf, showCount } from './show-number.ts'

interface ProgressContext {
  /** A person watches the standard error. */
  readonly isTTY: boolean
  /** To the standard error, as it is. */
  readonly write: (text: string) => void
}

/** One line on the standard error that is written over, for a person who waits; none where nobody does. */
export function showProgress(index: FolderTools['index'], { isTTY, write }: ProgressContext): () => void {
  if (!isTTY) return () => undefined
  let isShown = false
  const stop = index.watchStatus((status) => {
    const line = lineOf(status)
    if (line === undefined) return
    isShown = true
    write(`\r\u001b[2K${line.slice(0, 100)}`)
  })
  return () => {
    stop()
    if (isShown) write('\r\u001b[2K')
  }
}

function lineOf(status: ReturnType<FolderTools['index']['status']>): string | undefined {
  const { state, filesDone, filesTotal, currentFile, secondsLeft, embeddings } = status
  if (state === 'indexing') {
    const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`
    return `Reading ${showCount(filesDone)} of ${countOf(filesTotal, 'file')}${left}  ${currentFile ?? ''}`
  }
  if (embeddings?.state !== 'embedding') return undefined
  return `Learning what passages mean: ${showCount(embeddings.vectorsDone)} of ${showCount(embeddings.vectorsTotal)}`
}
