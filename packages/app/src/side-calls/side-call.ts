import { type Message, priceUsage } from '@varve/engine'
import { hashText } from '@varve/engine/internal'
import { priceCall, type ReportedUsage } from '@varve/providers'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { callModel, type OutgoingCall } from '../guard/call-model.ts'
import type { OutgoingText } from '../guard/redact-outgoing.ts'
import type { ChatModel, ModelCall } from '../models/chat-model.ts'
import type { SideCallPurpose } from '@varve/contract'
import { holdMoney, releaseMoney, spendStatements } from '../spending.ts'
import { type Exchange, sealExchange } from './sealed-exchange.ts'

export interface SideCallInput extends ChatPlace {
  readonly purpose: SideCallPurpose
  readonly model: ChatModel
  /** What the model is to do, in words that hold nothing of the user's. */
  readonly instructions: string
  /** Text that has passed the guard. */
  readonly outgoing: OutgoingText & Pick<OutgoingCall, 'state'>
  readonly maxOutputTokens: number
  /** The turn that it is for. */
  readonly turnId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type SideCallUsage = Omit<ReportedUsage, 'reasoning' | 'uncached'> & { readonly costUSD: number }

export interface SideCallAnswer {
  /** With the values that the model was not given. */
  readonly text: string
  readonly usage: SideCallUsage
}

const PATIENCE_MILLISECONDS = 120_000

/**
 * One call apart from the conversation and its cache. It is recorded and counted whatever comes of it: what was
 * sent and what came back are sealed, and hold no key.
 */
export async function runSideCall(context: AppContext, input: SideCallInput): Promise<SideCallAnswer> {
  const { model, outgoing, instructions, maxOutputTokens } = input
  const messages: readonly Message[] = [
    { role: 'system', parts: [{ kind: 'text', text: instructions }] },
    { role: 'user', parts: [{ kind: 'text', text: outgoing.text }] },
  ]
  const owner = context.newId()
  const { costUSD: inputUSD } = usageOf(model, { messages, text: '', reported: undefined })
  await holdMoney(context, { owner, model, inputUSD, maxOutputTokens })
  try {
    return await makeCall(context, { ...input, messages })
  } finally {
    releaseMoney(owner)
  }
}

async function makeCall(
  context: AppContext,
  input: SideCallInput & { readonly messages: readonly Message[] },
): Promise<SideCallAnswer> {
  const { workspaceId, chatId, model, outgoing, purpose, maxOutputTokens, messages } = input
  const call: ModelCall = {
    conversationId: `${chatId}-${purpose}`,
    messages,
    tools: [],
    marks: [],
    settings: { maxOutputTokens },
  }
  const wire = await model.build?.(call)
  const request = wire?.bodyText ?? JSON.stringify(messages)
  const at = context.clock.now()
  const began = context.timer()
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS)
  const signal = AbortSignal.any([context.closing, patience, ...(input.signal ? [input.signal] : [])])
  const { text, reported, error } = await readResponse(
    callModel(context, { ...outgoing, workspaceId, model, call }, { signal, wire }),
  )
  const isSilent = text === '' && !reported
  const usage = error !== undefined && isSilent ? undefined : usageOf(model, { messages, text, reported })
  const record = {
    ...input,
    at,
    request,
    text,
    usage,
    milliseconds: context.timer() - began,
    error: error ?? (signal.aborted ? 'It was stopped, or took too long.' : undefined),
  }
  await storeSideCall(context, { ...record, workspaceId, chatId })
  if (error !== undefined) throw new AppError('provider-failed', error)
  if (signal.aborted)
    throw new AppError('provider-failed', `${model.name} took too long, or was stopped. Nothing was changed.`)
  return { text: outgoing.restore(text), usage: usage ?? NOTHING_USED }
}

const NOTHING_USED: SideCallUsage = { input: 0, cached: 0, written: 0, output: 0, costUSD: 0 }

interface SideCallResponse {
  readonly text: string
  readonly reported: ReportedUsage | undefined
  readonly error: string | undefined
}

async function readResponse(events: ReturnType<ChatModel['answer']>): Promise<SideCallResponse> {
  let text = ''
  let reported: ReportedUsage | undefined
  try {
    for await (const event of events)
      if (event.kind === 'text') text += event.delta
      else if (event.kind === 'usage') reported = event.usage
      else if (event.kind === 'failed') return { text, reported, error: event.message }
    return { text, reported, error: undefined }
  } catch (error) {
    return { text, reported, error: toAppError(error).message }
  }
}

interface SideCallToStore extends SideCallInput {
  readonly at: number
  readonly milliseconds: number
  readonly request: string
  readonly text: string
  readonly usage: SideCallUsage | undefined
  readonly error: string | undefined
}

async function storeSideCall(context: AppContext, call: SideCallToStore): Promise<void> {
  const { store, newId } = context
  const { workspaceId, chatId: conversationId, purpose, turnId, model, at, milliseconds, error } = call
  const { request, text, usage } = call
  const id = newId()
  const modelId = model.spec.id
  const sealed = await sealedIfPossible(context, { workspaceId, id }, { request, answer: text })
  await store.commit([
    store.sideCalls.insert({
      workspaceId,
      id,
      conversationId,
      turnId,
      purpose,
      modelId,
      modelName: model.name,
      at,
      milliseconds,
      error,
      requestHash: hashText(request),
      usage,
      sealed,
    }),
    ...(usage
      ? [store.usage.insert({ ...usage, workspaceId, conversationId, id, at, userId: undefined, modelId })]
      : []),
    ...spendStatements(store, usage?.costUSD),
  ])
}

/** Without a key the text is not stored; the call and its cost are. */
async function sealedIfPossible(
  context: AppContext,
  place: { readonly workspaceId: string; readonly id: string },
  said: Exchange,
): Promise<Uint8Array | undefined> {
  try {
    return await sealExchange(context, place, said)
  } catch (error) {
    context.report(
      `The text of side call ${place.id} was not stored, because it could not be encrypted: ${String(error)}`,
    )
    return undefined
  }
}

/** As the provider counted, else as we would. */
function usageOf(
  model: ChatModel,
  {
    messages,
    text,
    reported,
  }: Pick<SideCallResponse, 'text' | 'reported'> & { readonly messages: readonly Message[] },
): SideCallUsage {
  const { catalogue, spec } = model
  if (reported) {
    const { input, cached, written, output } = reported
    const { costUSD } = catalogue ? priceCall(catalogue, reported) : { costUSD: 0 }
    return { input, cached, written, output, costUSD }
  }
  const texts = messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')))
  const input = texts.reduce((sum, one) => sum + spec.tokenizer.count(one), 0)
  const output = spec.tokenizer.count(text)
  const counts = { input, cached: 0, written: 0 }
  return { ...counts, output, costUSD: priceUsage({ ...counts, uncached: input }, spec.profile, output) }
}
