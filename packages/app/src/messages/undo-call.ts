import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import type { ToolCallRecord, ToolStepRecord } from '../runner/tool-step.ts'
import type { FileChangeRecord } from '../tools/files/file-change-record.ts'
import { undoChange } from '../tools/files/undo-change.ts'
import { requireAnswer } from '../turn/require-turn.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'

export interface UndoCallInput extends ChatPlace {
  readonly answerId: string
  readonly callId: string
}

/** Takes back what a tool changed, the last change first, and once. A file that was changed since stays as it is. */
export async function undoCall(
  context: AppContext,
  input: UndoCallInput,
): Promise<{ readonly undone: readonly FileChangeRecord[] }> {
  await requireChat(context, input)
  const call = (await stepsOf(context, input))
    .flatMap(({ calls }) => calls)
    .find(({ callId }) => callId === input.callId)
  if (!call?.changes || call.changes.length === 0)
    throw new AppError('artifact-not-found', 'This call changed nothing.')
  const { files } = await openedWorkspace(context, input.workspaceId)
  // First, so that of two who ask at once one gets through.
  await mark(context, input, true)
  const undone: FileChangeRecord[] = []
  try {
    for (const change of call.changes.toReversed()) undone.push(await undoChange(files, change))
  } catch (error) {
    await mark(context, input, false)
    throw error
  }
  return { undone }
}

/** Of an answer at work, what it has done so far. */
async function stepsOf(context: AppContext, input: UndoCallInput): Promise<readonly ToolStepRecord[]> {
  const live = context.live.get(input.answerId)
  const answer = await requireAnswer(context, input, input.answerId)
  return live?.madeSteps ?? ((answer.steps ?? []) as readonly ToolStepRecord[])
}

async function mark(context: AppContext, input: UndoCallInput, isUndone: boolean): Promise<void> {
  const { store, live } = context
  const { workspaceId, chatId: conversationId, answerId: id } = input
  const before = await stepsOf(context, input)
  const after = before.map((step) => ({ ...step, calls: step.calls.map(marked(input.callId, isUndone)) }))
  const answer = live.get(id)
  if (answer) {
    for (const [index, step] of after.entries()) answer.showStep(index, step)
    return
  }
  try {
    await store.commit([
      store.answers.reviseSteps({ workspaceId, id }, before, after),
      store.chatFiles.mark({ workspaceId, conversationId }),
    ])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict') refuse(error)
    throw error
  }
  context.chatFiles.due(workspaceId)
}

function marked(callId: string, isUndone: boolean): (call: ToolCallRecord) => ToolCallRecord {
  return (call) => {
    if (call.callId !== callId) return call
    const { isUndone: was, ...rest } = call
    if (was && isUndone) refuse()
    return isUndone ? { ...rest, isUndone } : rest
  }
}

function refuse(cause?: Error): never {
  throw new AppError('message-invalid', 'This was taken back already.', { cause })
}
