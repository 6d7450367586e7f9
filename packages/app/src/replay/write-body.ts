import { messagesOf, type Plan } from '@varve/engine'

/** The body of a plan. */
export function writeBody(plan: Plan): string {
  const { model, tools } = plan
  return JSON.stringify({ model, tools, messages: messagesOf(plan) })
}
