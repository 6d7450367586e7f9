import { hashText } from '@varve/engine'
import { packJson, type Statement, StoreError } from '@varve/store'
import type { AnswerJob } from './answer/answer-job.ts'
import { buildJob, type Sending } from './answer/build-job.ts'
import { cacheStatements } from './answer/cache-statements.ts'
import { LiveAnswer } from './answer/live-answer.ts'
import { runAnswer } from './answer/run-answer.ts'
import type { AppContext } from './app-context.ts'
import { AppError, toAppError } from './app-error.ts'
import { type Attachable, parseAttachables } from './attachable.ts'
import { checkMessage } from './check-message.ts'
import { type IdempotentRequest, recallRequest } from './recall-request.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { requireReadyModel } from './require-model.ts'
import { titleFrom } from './title-from.ts'
import { pictureStatements } from './turn/picture-statements.ts'
import { recordPlan } from './turn/record-plan.ts'
import { objectStatements, stateStatements } from './turn/state-statements.ts'
import { prepareTuned, tuneTurn } from './turn/tune-turn.ts'

export interface SendMessageInput extends ChatPlace {
  readonly text: string
  readonly attach: readonly Attachable[]
  /** The note that is open beside the chat. */
  readonly active?: string | undefined
  /** The user agrees to fetch the open note's pictures from the web. */
  readonly remoteImages?: boolean | undefined
  readonly modelId?: string | undefined
  readonly idempotencyKey?: string | undefined
}

export interface SentMessage {
  readonly turnId: string
  readonly answerId: string
}

/**
 * Sends a message. What cannot be read or does not fit is refused with nothing stored. Then message, plan
 * and state are committed together, and only then is the model called; the answer goes on by itself.
 */
export async function sendMessage(context: AppContext, input: SendMessageInput): Promise<SentMessage> {
  checkMessage(input)
  const attach = parseAttachables(input.attach)
  const request = requestOf(input)
  const done = await recallRequest(context, request)
  if (done) return done as SentMessage
  const chat = await requireChat(context, input)
  if (chat.answering) throw answerRunning()
  const model = await requireReadyModel(context, input.modelId)
  const sent = { turnId: context.newId(), answerId: context.newId() }
  const at = context.clock.now()
  const tuned = await tuneTurn(context, { ...input, attach, turnId: sent.turnId, at, model }, chat)
  const { draft, prepared } = await prepareTuned(context, tuned)
  if (prepared.kind === 'over-budget') throw toAppError(prepared.error)
  const job = await buildJob(context, { draft, prepared, sent })

  const live = new LiveAnswer()
  context.live.set(sent.answerId, live)
  try {
    const statements = await sendStatements(context, { draft, prepared, sent }, job, input.attach)
    const named = chat.titledBy === 'default' ? [titleStatement(context, input)] : []
    const recorded = request ? [context.store.requests.put({ ...request, response: sent, at: draft.at })] : []
    await context.store.commit([...statements, ...named, ...recorded])
  } catch (error) {
    context.live.delete(sent.answerId)
    return afterConflict(context, input, error)
  }
  void runAnswer(context, job, live)
  return sent
}

async function sendStatements(
  context: AppContext,
  sending: Sending,
  job: AnswerJob,
  attach: readonly Attachable[],
): Promise<readonly Statement[]> {
  const { store } = context
  const { draft, prepared, sent } = sending
  const { workspaceId, chatId, at, text, model } = draft
  const { turnId, answerId } = sent
  const { plan, envelope, attached, images, notices, number } = prepared
  const { wire, cache, foreseen } = job
  const { sent: settings, factor } = draft.tuning
  const { predicted } = foreseen
  const recorded = { plan, envelope, attached, images, notices, at, wire, predicted, settings, cache, factor }
  const { summary, inspection } = recordPlan(recorded)
  const packed = packJson(inspection)
  const place = { workspaceId, conversationId: chatId }
  return [
    store.turns.append({ ...place, id: turnId, number, at, text, attach }),
    store.answers.insert({
      ...place,
      id: answerId,
      turnId,
      modelId: model.spec.id,
      modelName: model.name,
      startedAt: at,
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
    }),
    ...cacheStatements(store, job),
    ...pictureStatements(store, workspaceId, prepared),
    ...(await stateStatements(store, { workspaceId, turnId, stage: 'asked', state: prepared.state })),
    ...(await objectStatements(store, workspaceId, [...packed.objects])),
    store.plans.put({ workspaceId, turnId, modelId: model.spec.id, summary, root: packed.root }),
    ...prepared.forgotten.map((key) => store.forgets.remove({ ...place, key })),
    store.conversations.touch({ workspaceId, id: chatId, at }),
    store.chatFiles.mark(place),
  ]
}

function titleStatement({ store }: AppContext, { workspaceId, chatId, text }: SendMessageInput): Statement {
  return store.conversations.rename({ workspaceId, id: chatId, title: titleFrom(text), titledBy: 'message' })
}

function requestOf(input: SendMessageInput): IdempotentRequest | undefined {
  const { workspaceId, chatId, text, attach, active, modelId, idempotencyKey: key } = input
  if (key === undefined) return undefined
  const fingerprint = hashText(
    JSON.stringify(['send', chatId, text, attach, modelId ?? null, active ?? null]),
  )
  return { workspaceId, key, fingerprint }
}

/** Another tab was faster, or this very request came twice at once. */
async function afterConflict(
  context: AppContext,
  input: SendMessageInput,
  error: unknown,
): Promise<SentMessage> {
  if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
  const done = await recallRequest(context, requestOf(input))
  if (done) return done as SentMessage
  const chat = await requireChat(context, input)
  if (chat.answering) throw answerRunning()
  throw new AppError('chat-changed', 'This chat went on in another tab. Nothing has been sent.', {
    cause: error,
  })
}

function answerRunning(): AppError {
  return new AppError(
    'answer-running',
    'An answer is still being written in this chat. Nothing has been sent.',
  )
}
