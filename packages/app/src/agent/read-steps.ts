import { z } from 'zod'
import type { ToolCallRecord, ToolLook, ToolStepRecord } from '@varve/contract'
import { toolNamed } from '../tools/tools.ts'

const CALL = z.looseObject({
  callId: z.string(),
  tool: z.string(),
  arguments: z.string(),
  status: z.enum(['running', 'waiting', 'done', 'failed']),
  summary: z.string(),
  result: z.string().optional(),
  changes: z.array(z.looseObject({ path: z.string() })).optional(),
  isUndone: z.literal(true).optional(),
  isRejected: z.literal(true).optional(),
  question: z.looseObject({ text: z.string(), options: z.array(z.string()).optional() }).optional(),
  reply: z.string().optional(),
})
const SAID = z.looseObject({ text: z.string(), isRead: z.boolean() })
const STEPS = z.array(
  z.looseObject({ text: z.string(), calls: z.array(CALL), said: z.array(SAID).optional() }),
)

/**
 * The stored steps of an answer; undefined where there are none, or none that can be shown, as in a chat that was
 * imported. In an answer that has ended, what ran or waited at that moment came to nothing.
 */
export function readSteps(stored: unknown, isEnded: boolean): readonly ToolStepRecord[] | undefined {
  const parsed = STEPS.safeParse(stored)
  if (!parsed.success) return undefined
  const steps = stored as readonly ToolStepRecord[]
  return isEnded ? steps.map((step) => ({ ...step, calls: step.calls.map(endedCall) })) : steps
}

/** Those of an answer that was cut off: where a call of an agent waited for a person, it still waits. */
export function readCutSteps(stored: unknown): readonly ToolStepRecord[] | undefined {
  const steps = readSteps(stored, false)
  const ended = readSteps(stored, true)
  const waiting = steps && waitingCall(steps)
  return ended?.map((step) => ({
    ...step,
    calls: step.calls.map((call) => (call.callId === waiting?.callId ? waiting : call)),
  }))
}

/** The call that an agent waited with; what is looked up before an answer is looked up again instead. */
function waitingCall(steps: readonly ToolStepRecord[]): ToolCallRecord | undefined {
  const isAgent = !steps.some(({ calls }) => calls.some(({ tool }) => tool === 'planner'))
  const waiting = steps.at(-1)?.calls.find(({ status }) => status === 'waiting')
  return isAgent ? waiting : undefined
}

function endedCall(call: ToolCallRecord): ToolCallRecord {
  if (call.status === 'done' || call.status === 'failed') return call
  return { ...call, status: 'failed', summary: `${call.tool}: not made, the answer was ended before` }
}

/** Lines of steps that are no tools. */
const OTHER_LOOKS: Readonly<Record<string, ToolLook>> = {
  planner: { icon: 'passage', doing: 'Planning' },
  summary: { icon: 'layers', doing: 'Summarizing' },
}

/** Steps as they are shown: each call with the icon and the verb of its tool. */
export function stepsView(steps: readonly ToolStepRecord[]): readonly ToolStepRecord[] {
  return steps.map((step) => ({
    ...step,
    calls: step.calls.map(withLook),
  }))
}

function withLook(call: ToolCallRecord): ToolCallRecord {
  // In an imported file this has no meaning.
  const { look: _, ...plain } = call
  const look = toolNamed(call.tool)?.look ?? OTHER_LOOKS[call.tool]
  return look ? { ...plain, look } : plain
}
