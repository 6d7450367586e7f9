import type { ModelStep } from '@varve/engine/internal'
import type { ToolCallRecord, ToolStepRecord } from '@varve/contract'
import type { AnswerRecord } from '@varve/store'
import { readCutSteps } from '../agent/read-steps.ts'
import { restoreArguments, settleCalls } from '../agent/settle-calls.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { openReceived } from '../call-log/call-seal.ts'
import { loadAsked } from '../chat/load-state.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import type { ReceivedTexts } from './call-response.ts'
import type { AnswerOutcome } from './stream-answer.ts'

/** How far an answer had come when its program ended, while one of its calls waited for a person. */
export interface CutAnswer {
  /** Those that were over, as their model was given them. */
  readonly steps: readonly ModelStep[]
  /** All of them as they are shown, the one that waited last. */
  readonly shown: readonly ToolStepRecord[]
  /** What the model had written then. */
  readonly outcome: AnswerOutcome
  readonly callId: string
  readonly question: ToolCallRecord['question']
  /** What the person has said to it now. */
  readonly reply: string
}

export interface CutCall {
  readonly answer: AnswerRecord
  readonly callId: string
  readonly reply: string
}

/** The call of an answer that was cut off, where it waits for a person; undefined where it does not. */
export function waitingCallOf({ status, steps }: AnswerRecord, callId: string): ToolCallRecord | undefined {
  if (status !== 'interrupted') return undefined
  const last = readCutSteps(steps)?.at(-1)
  return last?.calls.find((call) => call.callId === callId && call.status === 'waiting')
}

/** Reads what a cut-off answer continues from; fails if part of it is no longer stored. */
export async function loadCutAnswer(
  context: AppContext,
  { answer, callId, reply }: CutCall,
): Promise<CutAnswer> {
  const { workspaceId, conversationId: chatId, turnId, modelId } = answer
  const shown = readCutSteps(answer.steps) ?? []
  const call = waitingCallOf(answer, callId)
  const turn = await context.store.turns.get({ workspaceId, id: turnId })
  const place = { workspaceId, chatId }
  const asked = turn && (await loadAsked(context, place, turn))
  const steps = asked?.state.open?.steps[modelId] ?? []
  const response = await received(context, answer, shown.length)
  const { state } = await loadRedaction(context, place, turnId)
  const used = new Set<string>()
  for (const { exchanges } of steps) settleCalls(exchanges, used)
  const made = settleCalls(response?.calls ?? [], used).calls.find((one) => one.callId === callId)
  // What runs is what was shown, to the letter.
  const isWhole =
    made !== undefined &&
    [made.arguments, restoreArguments(made.arguments, state.values)].includes(call?.arguments ?? '')
  if (!asked || asked.rebuilt || !response || !isWhole || steps.length !== shown.length - 1)
    throw new AppError(
      'not-recorded',
      'What this answer was to go on with is no longer recorded. Try the answer again.',
    )
  const { text, reasoning, calls, opaque } = response
  return {
    steps,
    shown,
    outcome: {
      status: 'complete',
      received: text,
      sources: [],
      reasoning: { text: reasoning, ...(opaque === undefined ? {} : { opaque }) },
      calls,
      warnings: [],
      response: undefined,
    },
    callId,
    question: call?.question,
    reply,
  }
}

/** What the model wrote in a call; undefined where that is not kept, or cannot be opened. */
async function received(
  context: AppContext,
  { workspaceId, id: answerId }: AnswerRecord,
  number: number,
): Promise<(ReceivedTexts & { readonly opaque?: string }) | undefined> {
  const sealed = (await context.store.calls.responsesOf({ workspaceId, answerId })).get(number)?.sealed
  if (!sealed) return undefined
  try {
    return JSON.parse(
      await openReceived(context, { workspaceId, answerId, number }, sealed),
    ) as ReceivedTexts & { readonly opaque?: string }
  } catch (error) {
    if (error instanceof AppError && error.code === 'trace-sealed') return undefined
    throw error
  }
}
