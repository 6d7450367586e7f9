import { estimateTokenizer, type Tokenizer } from '@varve/engine'
import type { CatalogueModel } from '@varve/providers'
import { sum } from '../../statistics.ts'
import { reportedCounts } from './judge-calls.ts'
import { measuredTokenizer } from './measured-tokenizer.ts'
import { predictSent } from './predict-sent.ts'
import type { SentCall } from './sent-calls.ts'

export interface Calibration {
  /** Reported over estimated tokens of all messages. */
  readonly factor: number
  /** System prompt and tool schemas, from the first call: what its one short message does not explain. */
  readonly frontTokens: number
  readonly tokenizer: Tokenizer
}

/** Fits the two things that the file does not hold: one factor for the estimate, one constant for the front. */
export function calibrateSession(calls: readonly SentCall[], model: CatalogueModel): Calibration {
  const base = estimateTokenizer()
  const plain = measuredTokenizer(base, { factor: 1, frontTokens: 0 })
  const estimated = predictSent(calls, { model, tokenizer: plain, renews: () => false })
  const pairs = calls.flatMap((call, index) =>
    call.isSilent ? [] : [{ reported: reportedCounts(call).input, estimated: estimated[index]?.input ?? 0 }],
  )
  const first = pairs[0] ?? { reported: 0, estimated: 0 }
  const frontTokens = first.reported - first.estimated
  const factor =
    sum(pairs.map(({ reported }) => reported - frontTokens)) / sum(pairs.map((pair) => pair.estimated))
  return { factor, frontTokens, tokenizer: measuredTokenizer(base, { factor, frontTokens }) }
}
