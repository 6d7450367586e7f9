import type { AskEvent, ChatSettingsPatch } from '@varve/contract'
import type { ToolDefinition } from '@varve/engine'
import { hashBytes, hashText } from '@varve/engine/internal'
import { actingKeyId, requireMayEnter } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { headPoint } from '../chat/branch-position.ts'
import { listChats } from '../chat/list-chats.ts'
import { importChats } from '../chat-exchange/import-chats.ts'
import { createChat, setChatSettings } from '../chats/manage-chats.ts'
import { uploadFile } from '../files/upload-file.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import type { SentMessage } from '../turn/commit.ts'
import { placeMessage } from '../turn/send.ts'
import { asksForModel, takeBack } from './ask.ts'
import { type ClientCall, followSent } from './follow-sent.ts'

interface TalkPicture {
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A message of a conversation that its client keeps itself. */
export type TalkMessage =
  | { readonly role: 'user'; readonly text: string; readonly pictures: readonly TalkPicture[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ClientCall[] }
  /** What a tool of the client gave. */
  | { readonly role: 'tool'; readonly text: string; readonly callId: string }

export interface ConverseInput {
  readonly workspaceId: string
  /** All of it: the last message is the one to be answered. */
  readonly messages: readonly TalkMessage[]
  /** Who the assistant is, in the words of the client. */
  readonly system?: string | undefined
  /** Nothing of the workspace comes along, and words are only words. */
  readonly isPlain: boolean
  /** Run by the client. */
  readonly tools: readonly ToolDefinition[]
  readonly modelId?: string | undefined
  readonly settings: ChatSettingsPatch
  readonly decision?: GuardDecision | undefined
  readonly signal: AbortSignal
}

/** `wanted`: the client is to run these, and to come back with what they gave. */
export type TalkEvent = AskEvent | { readonly kind: 'wanted'; readonly calls: readonly ClientCall[] }

/** Where a conversation has got to, under what its client will come back with. */
interface TalkPlace {
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  /** How much of an answer that waits for its client was given. */
  readonly after?: number | undefined
}

/**
 * Answers a conversation that its client sends whole each time. What was answered here before goes on in its own chat,
 * so that its context and its cache hold; what was not becomes a chat first.
 */
export async function* converse(context: AppContext, input: ConverseInput): AsyncGenerator<TalkEvent> {
  try {
    requireMayEnter(input)
    const { workspaceId, messages, tools, signal } = input
    const waiting = await findWaiting(context, input)
    const sent = waiting ?? (await send(context, input))
    const results = new Map(messages.flatMap((one) => (one.role === 'tool' ? [[one.callId, one.text]] : [])))
    const client = { names: new Set(tools.map(({ name }) => name)), results, after: waiting?.after }
    let text = ''
    const events = followSent(context, { ...sent, workspaceId, signal, client })
    for (;;) {
      const { value, done } = await events.next()
      if (!done) {
        if (value.kind === 'text') text += value.delta
        if (value.kind === 'ended') {
          const delta = placesOf(value.turn)
          if (delta !== '') yield { kind: 'text', delta }
          await keepEnd(context, input, { sent, text: text + delta, turn: value.turn })
        }
        yield value
        continue
      }
      if (value) {
        const { calls, answerId, after } = value
        const said = { role: 'assistant', text, calls } as const
        const place = { chatId: sent.chatId, turnId: sent.turnId, answerId, after }
        await keepPlace(context, { workspaceId, messages: [...messages, said], place })
        yield { kind: 'wanted', calls }
      }
      return
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Where its citations lead: the client has no list of sources beside the text. */
function placesOf({ answer: { sources } }: EndOfTalk['turn']): string {
  const lines = sources.map(({ number, path, lines: [from, to], title, unit = 'line' }) => {
    const place = from === to ? `${unit} ${from}` : `${unit}s ${from}–${to}`
    return `[^${number}]: ${title ?? path}, ${place}`
  })
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
}

interface SentTalk extends Pick<SentMessage, 'turnId' | 'answerId' | 'answerIds'> {
  readonly chatId: string
  readonly isNewChat: boolean
}

/** The answer that waits for the results which come now; undefined where none does. */
async function findWaiting(
  context: AppContext,
  { workspaceId, messages }: ConverseInput,
): Promise<(SentTalk & Pick<TalkPlace, 'after'>) | undefined> {
  const asked = messages.findLastIndex(({ role }) => role !== 'tool')
  if (asked === messages.length - 1) return undefined
  const place = await findPlace(context, workspaceId, messages.slice(0, asked + 1))
  if (!place || place.after === undefined || !context.live.has(place.answerId)) return undefined
  return { ...place, answerIds: [place.answerId], isNewChat: false }
}

async function send(context: AppContext, input: ConverseInput): Promise<SentTalk> {
  const { workspaceId, messages, settings } = input
  const flat = flatten(messages)
  const last = flat.at(-1)
  if (last?.role !== 'user' || last.text.trim() === '')
    throw new AppError('message-empty', 'The conversation has to end with a message of the user.')
  const known = messages.length > 1 ? await findPlace(context, workspaceId, messages.slice(0, -1)) : undefined
  if (known) {
    try {
      await setChatSettings(context, { workspaceId, chatId: known.chatId, settings })
      return { ...(await sendIn(context, input, { ...known, last })), chatId: known.chatId, isNewChat: false }
    } catch (error) {
      // Two go on with it at once: the second gets a chat of its own.
      if (!(error instanceof AppError && error.code === 'answer-running')) throw error
    }
  }
  const earlier = flat.slice(0, -1)
  const chatId =
    earlier.length > 0
      ? await importTalk(context, workspaceId, earlier)
      : (await createChat(context, { workspaceId })).id
  try {
    await setChatSettings(context, { workspaceId, chatId, settings })
    return { ...(await sendIn(context, input, { chatId, last })), chatId, isNewChat: true }
  } catch (error) {
    await takeBack(context, { workspaceId, chatId }).catch(() => undefined)
    throw error
  }
}

interface MessageToPlace extends Partial<TalkPlace> {
  readonly chatId: string
  readonly last: Extract<TalkMessage, { readonly role: 'user' }>
}

async function sendIn(
  context: AppContext,
  input: ConverseInput,
  { chatId, turnId, answerId, last }: MessageToPlace,
): Promise<SentMessage> {
  const { workspaceId, settings, decision, system, isPlain, tools } = input
  const { turns, answers } = context.store
  const turn = turnId === undefined ? undefined : await turns.get({ workspaceId, id: turnId })
  const answer = answerId === undefined ? undefined : await answers.get({ workspaceId, id: answerId })
  const attach: string[] = []
  for (const [index, { mediaType, bytes }] of last.pictures.entries()) {
    const name = `picture-${index + 1}.${mediaType.replace(/^image\//, '').replace(/\+.*$/, '')}`
    attach.push(`upload:${(await uploadFile(context, { workspaceId, name, bytes })).id}`)
  }
  const asks = await asksForModel(context, workspaceId, settings)
  const modelId = input.modelId ?? (asks ? undefined : await lastModel(context, workspaceId))
  return placeMessage(
    context,
    {
      workspaceId,
      chatId,
      text: last.text,
      attach,
      modelId,
      decision,
      ...(turn ? { after: { turn, answer } } : {}),
      client: { system, isPlain, tools },
    },
    'send',
  )
}

/** Whoever answered last in this workspace: neither price nor place changes unasked. */
async function lastModel(context: AppContext, workspaceId: string): Promise<string | undefined> {
  const [latest] = await listChats(context, { workspaceId, limit: 1 })
  return latest && (await headPoint(context, { workspaceId, chatId: latest.id })).answer?.modelId
}

/** What was said elsewhere, as a chat. */
async function importTalk(
  context: AppContext,
  workspaceId: string,
  messages: readonly TalkMessage[],
): Promise<string> {
  const lines = messages.map(({ role, text }) => JSON.stringify({ role, text })).join('\n')
  const bytes = new TextEncoder().encode(`${lines}\n`)
  const { chats } = await importChats(context, { workspaceId, name: 'conversation.jsonl', bytes })
  const [made] = chats
  if (made?.chatId === undefined)
    throw new AppError('message-invalid', `The conversation could not be read: ${made?.lost.join(' ') ?? ''}`)
  return made.chatId
}

/** With the calls of tools as words, and each role once in a row: so it can be read anywhere. */
function flatten(
  messages: readonly TalkMessage[],
): readonly Exclude<TalkMessage, { readonly role: 'tool' }>[] {
  const names = new Map<string, string>()
  const flat: Exclude<TalkMessage, { readonly role: 'tool' }>[] = []
  for (const message of messages) {
    const one = wordsOf(message, names)
    const before = flat.at(-1)
    if (before?.role !== one.role) flat.push(one)
    else {
      const text = [before.text, one.text].filter((each) => each !== '').join('\n\n')
      if (before.role === 'user' && one.role === 'user')
        flat.splice(-1, 1, { ...before, text, pictures: [...before.pictures, ...one.pictures] })
      else flat.splice(-1, 1, { role: 'assistant', text, calls: [] })
    }
  }
  return flat
}

function wordsOf(
  message: TalkMessage,
  names: Map<string, string>,
): Exclude<TalkMessage, { readonly role: 'tool' }> {
  if (message.role === 'user') return message
  if (message.role === 'tool')
    return {
      role: 'user',
      text: `Result of ${names.get(message.callId) ?? 'a tool'}:\n${message.text}`,
      pictures: [],
    }
  for (const { id, name } of message.calls) names.set(id, name)
  const calls = message.calls.map(({ name, arguments: args }) => `Calls ${name}: ${args}`)
  return {
    role: 'assistant',
    text: [message.text, ...calls].filter((each) => each !== '').join('\n'),
    calls: [],
  }
}

async function findPlace(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
  messages: readonly TalkMessage[],
): Promise<TalkPlace | undefined> {
  const found = await store.requests.get(workspaceId, keyOf(messages))
  const known = found?.response as TalkPlace | undefined
  const chat = known && (await store.conversations.get({ workspaceId, id: known.chatId }))
  return chat && chat.trashedAt === undefined ? known : undefined
}

interface EndOfTalk {
  readonly sent: SentTalk
  /** As the client was given it. */
  readonly text: string
  readonly turn: Extract<AskEvent, { readonly kind: 'ended' }>['turn']
}

async function keepEnd(
  context: AppContext,
  { workspaceId, messages }: ConverseInput,
  { sent: { chatId, turnId }, text, turn }: EndOfTalk,
): Promise<void> {
  const said = { role: 'assistant', text, calls: [] } as const
  const place = { chatId, turnId, answerId: turn.answer.id }
  await keepPlace(context, { workspaceId, messages: [...messages, said], place })
}

interface PlaceToKeep {
  readonly workspaceId: string
  readonly messages: readonly TalkMessage[]
  readonly place: TalkPlace
}

/** The same words twice lead to the first chat in which they were said, as a branch of it. */
async function keepPlace(
  { store, clock, report }: Pick<AppContext, 'store' | 'clock' | 'report'>,
  { workspaceId, messages, place: response }: PlaceToKeep,
): Promise<void> {
  const key = keyOf(messages)
  if (await store.requests.get(workspaceId, key)) return
  try {
    await store.commit([
      store.requests.put({ workspaceId, key, fingerprint: 'converse', response, at: clock.now() }),
    ])
  } catch (error) {
    // The answer is whole; the next message of it begins a chat of its own.
    report(`Where a conversation continues is not kept: ${toAppError(error).message}`)
  }
}

/** Clients cut blanks off, and some leave an empty message out. */
function keyOf(messages: readonly TalkMessage[]): string {
  const said = messages.map((message) => [
    message.role,
    message.text.trim(),
    ...(message.role === 'user' ? message.pictures.map(({ bytes }) => hashBytes(bytes)) : []),
    ...(message.role === 'assistant' ? message.calls.map(({ id }) => id) : []),
    ...(message.role === 'tool' ? [message.callId] : []),
  ])
  return `converse ${hashText(JSON.stringify([actingKeyId() ?? null, said]))}`
}
