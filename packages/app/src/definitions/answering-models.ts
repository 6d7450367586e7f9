import type { AppContext } from '../app-context.ts'
import { requireModel, whyNotReady } from '../models/require-model.ts'
import { askedModels, type ModelsToAsk } from '../chat/asked-models.ts'
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
  readonly notices: readonly string[]
  /** The agent whose own model answers instead of the one that was chosen. */
  readonly by?: string
}

/**
 * Who answers: an agent that a message calls brings its own model. Otherwise a model that was chosen answers, then
 * that of the chat's agent, then the first of its project that can be asked. Whoever cannot be asked is told.
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
    return { ids: chosen, notices: [`${words(own)}; the ${chosen.length} models that were chosen answer.`] }
  }
  const why = await whyNotReady(context, own.modelId)
  if (why === undefined) {
    if (first !== undefined && !isCalled) return { ids: chosen, notices: [] }
    return { ids: [own.modelId], notices: [], ...(first === undefined ? {} : { by: own.agent }) }
  }
  const instead = first === undefined ? await inProject(context, defaults) : { ids: chosen, notices: [] }
  const notice = `${words(own)}. ${why} ${await namesOf(context, instead.ids)} instead.`
  return { ids: instead.ids, notices: [notice, ...instead.notices] }
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
  const instead = `${await namesOf(context, [undefined])} instead.`
  const whole = `No model of the project "${project}" can be asked. ${[...new Set(reasons)].join(' ')} ${instead}`
  return { ids: [undefined], notices: [whole] }
}

function words({ agent, modelId }: NonNullable<ChatDefaults['agentModel']>): string {
  return `The agent "${agent}" asks for the model ${modelId}`
}

async function namesOf(context: AppContext, ids: readonly (string | undefined)[]): Promise<string> {
  const models = await Promise.all(ids.map((id) => requireModel(context, id)))
  return `${models.map(({ name }) => name).join(' and ')} ${models.length === 1 ? 'answers' : 'answer'}`
}
