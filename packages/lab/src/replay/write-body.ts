import { messagesOf, type Plan } from '@varve/engine'
import { buildRequest, type CallInput } from '@varve/providers'
import type { ReplayedTurn } from './replay-trace.ts'

/** The exact bytes of the body that a plan becomes: what would be sent, and nothing is. */
export async function writeBody(plan: Plan, turn: ReplayedTurn): Promise<string> {
  const { bodyText } = await buildRequest(callOf(plan, turn))
  return bodyText
}

/** What the body of a plan is built from. */
export function callOf(plan: Plan, turn: ReplayedTurn): CallInput {
  const { model, conversation, images, lifetime, settings } = turn
  const { marks } = plan
  return {
    model: model.catalogue,
    messages: messagesOf(plan),
    tools: plan.tools,
    ...(settings ? { settings } : {}),
    cache: { key: conversation, marks, ...(lifetime === '1h' ? { longMarks: marks.length } : {}) },
    getImage: (hash) => Promise.resolve(images.find(hash)),
  }
}
