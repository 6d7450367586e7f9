import { messagesOf, type Plan } from '@varve/engine'
import { buildRequest } from '@varve/providers'
import type { ReplayedTurn } from './replay-trace.ts'

/** The exact bytes of the body that a plan becomes: what would be sent, and nothing is. */
export async function writeBody(plan: Plan, { model, conversation, images }: ReplayedTurn): Promise<string> {
  const { bodyText } = await buildRequest({
    model: model.catalogue,
    messages: messagesOf(plan),
    tools: plan.tools,
    cache: { key: conversation, marks: plan.marks },
    getImage: (hash) => Promise.resolve(images.find(hash)),
  })
  return bodyText
}
