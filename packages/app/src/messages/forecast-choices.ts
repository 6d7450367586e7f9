import type { Layout } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { toAppError } from '../app-error.ts'
import { requireChat } from '../chats/require-chat.ts'
import { listModels } from '../models/list-models.ts'
import type { ForecastChoiceView, ForecastView, ModelView } from '../views.ts'
import { forecastTurn } from './forecast-turn.ts'
import type { MessageDraft } from './message-draft.ts'

const LAYOUTS: readonly Layout[] = ['auto', 'ledger', 'library']

/**
 * What sending this draft would use and cost with each model that can be asked, and with the chosen one in each
 * layout: the cheapest first. Nothing is stored, no model is called.
 */
export async function forecastChoices(
  context: AppContext,
  { modelId, modelIds, ...draft }: MessageDraft,
): Promise<readonly ForecastChoiceView[]> {
  await requireChat(context, draft)
  const models = (await listModels(context)).filter(({ ready }) => ready)
  const chosen = modelIds?.[0] ?? modelId ?? models[0]?.id
  const rows: ForecastChoiceView[] = []
  // One after the other: each plans the whole chat, and others are being answered meanwhile.
  for (const model of models)
    for (const layout of model.id === chosen ? LAYOUTS : LAYOUTS.slice(0, 1))
      rows.push(await forecastChoice(context, { draft, model, layout }))
  return rows.sort(
    (a, b) => rank(a) - rank(b) || a.costUSD - b.costUSD || (a.modelName < b.modelName ? -1 : 1),
  )
}

interface Choice {
  readonly draft: MessageDraft
  readonly model: ModelView
  readonly layout: Layout
}

/** A draft that one model may not be sent is no reason to say nothing of the others. */
async function forecastChoice(
  context: AppContext,
  { draft, model, layout }: Choice,
): Promise<ForecastChoiceView> {
  const about = { modelId: model.id, modelName: model.name, layout }
  try {
    const forecast = await forecastTurn(context, {
      ...draft,
      modelId: model.id,
      ...(layout === 'auto' ? {} : { layout }),
    })
    const { agentModel } = forecast
    return agentModel
      ? { ...about, ...NOTHING, error: `${agentModel.agent} is called, and answers with ${agentModel.name}.` }
      : { ...about, ...figuresOf(forecast) }
  } catch (error) {
    return { ...about, ...NOTHING, error: toAppError(error).message }
  }
}

const NOTHING = { usedTokens: 0, cachedTokens: 0, newTokens: 0, costUSD: 0 }

function figuresOf(forecast: ForecastView): Omit<ForecastChoiceView, 'modelId' | 'modelName' | 'layout'> {
  const { usedTokens, cachedTokens, newTokens, costUSD, overBy, reservedTokens, reservedUSD } = forecast
  return {
    usedTokens,
    cachedTokens,
    newTokens,
    costUSD,
    ...(overBy === undefined ? {} : { overBy }),
    ...(reservedTokens && reservedUSD !== undefined
      ? { answerUSD: (reservedUSD / reservedTokens) * ANSWER_TOKENS }
      : {}),
  }
}

/** What an answer is priced by, so that models can be compared; how long it gets nobody knows. */
const ANSWER_TOKENS = 1000

/** What cannot be sent comes last. */
function rank({ overBy, error }: ForecastChoiceView): number {
  return error === undefined ? (overBy === undefined ? 0 : 1) : 2
}
