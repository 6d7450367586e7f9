import type { IndexView } from '@varve/server/types'
import { formatBytes } from '../text/format-bytes.ts'
import { countOf } from '../text/describe-many.ts'
import { formatTokens } from '../text/format-tokens.ts'

/** A vector of the built-in model on disk. */
const BYTES_EACH = 2_048
/** On a usual machine, in milliseconds. */
const TIME_EACH = 75

/** What finding by meaning would take, for as many passages; undefined as long as nobody has counted them. */
export function embeddingCost(passages: number | undefined): string | undefined {
  if (passages === undefined) return undefined
  const minutes = Math.ceil((passages * TIME_EACH) / 60_000)
  const time = minutes <= 1 ? 'up to a minute' : `about ${formatTokens(minutes)} minutes`
  return `For the ${countOf(passages, 'passage')} here: about ${formatBytes(passages * BYTES_EACH)} of disk, and ${time} once, in the background.`
}

/** How far it is, in words. */
export function embeddingWords(embeddings: IndexView['embeddings']): string | undefined {
  if (!embeddings) return undefined
  const { state, vectorsDone, vectorsTotal, failure } = embeddings
  const count = `${formatTokens(vectorsDone)} of ${countOf(vectorsTotal, 'passage')}`
  switch (state) {
    case 'waiting':
      return `Waits for the files to be read: ${count}.`
    case 'embedding':
      return `Learning what passages mean: ${count}.`
    case 'ready':
      return vectorsTotal === 1
        ? 'The one passage can be found by meaning.'
        : `All ${formatTokens(vectorsTotal)} passages can be found by meaning.`
    case 'failed':
      return failure ?? 'The model could not be started. Search goes on by words.'
    default:
      return state satisfies never
  }
}
