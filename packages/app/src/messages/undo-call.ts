import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import type { ToolStepRecord } from '../runner/tool-step.ts'
import type { FileChangeRecord } from '../tools/file-change-record.ts'
import { undoChange } from '../tools/undo-change.ts'
import { requireAnswer } from '../turn/require-turn.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'

export interface UndoCallInput extends ChatPlace {
  readonly answerId: string
  readonly callId: string
}

/** Takes back what a tool changed, the last change first. A file that was changed since stays as it is. */
export async function undoCall(
  context: AppContext,
  input: UndoCallInput,
): Promise<{ readonly undone: readonly FileChangeRecord[] }> {
  await requireChat(context, input)
  const answer = await requireAnswer(context, input, input.answerId)
  const steps = (answer.steps ?? []) as readonly ToolStepRecord[]
  const call = steps.flatMap(({ calls }) => calls).find(({ callId }) => callId === input.callId)
  if (!call?.changes || call.changes.length === 0)
    throw new AppError('artifact-not-found', 'This call changed nothing.')
  const { files } = await openedWorkspace(context, input.workspaceId)
  const undone: FileChangeRecord[] = []
  for (const change of call.changes.toReversed()) undone.push(await undoChange(files, change))
  return { undone }
}
