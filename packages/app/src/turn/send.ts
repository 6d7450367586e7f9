import { CONTINUE_REQUEST, hashText } from '@varve/engine/internal'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { endOf, type BranchPosition, pointBefore } from '../chat/branch-position.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { requireAnswer, requireTurn } from '../chat/require-turn.ts'
import { readTurnOptions, sentOption, type TurnOptions } from '../chat/turn-options.ts'
import { type Attachable, type Notice, notice } from '@varve/contract'
import { parseAttachables } from '../files/attachable.ts'
import { requestsOf } from '../files/find-lost.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { endsEarly } from '../models/ends-early.ts'
import { commitTurn, runAnswers, type SentMessage } from './commit.ts'
import { gatherTurn } from './gather.ts'
import { guardGathered, planTurn } from './plan.ts'
import { regenerateAnswer } from './regenerate.ts'
import { answerRunning, type ResolvedTurn, resolveTurn } from './resolve.ts'
import { titleWords } from './title-words.ts'
import type { MessageDraft, PreparedTurn } from './turn-data.ts'

const MAXIMUM_CHARACTERS = 500_000
const MAXIMUM_ATTACHMENTS = 1000

export interface SendMessageInput extends MessageDraft {
  /** What the user says to what the guard found. */
  readonly decision?: GuardDecision | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * Sends a message. What can't be read or doesn't fit is refused with nothing stored. Message, plans and state
 * are committed together before the models are called; the answers then run on their own.
 */
export async function sendMessage(context: AppContext, input: SendMessageInput): Promise<SentMessage> {
  return placeMessage(context, input, 'send')
}

/** A message, and where it is if not at the end of the branch on show. */
export interface PlacedMessage extends SendMessageInput {
  readonly after?: BranchPosition | undefined
  /** The answer that was cut off and that this continues with. */
  readonly continues?: string | undefined
}

/** Sends a message to a place in the conversation. `name` tells one kind of request from another. */
export async function placeMessage(
  context: AppContext,
  input: PlacedMessage,
  name: string,
): Promise<SentMessage> {
  checkMessage(input)
  const attached = parseAttachables(input.attach)
  const request = requestOf(input, name)
  const done = await recallRequest<SentMessage>(context, request)
  if (done) return done
  try {
    return await sendOnce(context, input, { request, left: [] })
  } catch (error) {
    const { details } = toAppError(error)
    if (!input.dropOptional || !details?.actions.includes('drop-optional')) throw error
    const isOptional = (_: unknown, index: number): boolean => attached[index]?.priority === 'optional'
    const attach = input.attach.filter((item, index) => !isOptional(item, index))
    const left = input.attach.filter(isOptional).map(attachableName)
    return sendOnce(context, { ...input, attach }, { request, left })
  }
}

/** Everything that happens to a message, in order. */
async function sendOnce(
  context: AppContext,
  input: PlacedMessage,
  { request, left }: { readonly request: IdempotentRequest | undefined; readonly left: readonly string[] },
): Promise<SentMessage> {
  const turn = await resolveTurn(context, input) // chat, agent, project, models, settings, what the words attach
  const gathered = await gatherTurn(context, turn) // files, state, system prompt, passages
  const guarded = await guardGathered(context, gathered) // stops here when the user has to decide
  const planned = await planTurn(context, gathered, guarded) // a request for each model
  const prepared = { ...planned, notices: [...planned.notices, ...left.map(leftOut)] }
  const { draft, chat, read } = turn
  const message = { text: input.text, attach: input.attach, options: optionsOf(input, turn, prepared) }
  const words = titleWords(read.reading, draft.text)
  const { workspaceId, chatId, turnId, at, decision } = draft
  const place = { workspaceId, chatId, turnId, at }
  // From here on nothing can be lost.
  const committed = await commitTurn(context, { ...place, chat, prepared, message, words, decision, request })
  return runAnswers(context, committed)
}

function leftOut(item: string): Notice {
  return notice('optional-left-out', item)
}

export interface EditMessageInput
  extends Pick<
    SendMessageInput,
    | 'workspaceId'
    | 'chatId'
    | 'remoteImages'
    | 'allowExtracts'
    | 'dropOptional'
    | 'decision'
    | 'unrecorded'
    | 'passages'
    | 'areas'
    | 'jurisdictions'
    | 'modelId'
    | 'modelIds'
    | 'idempotencyKey'
  > {
  readonly turnId: string
  /** As it was where it is left out: then the same question is asked with the notes as they are now. */
  readonly text?: string | undefined
  readonly attach?: readonly Attachable[] | undefined
  readonly active?: string | undefined
}

/** Edits a question, or asks it again with the current notes. What was there stays, as a branch. */
export async function editMessage(context: AppContext, input: EditMessageInput): Promise<SentMessage> {
  const { turnId, ...rest } = input
  const turn = await requireTurn(context, input, turnId)
  const options = readTurnOptions(turn.options)
  const after = await pointBefore(context, turn)
  const message = {
    ...rest,
    text: input.text ?? turn.text,
    attach: input.attach ?? attachedTo(turn),
    active: input.active ?? (input.attach ? undefined : options.active),
    remoteImages: input.remoteImages ?? options.remoteImages,
    modelIds: input.modelIds ?? (input.modelId === undefined ? await modelsOf(context, turn) : undefined),
  }
  return placeMessage(context, { ...message, after }, `edit ${turnId}`)
}

interface ContinueAnswerInput extends ChatPlace {
  readonly answerId: string
  readonly decision?: GuardDecision | undefined
  readonly idempotencyKey?: string | undefined
}

/**
 * Lets the model continue with an answer that was cut off, stopped or broken, that ran out of room or was withheld in part. Where not a word
 * of it had come, the same model answers the same question from the start.
 */
export async function continueAnswer(context: AppContext, input: ContinueAnswerInput): Promise<SentMessage> {
  const { answerId, ...place } = input
  const answer = await requireAnswer(context, input, answerId)
  if (answer.status === 'streaming') throw answerRunning(context, input)
  if (answer.status === 'complete' && endsEarly(answer) === undefined)
    throw new AppError('answer-complete', 'There is nothing to go on with in this answer.')
  if (answer.text === '')
    return regenerateAnswer(context, { ...place, turnId: answer.turnId, modelIds: [answer.modelId] })
  const turn = await requireTurn(context, input, answer.turnId)
  // What was detected in the question, or set for it, continues guiding its answer.
  const { areas = [], jurisdictions = [] } = readTurnOptions(turn.options)
  const message = {
    ...place,
    text: CONTINUE_REQUEST,
    attach: [],
    modelId: answer.modelId,
    continues: answerId,
    areas: areas.map(({ pack, id }) => `${pack}/${id}`),
    jurisdictions,
  }
  return placeMessage(context, { ...message, after: { turn, answer } }, `continue ${answerId}`)
}

/** Refuses what could not be stored and shown again exactly as it was written. */
export function checkMessage({
  text,
  attach,
}: {
  readonly text: string
  readonly attach: readonly unknown[]
}): void {
  if (text.trim() === '') throw new AppError('message-empty', 'The message is empty.')
  if (!text.isWellFormed()) throw new AppError('message-invalid', 'The message is not valid Unicode.')
  if (text.length > MAXIMUM_CHARACTERS)
    throw new AppError(
      'message-invalid',
      `The message has ${text.length} characters; the limit is ${MAXIMUM_CHARACTERS}.`,
    )
  if (attach.length > MAXIMUM_ATTACHMENTS)
    throw new AppError(
      'message-invalid',
      `${attach.length} things are attached; the limit is ${MAXIMUM_ATTACHMENTS}.`,
    )
}

function attachableName(item: Attachable): string {
  if (typeof item === 'string') return item.replace(/\?$/, '')
  if (item.kind === 'name') return item.name
  return item.kind === 'selection' ? item.path : item.kind
}

/** What is kept beside the words of a message: what was asked for, and how it was answered. */
function optionsOf(
  { text, active, remoteImages, continues }: PlacedMessage,
  { draft, answering, defaults: { project }, read: { agent } }: ResolvedTurn,
  { guided, guarded, lost, passages }: PreparedTurn,
): TurnOptions {
  const models = answering.ids.filter((id) => id !== undefined)
  const carried = lost.filter(({ kind }) => kind !== 'instructions')
  const { runner } = draft.settings
  const found = passages?.found ?? []
  return {
    ...(active === undefined ? {} : { active }),
    ...(remoteImages ? { remoteImages } : {}),
    ...(models.length > 1 ? { models } : {}),
    ...(continues === undefined ? {} : { continues }),
    ...(guided.areas.length > 0
      ? { areas: guided.areas.map(({ pack, id, name, confidence }) => ({ pack, id, name, confidence })) }
      : {}),
    ...(guided.jurisdictions.length > 0 ? { jurisdictions: guided.jurisdictions } : {}),
    ...(guarded.summary ? { guard: guarded.summary } : {}),
    ...(carried.length > 0 ? { lost: carried } : {}),
    ...(project === undefined ? {} : { project }),
    // So that a repetition is answered in the same way.
    ...(runner === undefined ? {} : { runner }),
    ...(found.length === 0 ? {} : { passages: found.map(({ text: _text, ...place }) => place) }),
    ...(agent === undefined ? {} : { agent }),
    ...(draft.directives?.composer ? { composer: true } : {}),
    ...sentOption(text, draft.text),
  }
}

function requestOf(input: PlacedMessage, name: string): IdempotentRequest | undefined {
  const { workspaceId, chatId, text, attach, active, modelId, modelIds, after, idempotencyKey: key } = input
  if (key === undefined) return undefined
  const where = after ? [after.turn?.id ?? null, after.answer?.id ?? null] : []
  const several = modelIds ? [modelIds] : []
  const fingerprint = hashText(
    JSON.stringify([name, chatId, text, attach, modelId ?? null, active ?? null, ...where, ...several]),
  )
  return { workspaceId, key, fingerprint }
}

/** Links of an imported turn were never agreed to here: asking it again fetches none of them. */
function attachedTo({ attach, options }: TurnRecord): readonly Attachable[] {
  const items = attach as readonly Attachable[]
  if (!readTurnOptions(options).imported) return items
  return items.filter((item) => requestsOf([item]).every(({ kind }) => kind !== 'url'))
}

/** Those that were asked side by side; else the one whose answer the thread continues with, as for another answer. */
async function modelsOf(context: AppContext, turn: TurnRecord): Promise<readonly string[] | undefined> {
  const { models } = readTurnOptions(turn.options)
  if (models) return models
  const { workspaceId, id } = turn
  const answer =
    (await endOf(context, turn)).answer ?? (await context.store.answers.ofTurn(workspaceId, id))[0]
  return answer && [answer.modelId]
}
