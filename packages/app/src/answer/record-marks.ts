import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { type InstructionFile, withInstructions } from '../guard/redaction.ts'
import { drawnByAnswer } from '../workspace/drawn.ts'
import { marksOf, whyUnknown } from '../workspace/marks-of.ts'
import type { AnswerJob } from './answer-job.ts'

/**
 * Writes down which marked files an answer of a model on this machine drew on: they may lose their marks later, and
 * the answer holds what they said. A cloud model was given none.
 */
export async function recordMarks(context: AppContext, job: AnswerJob): Promise<void> {
  const { audience, open, chat, turnId } = job
  if (audience === 'cloud') return
  try {
    // While the rules cannot be read every file counts as private; that is no mark of the file.
    if ((await whyUnknown(context, chat.workspaceId)) !== undefined) return
    const { state } = open
    const marks = await marksOf(context, chat.workspaceId, drawnByAnswer({ state, lost: [] }))
    const files = [...marks].map(([path, mark]): InstructionFile => ({ path, mark }))
    const known = open.redaction
    open.redaction = withInstructions(known, files)
    if (open.redaction !== known)
      await context.store.commit(await redactionStatements(context, { ...chat, turnId }, open.redaction))
  } catch (error) {
    // What is kept of the files themselves still tells their marks of today.
    context.report(`The marks of what an answer drew on are not recorded: ${toAppError(error).message}`)
  }
}
