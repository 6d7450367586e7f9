import type { AskEvent, ChatSettingsPatch, TurnView, UsageView } from '@varve/contract'
import { estimateTokenizer, type ToolDefinition } from '@varve/engine'
import { hashBytes, hashText } from '@varve/engine/internal'
import type { OutputFormat, ToolChoice } from '@varve/providers'
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
import type { CallFigures } from '../turn/call-response.ts'
import { steerAnswer, stopAnswer } from '../turn/running-answer.ts'
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
  /** The form of the answer; words where it is left out. */
  readonly format?: OutputFormat | undefined
  /** A tool that the first response of a turn has to call. */
  readonly toolChoice?: ToolChoice | undefined
  /** The response that this goes on from: then the messages are only the new ones. */
  readonly previous?: string | undefined
  /** How the client knows the response that it gets now. */
  readonly responseId: string
  readonly signal: AbortSignal
}

/** What a response used: of an answer in several responses, each has its own part. */
export interface TalkUsage {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
}

/** `wanted`: the client is to run these, and to come back with what they gave. */
export type TalkEvent =
  | Exclude<AskEvent, { readonly kind: 'ended' }>
  | { readonly kind: 'wanted'; readonly calls: readonly ClientCall[]; readonly usage: TalkUsage }
  | (Extract<AskEvent, { readonly kind: 'ended' }> & { readonly usage: TalkUsage | undefined })

/** Where a conversation has got to, under what its client will come back with. */
interface TalkPlace {
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  /** How much of an answer that waits for its client was given, and what it had used. */
  readonly after?: number | undefined
  readonly used?: TalkUsage | undefined
  /** Names the whole conversation up to here. */
  readonly name: string
}

/**
 * Answers a conversation that its client sends whole each time. A conversation that began here continues in
 * its chat, so that context and cache hold; another one becomes a chat first.
 */
