import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { effectiveSettings } from '../definitions/chat-defaults.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { requireModel } from '../models/require-model.ts'
import { summaryWriter, worthAsking } from '../turn/summaries.ts'
import { carriedOut, wishStatement } from '../chat/pending-options.ts'
import { headPoint, readBase } from '../chat/branch-position.ts'
import { gatherTurn } from '../turn/gather.ts'
import { guardGathered, planTurn } from '../turn/plan.ts'
import { tuneModels } from '../turn/tune-model.ts'
import type { PlannedModel, PreparedTurn } from '../turn/turn-data.ts'
import type { CompactionView } from '@varve/contract'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'

export interface CompactChatInput extends ChatPlace {
  /** For which it is counted; the one that answered last where it is left out. */
  readonly modelId?: string | undefined
  /** Takes it back, until a turn has carried it out. */
  readonly undo?: boolean | undefined
}

/** Stands for the next message: it is only counted. */
const NEXT_MESSAGE = 'Go on.'

/**
 * Has the next turn begin from a summary of the older ones and from kept texts in short. Says what that saves, and
 * changes nothing where it saves nothing. What is shortened stays readable: in the chat, by its key, attached again.
 */
export async function compactChat(context: AppContext, input: CompactChatInput): Promise<CompactionView> {
  const { store } = context
  const chat = await requireChat(context, input)
  const { turn, answer } = await headPoint(context, input, chat)
  if (!turn) throw new AppError('message-empty', 'This chat has nothing to compact yet.')
  const model = await modelFor(context, input.modelId, answer?.modelId)
  const [whole, short] = await planBoth(context, input, model)
  const [plan] = short.planned
  const before = tokensOf(whole.planned[0])
  const after = tokensOf(plan)
  const isPending = !input.undo && after < before
  const { workspaceId, chatId: conversationId } = input
  await store.commit([
    ...(isPending
      ? [wishStatement(store, input, 'compact')]
      : carriedOut(store, input, { compact: true, priorities: [] })),
    store.chatFiles.mark({ workspaceId, conversationId }),
  ])
  context.chatFiles.due(workspaceId)
  const omissions = plan?.kind === 'planned' ? [...plan.plan.omissions].map(([, omission]) => omission) : []
  return {
    modelId: plan?.model.spec.id ?? '',
    modelName: plan?.model.name ?? '',
    pending: isPending,
    beforeTokens: before,
    afterTokens: after,
    summarizedTurns: omissions.some(({ reason }) => reason === 'history-stripped') ? strippedTurns(short) : 0,
    shortened: omissions.filter(({ reason }) => reason === 'budget').map(({ key }) => key),
    by: writesSummary(short) ? 'model' : 'extract',
  }
}

/** The next turn as it would be, and as it would be in short. Nothing is stored, and no model is asked. */
async function planBoth(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  model: ChatModel,
): Promise<readonly [PreparedTurn, PreparedTurn]> {
  const place = { workspaceId, chatId }
  const { chat, latest, after } = await readBase(context, place)
  const at = context.clock.now()
  const settings = await effectiveSettings(context, workspaceId, chat.settings)
  const { models, policy } = await tuneModels(context, { ...place, models: [model], at, settings })
  const next = { turnId: 'compaction', at, text: NEXT_MESSAGE, attach: [], isDraft: true }
  const draft = { ...place, latest, after, settings, policy, ...next }
  const plan = async (compact: boolean): Promise<PreparedTurn> => {
    const gathered = await gatherTurn(context, { draft: { ...draft, compact }, models })
    return planTurn(context, gathered, await guardGathered(context, gathered))
  }
  return [await plan(false), await plan(true)]
}

/** The last model may be missing or not set up here: then tokens are counted as for the built-in one. */
async function modelFor(
  context: AppContext,
  wanted: string | undefined,
  last: string | undefined,
): Promise<ChatModel> {
  if (wanted !== undefined) return requireModel(context, wanted)
  try {
    return await requireModel(context, last)
  } catch (error) {
    if (toAppError(error).code === 'model-unknown') return requireModel(context, undefined)
    throw error
  }
}

function tokensOf(planned: PlannedModel | undefined): number {
  if (!planned) return 0
  return planned.kind === 'planned' ? planned.plan.tokens : planned.error.details.needed
}

/** Those of the first summary that is in the request. */
function strippedTurns({ planned: [first], state }: PreparedTurn): number {
  const epoch = first ? state.epochs[first.model.spec.id] : undefined
  return Math.max(0, (epoch?.stripBefore ?? 1) - 1)
}

function writesSummary({ summaries, needs, state, planned }: PreparedTurn): boolean {
  return summaries === 'model' && summaryWriter(planned) !== undefined && worthAsking(needs, state).length > 0
}
