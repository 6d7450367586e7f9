import { hashText, summarizeHistory } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { loadState } from '../chat/load-state.ts'
import { headPoint } from '../chat/branch-position.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { guardOutgoing } from '../side-calls/guard-outgoing.ts'
import { runSideCall } from '../side-calls/side-call.ts'
import { loadTurns } from '../turn/load-turns.ts'
import { SUMMARY_LIMITS, type SummaryTask, sumUp, summaryWriter, turnPiece } from '../turn/summaries.ts'
import { type ContinuedChatView, type Notice, notice, type TurnView } from '@varve/contract'
import { createChat } from './manage-chats.ts'

export interface ContinueInNewChatInput extends ChatPlace {
  /** Who sums up, and continues; the one that answered last where it is left out. */
  readonly modelId?: string | undefined
  /** The user agrees that this chat is sent to a cloud model to be summed up; else it is an extract. */
  readonly confirmed?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}

/** More than for stripped turns: nothing else of the chat is carried over. */
const SUMMARY_TOKENS = 700
const NAMED_FILES = 40

/**
 * A new chat for anyone who has run out of room: its first message brings a summary of this one, as an attachment that
 * can be read before it is sent. This chat stays as it is.
 */
export async function continueInNewChat(
  context: AppContext,
  input: ContinueInNewChatInput,
): Promise<ContinuedChatView> {
  const { store } = context
  const { workspaceId, chatId } = input
  const request = requestOf(input)
  const done = await recallRequest<ContinuedChatView>(context, request)
  if (done) return done
  const chat = await requireChat(context, input)
  const { turn: head, answer } = await headPoint(context, input, chat)
  if (!head) throw new AppError('message-empty', 'This chat has nothing to sum up yet.')
  const turns = await loadTurns(context, { workspaceId, chatId, headId: head.id, from: 1 })
  const { text, ...made } = await summarize(context, {
    ...input,
    turns,
    modelId: input.modelId ?? answer?.modelId,
  })
  const content = [text, ...(await keptLines(context, input))].join('\n\n')
  const { id } = await createChat(context, { workspaceId })
  const attach = [{ kind: 'chat-summary', chatId, content }] as const
  const response = { chatId: id, attach, ...made }
  await store.commit([
    store.conversations.configure({ workspaceId, id, settings: chat.settings }),
    ...(request ? [store.requests.put({ ...request, response, at: context.clock.now() })] : []),
  ])
  return response
}

function requestOf({ workspaceId, chatId, idempotencyKey }: ContinueInNewChatInput) {
  if (idempotencyKey === undefined) return undefined
  const fingerprint = hashText(JSON.stringify(['continue-in-new-chat', chatId]))
  return { workspaceId, key: idempotencyKey, fingerprint } satisfies IdempotentRequest
}

interface Summarized {
  readonly text: string
  readonly by: 'model' | 'extract'
  readonly costUSD: number
  readonly notice?: Notice
}

interface ToSummarize extends ContinueInNewChatInput {
  readonly turns: readonly TurnView[]
}

async function summarize(context: AppContext, wanted: ToSummarize): Promise<Summarized> {
  const model = await requireReadyModel(context, wanted.modelId)
  const { tokenizer } = model.spec
  const turns = wanted.turns.map(({ number, text: user, answer: { text: answer } }) => ({
    number,
    user,
    answer,
  }))
  const extract = summarizeHistory(turns, { tokenizer, maximumTokens: SUMMARY_TOKENS })
  const said = wanted.turns.reduce((sum, { text, answer }) => sum + text.length + answer.text.length, 0)
  if (!summaryWriter([{ model }]) || said < SUMMARY_LIMITS.leastCharacters)
    return { text: extract, by: 'extract', costUSD: 0 }
  try {
    return await askModel(context, wanted, model)
  } catch (error) {
    const { code, message } = toAppError(error)
    if (code === 'not-confirmed') throw error
    return {
      text: extract,
      by: 'extract',
      costUSD: 0,
      notice: notice('summary-failed', 'the chat', { model: model.name, reason: message }),
    }
  }
}

async function askModel(
  context: AppContext,
  { workspaceId, chatId, turns, confirmed = false }: ToSummarize,
  model: Awaited<ReturnType<typeof requireReadyModel>>,
): Promise<Summarized> {
  const task: SummaryTask = {
    id: '',
    name: 'this chat',
    of: 'conversation',
    pieces: turns.map(({ number, text, answer }) => turnPiece(number, text, answer.text)),
    maximumTokens: SUMMARY_TOKENS,
  }
  const { tokenizer, window } = model.spec
  let costUSD = 0
  const text = await sumUp(task, {
    tokenizer,
    window,
    ask: async ({ text: said, ...asked }) => {
      const outgoing = await guardOutgoing(context, { workspaceId, chatId, model, text: said, confirmed })
      const answer = await runSideCall(context, {
        ...asked,
        workspaceId,
        chatId,
        purpose: 'summary',
        model,
        outgoing,
      })
      costUSD += answer.usage.costUSD
      return answer.text
    },
  })
  return { text, by: 'model', costUSD }
}

/** What the chat was given does not come along; anyone who needs it attaches it again by these names. */
async function keptLines(context: AppContext, place: ChatPlace): Promise<readonly string[]> {
  const { state } = await loadState(context, place)
  const names = [...state.library].map(({ artifact }) => artifact.source.path ?? artifact.source.url ?? '')
  const known = [...new Set(names.filter((name) => name !== ''))]
  if (known.length === 0) return []
  const more = known.length > NAMED_FILES ? [`- and ${known.length - NAMED_FILES} more`] : []
  return [['Attached there:', ...known.slice(0, NAMED_FILES).map((name) => `- ${name}`), ...more].join('\n')]
}
