import type { ComparisonView } from '../comparison/comparison-views.ts'
import type { ChatDecisions } from './chat-decisions.ts'
import type { TextOf } from './file-texts.ts'

/** What a judge made of the answers of a turn, where its words are still there; else that is a gap. */
export async function readComparison(
  { comparison }: ChatDecisions,
  textOf: TextOf,
  gaps: string[],
): Promise<ComparisonView | undefined> {
  if (!comparison) return undefined
  const { model: modelId, name: modelName, at, costUSD } = comparison
  const text = await textOf(comparison.text)
  if (text !== undefined) return { text, modelId, modelName, at, costUSD }
  gaps.push(`What ${modelName} said in comparison of the answers is not there.`)
  return undefined
}
