import type { Attachable, TurnView } from '@varve/contract'
import type { SimulatedApp } from './simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from './temporary-app.ts'

export interface AskMore {
  readonly active?: string
  readonly modelId?: string
}

/** Sends what is attached to a cloud model, unless another is named, and waits for its answer. */
export async function askAbout(
  { app, chatId }: SimulatedApp,
  attach: readonly Attachable[],
  more: AskMore = {},
): Promise<TurnView> {
  const { answerId } = await app.sendMessage({
    workspaceId: WORKSPACE,
    chatId,
    text: 'What is this?',
    attach,
    modelId: 'anthropic/claude-sonnet-4-5',
    ...more,
  })
  return lastTurn(await collect(app, answerId))
}

/** What the simulator was sent last. */
export function lastBodyOf({ simulator }: SimulatedApp): string {
  return JSON.stringify(simulator.requests.at(-1)?.body ?? '')
}

export function kindsOf({ attachments }: TurnView): readonly string[] {
  return attachments.map(({ kind, key }) => `${kind} ${key}`)
}
