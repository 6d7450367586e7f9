import type { AnswerView } from '@varve/server/types'
import { formatTokens } from '../text/format-tokens.ts'

type Ended = Pick<AnswerView, 'status' | 'text' | 'steps' | 'usage'>

/** What is left of an answer that did not simply end. */
export function keptWords(answer: Ended): string {
  if (answer.text !== '')
    return answer.usage ? `${formatTokens(answer.usage.output)} tokens kept.` : 'What had arrived is kept.'
  const kept = keptOnTheWay(answer)
  // What arrived in the last moments before Varve was closed may not have been stored.
  const isCut = answer.status === 'interrupted'
  if (kept === '') return isCut ? 'Nothing was saved before it was cut.' : 'Nothing had arrived.'
  return `${isCut ? 'No words of the answer were saved' : 'No words of the answer had arrived'}; ${kept} kept.`
}

function keptOnTheWay({ steps = [] }: Ended): string {
  const count = steps.filter(({ calls }) => calls.length > 0).length
  const isSaid = steps.some(({ said = [] }) => said.length > 0)
  const parts = [
    ...(count === 0 ? [] : [count === 1 ? 'its step' : `its ${count} steps`]),
    ...(isSaid ? ['what you said meanwhile'] : []),
  ]
  if (parts.length === 0) return ''
  return `${parts.join(' and ')} ${count > 1 || parts.length > 1 ? 'are' : 'is'}`
}
