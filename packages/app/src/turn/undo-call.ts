import { StoreError } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { FileChangeRecord, ToolCallRecord, ToolStepRecord } from '@varve/contract'
import { undoChange } from '../tools/files/undo-change.ts'
import { requireAnswer } from '../chat/require-turn.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'

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
  // Of an answer at work, what it has done so far.
  const live = context.live.get(input.answerId)
  const stored = await storedSteps(context, input)
  const call = callIn(live?.madeSteps ?? stored, input.callId)
  if (!call?.changes || call.changes.length === 0)
    throw new AppError('artifact-not-found', 'This call changed nothing.')
  const { files } = await openedWorkspace(context, input.workspaceId)
  // First, so that of two who ask at once one gets through.
  await mark(context, { ...input, isUndone: true })
  const undone: FileChangeRecord[] = []
  try {
    for (const change of call.changes.toReversed()) undone.push(await undoChange(files, change))
  } catch (error) {
    await mark(context, { ...input, isUndone: false })
    throw error
  }
  return { undone }
}

async function storedSteps(context: AppContext, input: UndoCallInput): Promise<readonly ToolStepRecord[]> {
  const { steps } = await requireAnswer(context, input, input.answerId)
  return (steps ?? []) as readonly ToolStepRecord[]
}

interface CallToMark extends UndoCallInput {
  readonly isUndone: boolean
}

/** In an answer at work the call is marked as it is shown, and stored so at once. */
async function mark(context: AppContext, toMark: CallToMark): Promise<void> {
  const { workspaceId, answerId: id, callId, isUndone } = toMark
  const { store } = context
  const live = context.live.get(id)
  if (!live) return markStored(context, toMark)
  live.changeCall(callId, marked(isUndone))
  try {
    await store.commit([store.answers.saveSteps({ workspaceId, id }, live.steps)])
  } catch (error) {
    if (!isConflict(error)) {
      // Nothing is taken back then; the rest of the answer stores the steps as they are shown.
      live.changeCall(callId, marked(false))
      throw error
    }
    // The answer has ended in the meantime, with or without this mark.
    const call = callIn(await storedSteps(context, toMark), callId)
    if ((call?.isUndone ?? false) !== isUndone) await markStored(context, toMark)
  }
}

async function markStored(context: AppContext, toMark: CallToMark): Promise<void> {
  const { workspaceId, chatId: conversationId, answerId: id, callId, isUndone } = toMark
  const { store } = context
  const before = await storedSteps(context, toMark)
  const change = (call: ToolCallRecord): ToolCallRecord =>
    call.callId === callId ? marked(isUndone)(call) : call
  const after = before.map((step) => ({ ...step, calls: step.calls.map(change) }))
  try {
    await store.commit([
      store.answers.reviseSteps({ workspaceId, id }, before, after),
      store.chatFiles.mark({ workspaceId, conversationId }),
    ])
  } catch (error) {
    if (isConflict(error)) refuse(error)
    throw error
  }
  context.chatFiles.due(workspaceId)
}

function marked(isUndone: boolean): (call: ToolCallRecord) => ToolCallRecord {
  return ({ isUndone: was, ...rest }) => {
    if (was && isUndone) refuse()
    return isUndone ? { ...rest, isUndone } : rest
  }
}

function callIn(steps: readonly ToolStepRecord[], callId: string): ToolCallRecord | undefined {
  return steps.flatMap(({ calls }) => calls).find((call) => call.callId === callId)
}

function isConflict(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'conflict'
}

function refuse(cause?: Error): never {
  throw new AppError('message-invalid', 'This was taken back already.', { cause })
}
