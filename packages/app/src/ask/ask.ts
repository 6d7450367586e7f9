import type { AttachRequest } from '@varve/workspace'
import { requireMayEnter } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { eraseChat } from '../chat-files/erase-chat.ts'
import { findChat } from '../chat/find-chat.ts'
import { endOf, headPoint } from '../chat/branch-position.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { requireTurn } from '../chat/require-turn.ts'
import { createChat, deleteChat, setChatSettings } from '../chats/manage-chats.ts'
import { listDefinitions } from '../definitions/list-definitions.ts'
import { parseAttachables } from '../files/attachable.ts'
import { hydrate } from '../files/hydrate.ts'
import type { SentMessage } from '../turn/commit.ts'
import { openChat } from '../turn/open-chat.ts'
import { regenerateAnswer } from '../turn/regenerate.ts'
import {
  type EditMessageInput,
  type SendMessageInput,
  checkMessage,
  continueAnswer,
  editMessage,
  sendMessage,
} from '../turn/send.ts'
import type { AskEvent, Attachable, ChatSettingsPatch, ChatView } from '@varve/contract'
import { followSent } from './follow-sent.ts'

type Said = Pick<
  SendMessageInput,
  | 'text'
  | 'attach'
  | 'modelIds'
  | 'decision'
  | 'allowExtracts'
  | 'dropOptional'
  | 'leaveOut'
  | 'unrecorded'
  | 'passages'
>

export interface AskInput extends ChatWanted, Said {
  /** `wait`: somebody is there, who answers calls that need a person. */
  readonly approvals?: 'refuse' | 'wait' | undefined
  /** Stops the answers; what came of them is kept. */
  readonly signal: AbortSignal
}

/**
 * Sends a message and tells what comes of it until all of its answers have ended. Nobody is there to be asked for
 * anything; anyone who stops listening stops the answers.
 */
export async function* ask(context: AppContext, input: AskInput): AsyncGenerator<AskEvent> {
  try {
    requireMayEnter(input)
    const { workspaceId, signal, chatId: wanted, approvals } = input
    const sent = await send(context, input)
    yield* followSent(context, { ...sent, workspaceId, signal, approvals, isNewChat: wanted === undefined })
  } catch (error) {
    throw toAppError(error)
  }
}

interface SentToChat extends SentMessage {
  readonly chatId: string
}

async function send(context: AppContext, input: AskInput): Promise<SentToChat> {
  const { workspaceId, text, attach, modelIds = [], decision, leaveOut, unrecorded } = input
  const { allowExtracts, dropOptional, passages } = input
  // Before a chat is begun for it.
  checkMessage(input)
  await requireAttached(context, input)
  return withChatToAsk(context, input, async (chat) => {
    const models = modelIds.length > 0 ? { modelIds } : { modelId: await modelOf(context, workspaceId, chat) }
    const place = { workspaceId, chatId: chat.id }
    const message = { text, attach, decision, allowExtracts, dropOptional, leaveOut, unrecorded, passages }
    const sent = await sendMessage(context, { ...place, ...message, ...models })
    return { ...sent, chatId: chat.id }
  })
}

type SaidAgain = Pick<
  EditMessageInput,
  'text' | 'attach' | 'modelIds' | 'decision' | 'allowExtracts' | 'dropOptional' | 'unrecorded' | 'passages'
>

/** What is done with a turn that there is. */
export type AskAgainKind =
  /** Another answer, from what the question was sent with. */
  | 'regenerate'
  /** The question in other words, or with the notes as they are now: a branch of its own. */
  | 'edit'
  /** The model continues with an answer that was cut off. */
  | 'continue'

export interface AskAgainInput extends SaidAgain {
  readonly kind: AskAgainKind
  readonly workspaceId: string
  /** Its id or the beginning of it. */
  readonly chatId: string
  /** By its id, or by its place in the branch on show; its last turn where absent. */
  readonly turn?: string | number | undefined
  readonly signal: AbortSignal
}

/** The same as `ask` for an existing turn, without anyone to answer questions. */
export async function* askAgain(context: AppContext, input: AskAgainInput): AsyncGenerator<AskEvent> {
  try {
    requireMayEnter(input)
    const { workspaceId, signal } = input
    const chatId = await findChat(context.store, { workspaceId, wanted: input.chatId })
    const sent = await sendAgain(context, input, { workspaceId, chatId })
    yield* followSent(context, { ...sent, workspaceId, chatId, signal, isNewChat: false })
  } catch (error) {
    throw toAppError(error)
  }
}

