import type { IndexView } from '@varve/server/types'
import { countOf } from '../text/describe-many.ts'
import { formatTokens } from '../text/format-tokens.ts'

/** What the index is doing, in one line; undefined when there is nothing to say. */
export function indexWords(index: IndexView | undefined): string | undefined {
  if (!index) return undefined
  const { state, filesDone, filesTotal, secondsLeft, failure } = index
  switch (state) {
    case 'starting':
      return 'Looking for files'
    case 'indexing': {
      const left = secondsLeft === undefined ? '' : `, about ${secondsWords(secondsLeft)} left`
      return `Reading ${formatTokens(filesDone)} of ${countOf(filesTotal, 'file')}${left}`
    }
    case 'paused':
      return `Paused at ${formatTokens(filesDone)} of ${countOf(filesTotal, 'file')}`
    case 'failed':
      return failure ?? 'The files could not be read.'
    case 'ready':
      return undefined
    default:
      return state satisfies never
  }
}

/** How many files, or folders with what is in them, could not be read, in words; undefined where all could. */
export function problemWords(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1
    ? '1 file or folder could not be read'
    : `${formatTokens(count)} files or folders could not be read`
}

function secondsWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))}\u00a0s`
  return `${Math.round(seconds / 60)}\u00a0min`
}
