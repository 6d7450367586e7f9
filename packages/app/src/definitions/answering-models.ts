import { type Notice, notice } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireModel, whyNotReady } from '../models/require-model.ts'
import type { ChatDefaults } from './chat-defaults.ts'

export interface AnsweringWanted extends ModelsToAsk {
  /** The agent that the message calls by name; absent or empty where it calls none. */
  readonly called: string | undefined
  readonly defaults: Pick<ChatDefaults, 'agentModel' | 'projectModels'>
}

/** Who answers a message. */
export interface AnsweringModels {
  /** The default one is `undefined`. */
  readonly ids: readonly (string | undefined)[]
  /** In words: whose model does not answer, and why. */
  readonly notices: readonly Notice[]
  /** The agent whose own model answers instead of the one that was chosen. */
  readonly by?: string
}

/**
 * Chooses the answering models: that of an agent called in the message, else the chosen ones, else that of
 * the chat's agent, else the first available one of its project. Unavailable models are reported.
 */
export async function answeringModels(
  context: AppContext,
  { called, defaults, ...asked }: AnsweringWanted,
): Promise<AnsweringModels> {
  const { agentModel: own } = defaults
  const chosen = askedModels(asked)
  const [first] = chosen
  if (own === undefined || own.modelId === first)
    return first === undefined ? inProject(context, defaults) : { ids: chosen, notices: [] }
  const isCalled = called !== undefined && called !== ''
  if (isCalled && chosen.length > 1) {
    if (chosen.includes(own.modelId)) return { ids: chosen, notices: [] }
    const { agent, modelId: model } = own
    return { ids: chosen, notices: [notice('agent-model-not-asked', agent, { model, count: chosen.length })] }
  }
  const why = await whyNotReady(context, own.modelId)
  if (why === undefined) {
    if (first !== undefined && !isCalled) return { ids: chosen, notices: [] }
    return { ids: [own.modelId], notices: [], ...(first === undefined ? {} : { by: own.agent }) }
  }
  const instead = first === undefined ? await inProject(context, defaults) : { ids: chosen, notices: [] }
  const names = await namesOf(context, instead.ids)
  const unavailable = notice('agent-model-unavailable', own.agent, { model: own.modelId, why, ...names })
  return { ids: instead.ids, notices: [unavailable, ...instead.notices] }
}

async function inProject(
  context: AppContext,
  { projectModels: { project, modelIds } }: Pick<ChatDefaults, 'projectModels'>,
): Promise<AnsweringModels> {
  const reasons: string[] = []
  for (const id of modelIds) {
    const why = await whyNotReady(context, id)
    if (why === undefined) return { ids: [id], notices: [] }
    reasons.push(why)
  }
  if (reasons.length === 0) return { ids: [undefined], notices: [] }
  const why = [...new Set(reasons)].join(' ')
  const names = await namesOf(context, [undefined])
  return { ids: [undefined], notices: [notice('project-models-unavailable', project, { why, ...names })] }
}

async function namesOf(
  context: AppContext,
  ids: readonly (string | undefined)[],
): Promise<{ readonly names: string; readonly count: number }> {
  const models = await Promise.all(ids.map((id) => requireModel(context, id)))
  return { names: models.map(({ name }) => name).join(' and '), count: models.length }
}

const MOST_MODELS = 8

export interface ModelsToAsk {
  readonly modelId?: string | undefined
  /** Several models answer side by side. */
  readonly modelIds?: readonly string[] | undefined
}

/** The models that a message is for, each once and in their order; the default one is `undefined`. */
export function askedModels({ modelId, modelIds }: ModelsToAsk): readonly (string | undefined)[] {
  const ids = modelIds && modelIds.length > 0 ? [...new Set(modelIds)] : [modelId]
  if (ids.length > MOST_MODELS)
    throw new AppError('message-invalid', `At most ${MOST_MODELS} models can be asked at once.`)
  return ids
}
