import { priceUsage } from '@varve/engine'
import { offlineModel } from '@varve/providers'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { runSideCall } from '../side-calls/side-call.ts'
import { guardOutgoing } from '../side-calls/guard-outgoing.ts'
import { cutter } from '../guard/cutter.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { loadAsked } from '../chat/load-state.ts'
import { loadTurnView } from './load-turns.ts'
import { requireTurn } from '../chat/require-turn.ts'
import type { ComparisonForecastView, TurnView } from '@varve/contract'
import {
  type AnswerToCompare,
  type ComparedSource,
  comparisonText,
  fitSources,
  JUDGE_CONTRACT,
} from './comparison-text.ts'

export interface CompareAnswersInput extends ChatPlace {
  readonly turnId: string
  /** The model that judges; where it is left out, the first one that answered. */
  readonly modelId?: string | undefined
}

/** An analysis, and the thoughts that some models have before one. */
const MOST_OUTPUT = 4000
/** What an analysis usually takes, for the forecast. */
const USUAL_OUTPUT = 500

/**
 * Has a model say where the answers to one question agree, where they differ, and which is best. Only when asked;
 * what it says is beside the turn and never enters the conversation.
 */
export async function compareAnswers(context: AppContext, input: CompareAnswersInput): Promise<TurnView> {
  const { workspaceId, chatId, turnId } = input
  const { model, text, answerId, turn } = await gather(context, input)
  // The button shows which model will read it and the cost.
  const outgoing = await guardOutgoing(context, { workspaceId, chatId, turn, model, text, confirmed: true })
  await runSideCall(context, {
    workspaceId,
    chatId,
    turnId,
    purpose: 'comparison',
    model,
    instructions: JUDGE_CONTRACT,
    outgoing,
    maxOutputTokens: MOST_OUTPUT,
  })
  await context.store.commit([context.store.chatFiles.mark({ workspaceId, conversationId: chatId })])
  context.chatFiles.due(workspaceId)
  return loadTurnView(context, { workspaceId, answerId })
}

/** What it would take. Nothing is sent. */
export async function forecastComparison(
  context: AppContext,
  input: CompareAnswersInput,
): Promise<ComparisonForecastView> {
  const { model, text, sources } = await gather(context, input)
  const { spec, name } = model
  const inputTokens = spec.tokenizer.count(JUDGE_CONTRACT) + spec.tokenizer.count(text)
  const usage = { input: inputTokens, cached: 0, written: 0, uncached: inputTokens }
  return {
    modelId: spec.id,
    modelName: name,
    inputTokens,
    contextTokens: sources.reduce((sum, source) => sum + spec.tokenizer.count(source.text), 0),
    costUSD: priceUsage(usage, spec.profile, USUAL_OUTPUT),
  }
}

interface Gathered {
  readonly model: ChatModel
  readonly text: string
  readonly sources: readonly ComparedSource[]
  readonly answerId: string
  readonly turn: TurnRecord
}

async function gather(context: AppContext, input: CompareAnswersInput): Promise<Gathered> {
  const { workspaceId, turnId } = input
  const turn = await requireTurn(context, input, turnId)
  const records = await context.store.answers.ofTurn(workspaceId, turnId)
  const model = await requireReadyModel(context, input.modelId ?? records[0]?.modelId)
  if (model.spec.id === offlineModel.id)
    throw new AppError(
      'model-unavailable',
      'The built-in model quotes and cannot judge. Choose a language model to compare with.',
    )
  const answers: readonly AnswerToCompare[] = records.filter(
    ({ status, text }) => status === 'complete' && text !== '',
  )
  if (answers.length < 2)
    throw new AppError('message-empty', 'There are no two answers to compare: ask another model first.')
  const cut = await cutter(context, workspaceId)
  const sources = fitSources(await readSources(context, input, turn), cut, model.spec.window)
  return {
    model,
    sources,
    text: comparisonText(turn.text, answers, cut, sources),
    answerId: records[0]?.id ?? '',
    turn,
  }
}

/**
 * What the models were given to read, most relevant first: what was attached to the question, what was found for it,
 * and what the chat still keeps from earlier turns.
 */
async function readSources(
  context: AppContext,
  place: ChatPlace,
  turn: TurnRecord,
): Promise<readonly ComparedSource[]> {
  const state = (await loadAsked(context, place, turn))?.state
  if (!state?.open) return []
  const { attached, gathered } = state.open
  const found = gathered.map(({ tool, text, hits = [] }) => ({
    name: tool,
    text: [text, ...hits.map((hit) => `${hit.key}:\n${hit.text}`)].filter((part) => part !== '').join('\n\n'),
  }))
  const given = new Set(attached.map(({ artifact }) => artifact.key))
  const kept = [...state.library]
    .filter(({ artifact }) => !given.has(artifact.key))
    .toSorted((one, other) => other.lastTurn - one.lastTurn)
  const read = ({ artifact: { key, content } }: (typeof kept)[number] | (typeof attached)[number]) => ({
    name: key,
    text: content,
  })
  return [...attached.map(read), ...found, ...kept.map(read)]
}
