import type { State } from '@varve/engine'
import { type Finding, maskValue } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { audienceOf } from '../models/provider-info.ts'
import type { AnswerOptions, ChatModel, ModelCall, ModelEvent } from '../models/chat-model.ts'
import { clearCall, isCleared } from '../models/cleared-calls.ts'
import { cloudModels } from '../models/cloud-models.ts'
import { isGuardedAgainst } from './guard-draft.ts'
import { readGuardPolicy, requireReadable } from './guard-policy.ts'
import { isHidden } from './guard-result.ts'
import { toolText } from './pieces.ts'
import type { Redaction } from './redaction.ts'

/** A request on its way to one model. */
export interface OutgoingCall {
  readonly workspaceId: string
  readonly model: ChatModel
  readonly call: ModelCall
  /** What was decided about the texts that it is made of. */
  readonly redaction: Redaction
  /** The conversation that it belongs to: what models of the same audience wrote in it is theirs. */
  readonly state?: State | undefined
}

/**
 * The only way for a request to reach a model, whatever caused it. Scans everything once more for that model:
 * system prompt, tools, titles, paths, history and tool results. The guard has already redacted it before
 * planning, so nothing should be found; if something is, nothing is sent.
 */
export async function* callModel(
  context: AppContext,
  outgoing: OutgoingCall,
  options: AnswerOptions,
): AsyncGenerator<ModelEvent> {
  await requirePassage(context, outgoing)
  const { model, call, workspaceId } = outgoing
  yield* model.answer(call, { ...options, workspaceId })
}

/** Lets a request pass, or stops it. */
export async function requirePassage(context: AppContext, outgoing: OutgoingCall): Promise<void> {
  const left = await passDoor(context, outgoing)
  if (left.length > 0) throw await stopCall(context, outgoing, left)
}

/** A value that the guard would have kept here. */
export interface LeftFinding extends Pick<Finding, 'type' | 'severity' | 'advice'> {
  readonly place: string
  readonly value: string
}

/** What keeps a request from being sent; where there is nothing, it may pass from now on. */
export async function passDoor(context: AppContext, outgoing: OutgoingCall): Promise<readonly LeftFinding[]> {
  const { model, call } = outgoing
  if (isCleared(call, model.spec.id)) return []
  const left = await findLeft(context, outgoing)
  if (left.length === 0) clearCall(call, model.spec.id)
  return left
}

/** The same question as for all that the guard finds. */
export function askAboutLeft(left: readonly LeftFinding[]): AppError {
  const findings = left.map(({ value, ...finding }) => ({
    ...finding,
    masked: [maskValue(finding.type, value)],
    count: 1,
  }))
  const question = { findings, values: countsOf(left), lighter: { redacted: {}, sent: {} }, unscanned: [] }
  return new AppError('guard-findings', 'Private data was found. Nothing has been sent.', { guard: question })
}

/** Writes into the audit that a request was stopped, and gives the reason. */
export async function stopCall(
  { store, clock }: AppContext,
  { workspaceId, model }: OutgoingCall,
  left: readonly LeftFinding[],
): Promise<AppError> {
  const detail = { models: [model.spec.id], stopped: countsOf(left) }
  const at = clock.now()
  await store.commit([store.audit.append({ workspaceId, at, actor: undefined, action: 'guard', detail })])
  const types = [...new Set(left.map(({ type }) => type))].join(', ')
  const places = [...new Set(left.map(({ place }) => place))].join(', ')
  return new AppError(
    'guard-blocked',
    `This request still contains private data: ${types} (${places}). Nothing has been sent. Remove it there, or allow it on the Guard page.`,
  )
}

function countsOf(left: readonly LeftFinding[]): { readonly [type: string]: number } {
  const byType = Map.groupBy(left, ({ type }) => type)
  return Object.fromEntries(
    [...byType].map(([type, some]) => [type, new Set(some.map(({ value }) => value)).size]),
  )
}

interface CallText {
  readonly place: string
  readonly text: string
}

async function findLeft(
  context: AppContext,
  { workspaceId, model, call, redaction, state }: OutgoingCall,
): Promise<readonly LeftFinding[]> {
  const { store, scans, closing } = context
  const audience = audienceOf(model)
  const stored = await readGuardPolicy(store, workspaceId)
  const { policy } = stored
  if (!isGuardedAgainst({ audience }, policy)) return []
  requireReadable(stored)
  const find = async (texts: readonly CallText[]): Promise<readonly LeftFinding[]> => {
    await scans.prepare(
      texts.map(({ text }) => text),
      policy,
      closing,
    )
    return texts.flatMap(({ place, text }) =>
      scans
        .scan(text, policy)
        .filter((finding) => isHidden(finding, text, policy, redaction))
        .map(({ type, severity, advice, start, end }) => ({
          type,
          severity,
          advice,
          place,
          value: text.slice(start, end),
        })),
    )
  }
  const found = await find(textsOf(call))
  if (found.length === 0 || !state) return found
  // What a model on this machine wrote is no secret from models on this machine, and may be one from all others.
  const isOwn = audience === 'cloud' ? await cloudModels(context) : () => true
  const own = new Set((await find(writtenIn(state, isOwn))).map(({ value }) => value))
  return found.filter(({ value }) => !own.has(value))
}

/** All that a model is given. */
function textsOf({ messages, tools, settings: { format } = {} }: ModelCall): readonly CallText[] {
  return [
    ...(format?.kind === 'schema' ? [{ place: 'answer format', text: JSON.stringify(format) }] : []),
    ...tools.map((tool) => ({ place: 'tools', text: toolText(tool) })),
    ...messages.flatMap(({ role, parts }) =>
      parts.map((part) => ({
        place: PLACES[role],
        text:
          part.kind === 'image' ? part.image.name : part.kind === 'tool-call' ? part.arguments : part.text,
      })),
    ),
  ]
}

const PLACES = {
  system: 'instructions',
  user: 'message',
  assistant: 'answer',
  tool: 'tool result',
} as const

/** What some models wrote themselves: answers, steps and thoughts. */
function writtenIn({ history, open }: State, isBy: (modelId: string) => boolean): readonly CallText[] {
  const turns = [...history, ...(open ? [open] : [])]
  const texts = turns.flatMap(({ answer, steps }) => [
    ...(answer && isBy(answer.model) ? [answer.text, answer.reasoning?.text ?? ''] : []),
    ...Object.entries(steps).flatMap(([modelId, all]) =>
      isBy(modelId)
        ? all.flatMap(({ text, reasoning, exchanges }) => [
            text,
            reasoning?.text ?? '',
            ...exchanges.map((one) => one.arguments),
          ])
        : [],
    ),
  ])
  return texts.map((text) => ({ place: PLACES.assistant, text }))
}