export async function* converse(context: AppContext, input: ConverseInput): AsyncGenerator<TalkEvent> {
  try {
    requireMayEnter(input)
    const { workspaceId, messages, tools, signal } = input
    const talk = await findTalk(context, input)
    const waiting = await resume(context, input, talk)
    const sent = waiting ?? (await send(context, input, talk))
    const results = new Map(messages.flatMap((one) => (one.role === 'tool' ? [[one.callId, one.text]] : [])))
    const client = { names: new Set(tools.map(({ name }) => name)), results, after: waiting?.after }
    const before = waiting?.used ?? NOTHING_USED
    const { chatId, turnId } = sent
    let text = ''
    let isKept = false
    const keep = async (
      calls: readonly ClientCall[],
      rest: Omit<TalkPlace, 'chatId' | 'turnId' | 'name'>,
    ) => {
      isKept = true
      if (text === '' && calls.length === 0) return
      await keepPlace(context, input, talk, { role: 'assistant', text, calls }, { chatId, turnId, ...rest })
    }
    const events = followSent(context, { ...sent, workspaceId, signal, client })
    try {
      for (;;) {
        const { value, done } = await events.next()
        if (done) {
          if (!value) return
          const { calls, answerId, after } = value
          const used = await usedBy(context, { workspaceId, answerId })
          await keep(calls, { answerId, after, used })
          yield { kind: 'wanted', calls, usage: usedSince(before, used) }
          return
        }
        if (value.kind === 'ended') {
          const { answer } = value.turn
          const delta = placesOf(value.turn)
          text += delta
          if (delta !== '') yield { kind: 'text', delta }
          await keep([], { answerId: answer.id })
          yield { ...value, usage: answer.usage && usedSince(before, answer.usage) }
        } else {
          const event =
            value.kind === 'text' && waiting && text === ''
              ? { ...value, delta: value.delta.replace(PARAGRAPH_BREAK, '') }
              : value
          if (event.kind === 'text') text += event.delta
          yield event
        }
      }
    } finally {
      // Someone who leaves stops the answer, and goes on from as much of it as came.
      if (!isKept) {
        await events.return(undefined)
        await keep([], { answerId: sent.answerId })
      }
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Parts the texts of one answer, of which each response of the client has its own. */
const PARAGRAPH_BREAK = /^\n+/

const NOTHING_USED: TalkUsage = { input: 0, cached: 0, written: 0, output: 0 }

function usedSince(
  before: TalkUsage,
  { input, cached, written = 0, output }: Pick<UsageView, 'input' | 'cached' | 'written' | 'output'>,
): TalkUsage {
  return {
    input: Math.max(0, input - before.input),
    cached: Math.max(0, cached - before.cached),
    written: Math.max(0, written - before.written),
    output: Math.max(0, output - before.output),
  }
}

/** What the calls of an answer have used that waits for its client. */
async function usedBy(
  { store }: Pick<AppContext, 'store'>,
  answer: { readonly workspaceId: string; readonly answerId: string },
): Promise<TalkUsage> {
  const calls = [...(await store.calls.responsesOf(answer)).values()]
  const used = calls.flatMap((call) => (call?.response as CallFigures | undefined)?.usage ?? [])
  return {
    input: used.reduce((sum, { input }) => sum + input, 0),
    cached: used.reduce((sum, { cached }) => sum + cached, 0),
    written: used.reduce((sum, { written = 0 }) => sum + written, 0),
    output: used.reduce((sum, { output }) => sum + output, 0),
  }
}

/** Where its citations lead: the client has no list of sources beside the text. */
function placesOf({ answer: { sources } }: TurnView): string {
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

/** A conversation as far as it is known here, and what is new of it. */
interface Talk {
  /** Where it goes on; undefined where nothing of it was answered here. */
  readonly place: TalkPlace | undefined
  /** All that its client sent since the last answer. */
  readonly fresh: readonly TalkMessage[]
  /** Names the whole conversation, what is new included. */
  readonly name: string
}

async function findTalk(
  context: AppContext,
  { workspaceId, messages, previous }: ConverseInput,
): Promise<Talk> {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  const fresh = messages.slice(answered + 1)
  const before =
    previous === undefined ? undefined : await findPlace(context, workspaceId, responseName(previous))
  if (previous !== undefined && !before)
    throw new AppError('answer-not-found', `There is no response "${previous}" to go on from.`)
  const known = nameOf(messages.slice(0, answered + 1), before?.name ?? NOTHING_SAID)
  const place = answered < 0 ? before : await findPlace(context, workspaceId, known)
  if (before && !place)
    throw new AppError('message-invalid', 'After an earlier response, send only what is new.')
  return { place, fresh, name: nameOf(fresh, known) }
}

/** The answer that waits for the results which come now; undefined where none does. */
async function resume(
  context: AppContext,
  { workspaceId }: ConverseInput,
  { place, fresh }: Talk,
): Promise<(SentTalk & Pick<TalkPlace, 'after' | 'used'>) | undefined> {
  if (place?.after === undefined || !context.live.has(place.answerId)) return undefined
  const { chatId, turnId, answerId, after, used } = place
  if (!fresh.some(({ role }) => role === 'tool')) {
    // Its results never come: what is said now stands behind the question.
    await stopAnswer(context, { workspaceId, answerId })
    return undefined
  }
  for (const one of fresh)
    if (one.role === 'user' && one.text.trim() !== '')
      await steerAnswer(context, { workspaceId, answerId, text: one.text })
  return { chatId, turnId, answerId, answerIds: [answerId], isNewChat: false, after, used }
}

async function send(context: AppContext, input: ConverseInput, { place, fresh }: Talk): Promise<SentTalk> {
  const { workspaceId, messages, settings } = input
  const flat = flatten(place ? fresh : messages)
  const last = flat.at(-1)
  if (last?.role !== 'user' || last.text.trim() === '')
    throw new AppError('message-empty', 'The conversation has to end with a message of the user.')
  if (place) {
    const { chatId } = place
    try {
      await setChatSettings(context, { workspaceId, chatId, settings })
      return { ...(await sendIn(context, input, { ...place, last })), chatId, isNewChat: false }
    } catch (error) {
      // Two go on with it at once: the second gets a chat of its own, where it has sent the whole conversation.
      const isTaken = error instanceof AppError && isAnyOf(error.code, ['answer-running', 'chat-changed'])
      if (!isTaken || input.previous !== undefined) throw error
      return sendAnew(context, input, flatten(messages))
    }
  }
  return sendAnew(context, input, flat)
}

function isAnyOf(code: string, codes: readonly string[]): boolean {
  return codes.includes(code)
}

/** In a chat of its own, with what was said elsewhere before. */
async function sendAnew(
  context: AppContext,
  input: ConverseInput,
  flat: readonly FlatMessage[],
): Promise<SentTalk> {
  const { workspaceId, settings } = input
  const last = flat.at(-1)
  if (last?.role !== 'user')
    throw new AppError('message-empty', 'The last message has to be one of the user.')
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
  const { workspaceId, settings, decision, system, isPlain, tools, format, toolChoice } = input
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
      client: { system, isPlain, tools, format, toolChoice },
    },
    'send',
  )
}

/** Whoever answered last in this workspace: neither price nor place changes unasked. */
async function lastModel(context: AppContext, workspaceId: string): Promise<string | undefined> {
  const [latest] = await listChats(context, { workspaceId, limit: 1 })
  return latest && (await headPoint(context, { workspaceId, chatId: latest.id })).answer?.modelId
}

/** A conversation from another program, as a chat. */
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

type FlatMessage = Exclude<TalkMessage, { readonly role: 'tool' }>

/** With the calls of tools as words, and each role once in a row: so it can be read anywhere. */
function flatten(messages: readonly TalkMessage[]): readonly FlatMessage[] {
  const names = new Map<string, string>()
  const flat: FlatMessage[] = []
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

function wordsOf(message: TalkMessage, names: Map<string, string>): FlatMessage {
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
  name: string,
): Promise<TalkPlace | undefined> {
  const place = (await store.requests.get(workspaceId, name))?.response as TalkPlace | undefined
  const chat = place && (await store.conversations.get({ workspaceId, id: place.chatId }))
  return chat && chat.trashedAt === undefined ? place : undefined
}

/**
 * Keeps where a conversation goes on, by all that was said and by the id of the response. The same words twice lead to
 * the first chat in which they were said, as a branch of it.
 */
async function keepPlace(
  { store, clock, report }: Pick<AppContext, 'store' | 'clock' | 'report'>,
  { workspaceId, responseId }: ConverseInput,
  talk: Talk,
  said: TalkMessage,
  where: Omit<TalkPlace, 'name'>,
): Promise<void> {
  const name = nameOf([said], talk.name)
  const response: TalkPlace = { ...where, name }
  const keep = (key: string) =>
    store.requests.put({ workspaceId, key, fingerprint: 'converse', response, at: clock.now() })
  try {
    const isKnown = (await store.requests.get(workspaceId, name)) !== undefined
    await store.commit([keep(responseName(responseId)), ...(isKnown ? [] : [keep(name)])])
  } catch (error) {
    // The answer is whole; the next message of it begins a chat of its own.
    report(`Where a conversation continues is not kept: ${toAppError(error).message}`)
  }
}

const NOTHING_SAID = ''

/**
 * Names a conversation by all that was said in it, one message after the other, so that a longer one is named by what
 * is new. Clients cut blanks off. Those of one key never meet those of another.
 */
function nameOf(messages: readonly TalkMessage[], before: string): string {
  let name = before
  for (const message of messages) {
    const said = [
      message.role,
      message.text.trim(),
      ...(message.role === 'user' ? message.pictures.map(({ bytes }) => hashBytes(bytes)) : []),
      ...(message.role === 'assistant' ? message.calls.map(({ id }) => id) : []),
      ...(message.role === 'tool' ? [message.callId] : []),
    ]
    name = `converse ${hashText(JSON.stringify([actingKeyId() ?? null, name, said]))}`
  }
  return name
}

function responseName(id: string): string {
  return `response ${hashText(JSON.stringify([actingKeyId() ?? null, id]))}`
}

/** About how many tokens a conversation is; nothing is sent. */
export function countTalk({
  messages,
  system = '',
  tools,
}: Pick<ConverseInput, 'messages' | 'system' | 'tools'>): number {
  const texts = flatten(messages).map(({ text }) => text)
  const all = [system, ...tools.map((tool) => JSON.stringify(tool)), ...texts]
  return estimateTokenizer().count(all.filter((text) => text !== '').join('\n'))
}
