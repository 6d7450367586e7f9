import type { Counts } from '../wire/counted-call.ts'
import type { SentCall } from './sent-calls.ts'

/** What became of a call in the provider's cache, and whether that was foreseen. */
export type Fate =
  | 'hit, as predicted'
  | 'written anew, as predicted'
  | 'missed inside the lifetime'
  | 'hit though predicted to be gone'
  | 'other messages than the file says'

export const FATES: readonly Fate[] = [
  'hit, as predicted',
  'written anew, as predicted',
  'missed inside the lifetime',
  'hit though predicted to be gone',
  'other messages than the file says',
]

export interface JudgedCall {
  readonly call: SentCall
  readonly predicted: Counts
  readonly reported: Counts
  readonly fate: Fate
}

/** Tokens by which a prompt may shrink from call to call before it must be another conversation's. */
const SHRINKAGE = 64

/** The calls that the provider reported on. */
export function judgeCalls(
  calls: readonly SentCall[],
  predictions: readonly Counts[],
): readonly JudgedCall[] {
  let largest = 0
  return calls.flatMap((call, index) => {
    const predicted = predictions[index]
    if (call.isSilent || !predicted) return []
    const reported = reportedCounts(call)
    const isForeign = reported.input < largest - SHRINKAGE
    largest = Math.max(largest, reported.input)
    const fate: Fate = isForeign ? 'other messages than the file says' : fateOf(predicted, reported)
    return [{ call, predicted, reported, fate }]
  })
}

export function reportedCounts({ reported }: SentCall): Counts {
  const { input, cacheRead, cacheWrite } = reported
  return { input: input + cacheRead + cacheWrite, cached: cacheRead, written: cacheWrite, uncached: input }
}

function fateOf(predicted: Counts, reported: Counts): Fate {
  if (reported.cached > 0)
    return predicted.cached > 0 ? 'hit, as predicted' : 'hit though predicted to be gone'
  return predicted.cached > 0 ? 'missed inside the lifetime' : 'written anew, as predicted'
}
