import type { CallPlace } from '@varve/store'
import type { ReceivedTexts } from '../turn/call-response.ts'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type AnswerInput, requireAnswer } from '../chat/require-answer.ts'
import { missingCall } from './missing-call.ts'
import { isDropped } from './open-call.ts'
import { openReceived } from './open-sealed.ts'
import type { ReceivedView } from '@varve/contract'

export interface ReadReceivedInput extends AnswerInput {
  /** Of the calls that the answer took, counted from 1. */
  readonly call: number
}

/** What a model wrote in one call, as it came. */
export async function readReceived(context: AppContext, input: ReadReceivedInput): Promise<ReceivedView> {
  const { workspaceId, call: number } = input
  const { answer } = await requireAnswer(context, input)
  const calls = await context.store.calls.heardOf({ workspaceId, answerId: answer.id })
  if (!calls.has(number)) throw new AppError('answer-not-found', `There is no call ${number} of this answer.`)
  const place = { workspaceId, answerId: answer.id, number }
  const heard = calls.get(number)
  if (heard?.sealed) return openTexts(context, place, heard.sealed)
  const root = await context.store.calls.get(place)
  if (isDropped(root)) throw missingCall({ kind: root.unsealed ? 'not-kept' : 'deleted', at: root.droppedAt })
  if (!heard && calls.size === 1 && answer.status !== 'streaming') return fromAnswer(answer)
  throw new AppError(
    'not-recorded',
    heard
      ? 'What was received could not be sealed, so it was not kept. The answer stands in the chat.'
      : answer.status === 'streaming'
        ? 'The answer is still being written.'
        : 'This call was made before what is received was kept by call. The answer stands in the chat.',
  )
}

async function openTexts(context: AppContext, place: CallPlace, sealed: Uint8Array): Promise<ReceivedView> {
  try {
    return JSON.parse(await openReceived(context, place, sealed)) as ReceivedTexts
  } catch (error) {
    if (error instanceof AppError && error.code === 'trace-sealed')
      throw missingCall({ kind: 'sealed', reason: error.message })
    throw error
  }
}

/** An answer from before that took one call: what it says is what came. */
function fromAnswer({
  text,
  received,
}: {
  readonly text: string
  readonly received: string | undefined
}): ReceivedView {
  return { text: received ?? text, reasoning: '', calls: [] }
}
