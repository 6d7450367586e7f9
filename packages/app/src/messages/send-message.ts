import { hashText } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { type Attachable, parseAttachables } from '../files/attachable.ts'
import { checkMessage } from './check-message.ts'
import { type ComposedTurn, composeTurn } from './compose-turn.ts'
import { settingsWithAgent } from './message-settings.ts'
import type { MessageDraft } from './message-draft.ts'
import { readMessage, type ReadMessage } from './read-message.ts'
import { answeringModels } from '../definitions/answering-models.ts'
import { type ChatDefaults, chatDefaults } from '../definitions/chat-defaults.ts'
import { requireGuides } from '../guidance/require-guides.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { type IdempotentRequest, recallRequest } from './recall-request.ts'
import { requireChat } from '../chats/require-chat.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { answerRunning, dispatchTurn, type SentMessage } from '../turn/dispatch-turn.ts'
import type { Point } from '../turn/point.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import { prepareTurn } from '../turn/prepare-turn.ts'
import { tuneModel } from '../turn/tune-model.ts'
import { sentOption, type TurnOptions } from '../turn/turn-options.ts'
import { titleWords } from '../title/title-words.ts'

export interface SendMessageInput extends MessageDraft {
  /** What the user says to what the guard found. */
  readonly decision?: GuardDecision | undefined
  readonly idempotencyKey?: string | undefined
}

/** A message, and where it stands if not at the end of the branch on show. */
export interface PlacedMessage extends SendMessageInput {
  readonly after?: Point | undefined
  /** The answer that was cut off and that this goes on with. */
  readonly continues?: string | undefined
}

/**
 * Sends a message. What cannot be read or does not fit is refused with nothing stored. Then message, plans
 * and state are committed together, and only then are the models called; the answers go on by themselves.
 */
export async function sendMessage(context: AppContext, input: SendMessageInput): Promise<SentMessage> {
  return placeMessage(context, input, 'send')
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
    return await dispatchMessage(context, input, { request, left: [] })
  } catch (error) {
    const { details } = toAppError(error)
    if (!input.dropOptional || !details?.actions.includes('drop-optional')) throw error
    const isOptional = (_: unknown, index: number): boolean => attached[index]?.priority === 'optional'
    const attach = input.attach.filter((item, index) => !isOptional(item, index))
    const left = input.attach.filter(isOptional).map(attachableName)
    return dispatchMessage(context, { ...input, attach }, { request, left })
  }
}

async function dispatchMessage(
  context: AppContext,
  input: PlacedMessage,
  { request, left }: { readonly request: IdempotentRequest | undefined; readonly left: readonly string[] },
): Promise<SentMessage> {
  const stored = await requireChat(context, input)
  if (stored.answering) throw answerRunning(context, input)
  // Those of an answer that is continued were checked with its question, and may be gone since.
  if (input.continues === undefined) await requireGuides(context, input)
  const read = await readMessage(context, input)
  const chat = { ...stored, settings: settingsWithAgent(stored.settings, read) }
  const defaults = await chatDefaults(context, { ...input, chat })
  const { modelIds, modelId } = input
  const answering = await answeringModels(context, { modelIds, modelId, called: read.agent, defaults })
  const { ids } = answering
  const ready = await Promise.all(ids.map((id) => requireReadyModel(context, id)))
  const { workspaceId, chatId } = input
  const at = context.clock.now()
  const turnId = context.newId()
  const models = await Promise.all(
    ready.map((model) => tuneModel(context, { workspaceId, chatId, model, at, chat })),
  )
  const { draft } = await composeTurn(context, { ...input, read, defaults, models, at, answering })
  const planned = await prepareTurn(context, { ...input, ...draft, turnId, at }, models)
  const dropped = left.map(
    (item) => `"${item}" is optional and was left out: the message does not fit with it.`,
  )
  const prepared = { ...planned, notices: [...planned.notices, ...dropped] }
  const place = { workspaceId, chatId, turnId, at }
  const message = {
    text: input.text,
    attach: input.attach,
    options: {
      ...optionsOf(input, ids, prepared),
      ...projectOf(defaults),
      ...askedFor(read, draft),
      ...sentOption(input.text, draft.text),
    },
  }
  const { decision } = input
  const words = titleWords(read.reading, draft.text)
  return dispatchTurn(context, { ...place, chat: stored, prepared, message, words, decision, request })
}

function attachableName(item: Attachable): string {
  if (typeof item === 'string') return item.replace(/\?$/, '')
  if (item.kind === 'name') return item.name
  return item.kind === 'selection' ? item.path : item.kind
}

/** How it is answered, so that a repetition is answered in the same way. */
function askedFor(
  { agent }: ReadMessage,
  { settings: { runner }, directives }: ComposedTurn['draft'],
): Pick<TurnOptions, 'runner' | 'agent' | 'composer'> {
  return {
    ...(runner === undefined || runner === 'chat' ? {} : { runner }),
    ...(agent === undefined ? {} : { agent }),
    ...(directives?.composer ? { composer: true } : {}),
  }
}

function projectOf({ project }: ChatDefaults): Pick<TurnOptions, 'project'> {
  return project === undefined ? {} : { project }
}

function optionsOf(
  { active, remoteImages, continues }: PlacedMessage,
  ids: readonly (string | undefined)[],
  { guided, guarded, lost }: PreparedTurn,
): TurnOptions {
  const models = ids.filter((id) => id !== undefined)
  const carried = lost.filter(({ kind }) => kind !== 'instructions')
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
