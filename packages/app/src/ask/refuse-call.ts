import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { answerCall } from '../messages/answer-call.ts'
import type { ToolCallRecord } from '../runner/tool-step.ts'

const NOBODY = 'nobody is there who could be asked, since the message came from a command.'

/** Tells a call that waits for a person that there is none, so that the model goes on without it. */
export async function refuseCall(
  context: AppContext,
  place: { readonly workspaceId: string; readonly answerId: string },
  { callId, tool }: ToolCallRecord,
): Promise<void> {
  const answer =
    tool === 'askUser'
      ? `No answer: ${NOBODY} Go on without one, or say what is missing.`
      : `reject: ${NOBODY} Say what you would have done.`
  try {
    await answerCall(context, { ...place, callId, answer })
  } catch (error) {
    // It was stopped meanwhile, and waits no longer.
    if (!(error instanceof AppError && error.code === 'answer-complete')) throw error
  }
}