async function sendAgain(context: AppContext, input: AskAgainInput, place: ChatPlace): Promise<SentMessage> {
  const { kind, text, attach, modelIds, decision, allowExtracts, dropOptional, unrecorded, passages } = input
  const turn = await requireTurn(context, place, input.turn ?? (await lastTurn(context, place)))
  switch (kind) {
    case 'regenerate':
      // Another answer is made from the same chat: nothing of it can be left out.
      if (unrecorded === 'forget')
        throw new AppError(
          'message-invalid',
          'Use "edit" to ask again without the answers that drew on them.',
        )
      return regenerateAnswer(context, {
        ...place,
        turnId: turn.id,
        modelIds,
        decision,
        unrecorded,
        passages,
      })
    case 'edit':
      if (attach) await requireAttached(context, { workspaceId: place.workspaceId, attach })
      return editMessage(context, {
        ...place,
        turnId: turn.id,
        text,
        attach,
        modelIds,
        decision,
        allowExtracts,
        dropOptional,
        unrecorded,
        passages,
      })
    case 'continue': {
      const standing = await context.store.answers.ofTurn(place.workspaceId, turn.id)
      // An answer that failed before its first word can't be continued, but can be asked for again.
      const answer = (await endOf(context, turn)).answer ?? standing.at(-1)
      if (!answer) throw new AppError('answer-not-found', 'This turn has no answer to go on with.')
      return continueAnswer(context, { ...place, answerId: answer.id, decision })
    }
    default:
      return kind satisfies never
  }
}

async function lastTurn(context: AppContext, place: ChatPlace): Promise<string | number> {
  const { turn } = await headPoint(context, place)
  return turn?.id ?? 1
}

export interface ChatWanted {
  readonly workspaceId: string
  /** By its id or how that begins; a new one where absent. */
  readonly chatId?: string | undefined
  /** Of the chat, from this message on. */
  readonly settings?: ChatSettingsPatch | undefined
}

/** The chat that a message is for: a new one that was refused its first message is as if it had never been. */
async function withChatToAsk<Result>(
  context: AppContext,
  wanted: ChatWanted,
  act: (chat: ChatView) => Promise<Result>,
): Promise<Result> {
  const { workspaceId, chatId: named } = wanted
  if (named !== undefined) {
    const chatId = await findChat(context.store, { workspaceId, wanted: named })
    return act(await configured(context, wanted, { workspaceId, chatId }))
  }
  const { id } = await createChat(context, { workspaceId })
  const place = { workspaceId, chatId: id }
  try {
    return await act(await configured(context, wanted, place))
  } catch (error) {
    // What cannot be taken back now stays unused, and such chats are not listed.
    await takeBack(context, place).catch(() => undefined)
    throw error
  }
}

export async function takeBack(context: AppContext, place: ChatPlace): Promise<void> {
  const { unused } = await openChat(context, place)
  if (!unused) return
  await deleteChat(context, place)
  await eraseChat(context, place)
}

async function configured(
  context: AppContext,
  { settings = {} }: ChatWanted,
  place: ChatPlace,
): Promise<ChatView> {
  if (Object.values(settings).some((value) => value !== undefined))
    await setChatSettings(context, { ...place, settings })
  return openChat(context, place)
}

/**
 * The answering model if none was chosen: that of the chat's agent or project, which is resolved on sending;
 * otherwise the chat's last one, so that neither price nor provider changes unasked.
 */
async function modelOf(
  context: AppContext,
  workspaceId: string,
  { settings: { agent, project }, turns }: Pick<ChatView, 'settings' | 'turns'>,
): Promise<string | undefined> {
  const turn = turns.findLast((one) => one.agent === undefined) ?? turns.at(-1)
  return (await asksForModel(context, workspaceId, { agent, project })) ? undefined : turn?.answer.modelId
}

/** Whether the agent or the project of a chat names who answers in it. */
export async function asksForModel(
  context: AppContext,
  workspaceId: string,
  { agent, project }: Pick<ChatSettingsPatch, 'agent' | 'project'>,
): Promise<boolean> {
  if ((agent ?? project ?? null) === null) return false
  const known = await listDefinitions(context, { workspaceId })
  return known.some(
    ({ kind, id, trusted, model, models = [] }) =>
      trusted &&
      ((kind === 'agent' && id === agent && model !== undefined) ||
        (kind === 'project' && id === project && models.length > 0)),
  )
}

/** These are looked up in the workspace; a page is fetched once, when the message is sent. */
const LOOKED_UP: ReadonlySet<AttachRequest['kind']> = new Set(['path', 'folder', 'tag', 'upload', 'chat'])

/**
 * Refuses a name that doesn't exist. In the page users see what is there, and a message goes out without what
 * has disappeared since; a command may have a typo and would pay for an answer without its subject.
 */
async function requireAttached(
  context: AppContext,
  { workspaceId, attach }: { readonly workspaceId: string; readonly attach: readonly Attachable[] },
): Promise<void> {
  const named = attach.filter((item) => typeof item === 'string')
  for (const [index, request] of parseAttachables(named).entries()) {
    if (!LOOKED_UP.has(request.kind)) continue
    const at = context.clock.now()
    const { artifacts, images, warnings } = await hydrate(context, {
      workspaceId,
      attach: [request],
      at,
      audience: 'this-machine',
    })
    if (artifacts.length + images.length > 0) continue
    const why = warnings.map(({ message }) => message).join(' ')
    throw new AppError(
      'file-not-found',
      `"${named[index]}" cannot be attached: ${why} Nothing has been sent.`,
    )
  }
}
