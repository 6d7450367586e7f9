import { z } from 'zod'
import { chatMessage } from './chat-message.ts'
import { convertChat } from './convert-chat.ts'
import type { ConversionResult } from './converted-turn.ts'
import { LossCounter } from './loss-counter.ts'

const runs = z.array(
  z.object({
    task_id: z.union([z.number(), z.string()]),
    trial: z.number().nullish(),
    traj: z.array(chatMessage),
  }),
)

/** Runs of tau-bench: a JSON list, one conversation for each run. */
export function convertTau(value: unknown): ConversionResult {
  const parsed = runs.safeParse(value)
  if (!parsed.success) return { kind: 'malformed', reason: 'not a list of tau-bench runs' }
  const losses = new LossCounter()
  const turns = parsed.data.flatMap(({ task_id, trial, traj }) =>
    convertChat(traj, { conversation: `tau-${task_id}-${trial ?? 0}`, losses }),
  )
  return { kind: 'converted', turns, losses: losses.list() }
}
