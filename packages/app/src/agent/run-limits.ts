import type { ChatSettingsView } from '@varve/contract'

/** How far a run with tools may go by itself. */
export interface RunLimits {
  readonly steps: number
  readonly milliseconds: number
  /** Of input and output, over all calls. */
  readonly tokens: number
  readonly costUSD: number
}

export const RUN_LIMITS: RunLimits = { steps: 25, milliseconds: 15 * 60_000, tokens: 2_000_000, costUSD: 5 }

/** As the chat wants them. */
export function runLimits({ steps = RUN_LIMITS.steps }: Pick<ChatSettingsView, 'steps'>): RunLimits {
  return { ...RUN_LIMITS, steps }
}

/** Per step. Further calls are dropped, and the model is told so. */
export const MOST_CALLS_AT_ONCE = 32

export interface RunSoFar {
  readonly steps: number
  readonly milliseconds: number
  readonly tokens: number
  readonly costUSD: number
}

/** Why a run ends here, in words; undefined while it may continue. */
export function limitReached(limits: RunLimits, so: RunSoFar): string | undefined {
  if (so.steps >= limits.steps) return `It has used tools ${so.steps} times, which is the limit.`
  if (so.milliseconds >= limits.milliseconds)
    return `It has worked for ${Math.round(so.milliseconds / 60_000)} minutes, which is the limit.`
  if (so.tokens >= limits.tokens) return `It has used ${so.tokens} tokens, which is over the limit.`
  if (so.costUSD >= limits.costUSD) return `It has cost $${so.costUSD.toFixed(2)}, which is over the limit.`
  return undefined
}
