import {
  type AttachmentView,
  type ForecastChoiceView,
  type ForecastView,
  type ModelView,
  type Notice,
  notice,
  type OverBudgetView,
} from '@varve/contract'
import { type Layout, type Plan, type State, describePlan } from '@varve/engine'
import { reportsNoHits } from '@varve/providers'
import { EXTRACT_LIMITS } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { overBudget, toAppError } from '../app-error.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { Replaced } from '../definitions/expand-message.ts'
import { parseAttachables } from '../files/attachable.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { listModels } from '../models/list-models.ts'
import { buildCall } from './build-call.ts'
import type { ComposedMessage } from './compose-message.ts'
import { describeAttachments } from './describe-attachments.ts'
import { gatherTurn } from './gather.ts'
import { guardGathered, planTurn } from './plan.ts'
import { type ResolvedTurn, resolveTurn } from './resolve.ts'
import { summaryTask, summaryWriter, worthAsking } from './summaries.ts'
import type { TunedModel } from './tune-model.ts'
import type { MessageDraft, PlannedModel, PreparedTurn } from './turn-data.ts'

interface DraftToForecast extends MessageDraft {
  /** As if its models were asked in this layout from now on; as they are where it is left out. */
  readonly layout?: Layout | undefined
}

/** What sending this draft would use and cost: the steps of sending, without the last two. No model is called. */
export async function forecastTurn(
  context: AppContext,
  { layout, ...input }: DraftToForecast,
): Promise<ForecastView> {
  parseAttachables(input.attach)
  const turn = await resolveTurn(context, { ...input, isDraft: true, adapt: inLayout(layout) })
  const gathered = await gatherTurn(context, turn)
  const guarded = await guardGathered(context, gathered)
  const prepared = await planTurn(context, gathered, guarded)
  const { draft, composed, answering } = turn
  const { workspaceId, chatId, at } = draft
  const each = await Promise.all(
    prepared.planned.map((planned) =>
      forecastModel(context, {
        workspaceId,
        chatId,
        at,
        prepared,
        planned,
        composed,
        isDraft: layout === undefined,
      }),
    ),
  )
  const [first] = each as [ForecastView]
  const models = turn.models.map(({ model }) => model)
  const by = answering.by === undefined ? {} : { agentModel: { agent: answering.by, ...nameOf(models) } }
  const brought = broughtBy(turn)
  if (each.length < 2) return { ...first, ...brought, ...by }
  const costs = each.map(({ costUSD, cachedTokens, newTokens, overBy }, index) => ({
    modelId: models[index]?.spec.id ?? '',
    costUSD,
    cachedTokens,
    newTokens,
    ...(overBy === undefined ? {} : { overBy }),
  }))
  return {
    ...first,
    ...brought,
    costUSD: costs.reduce((sum, { costUSD }) => sum + costUSD, 0),
    models: costs,
  }
}

function inLayout(layout: Layout | undefined): (model: ChatModel) => ChatModel {
  return (model) => (layout === undefined ? model : { ...model, spec: { ...model.spec, layout } })
}

/** What comes along without a chip of its own. */
function broughtBy({
  defaults: { pinned },
  composed: { attach: named },
  offered,
}: ResolvedTurn): Pick<ForecastView, 'named' | 'pinned' | 'offered'> {
  return {
    ...(named.length === 0 ? {} : { named }),
    ...(pinned.length === 0 ? {} : { pinned }),
    ...(offered.length === 0 ? {} : { offered }),
  }
}

function nameOf([model]: readonly ChatModel[]): { readonly modelId: string; readonly name: string } {
  return { modelId: model?.spec.id ?? '', name: model?.name ?? '' }
}

interface ModelToForecast extends ChatPlace {
  readonly at: number
  readonly prepared: PreparedTurn
  readonly planned: PlannedModel
  readonly composed: ComposedMessage
  /** It is what would be sent, and no other way of sending it. */
  readonly isDraft: boolean
}

async function forecastModel(
  context: AppContext,
  { prepared, planned, composed, isDraft, ...place }: ModelToForecast,
): Promise<ForecastView> {
  if (planned.kind === 'over-budget') return doesNotFit(overBudget(planned.error))
  const { plan, model } = planned
  const { pictures } = prepared
  const { foreseen, wire, call } = await buildCall(context, { ...place, ...planned, pictures })
  const { input: used, cached, written, uncached, costUSD } = foreseen.predicted
  const { window, reservedOutput, profile } = model.spec
  const notices = [...prepared.notices, ...foreseeSummaries(prepared)]
  const request = model.catalogue && wire && { workspaceId: place.workspaceId, call, wire }
  const reading = request && (await context.runner?.forecast(model.catalogue, request, used))
  // What the user has yet to decide about is not read before.
  if (reading && isDraft && !prepared.guarded.question) context.runner?.readAhead(model.catalogue, request)
  return {
    ...(wire
      ? { usedTokens: used, budgetTokens: window - reservedOutput }
      : { usedTokens: plan.tokens, budgetTokens: plan.budget }),
    cachedTokens: cached,
    newTokens: written + uncached,
    costUSD,
    reservedTokens: reservedOutput,
    reservedUSD: (reservedOutput * profile.price.output) / 1e6,
    ...warmth(planned, cached, prepared.before),
    ...(reading ? { reading } : {}),
    ...(reportsNoHits(planned.tuning.learned) ? { reportsNoHits: true } : {}),
    attachments: attachmentsOf(prepared, plan),
    ...(notices.length === 0 ? {} : { notices }),
    ...prepared.about,
    ...passagesOf(prepared),
    ...guardOf(prepared, composed),
    ...(prepared.guided.areas.length === 0 ? {} : { areas: prepared.guided.areas }),
    ...(prepared.guided.jurisdictions.length === 0 ? {} : { jurisdictions: prepared.guided.jurisdictions }),
    ...(context.fetchPage ? unfetched(prepared, planned) : {}),
  }
}

function passagesOf({ passages }: PreparedTurn): Partial<Pick<ForecastView, 'passages' | 'passagesAsked'>> {
  if (!passages) return {}
  const { found, isAsked } = passages
  return { ...(found.length > 0 ? { passages: found } : {}), ...(isAsked ? { passagesAsked: true } : {}) }
}

/** The guard's questions, and where in the message the values are. */
function guardOf(
  { guarded }: PreparedTurn,
  { replaced }: ComposedMessage,
): Pick<ForecastView, 'guard' | 'guarded' | 'marks'> {
  const { question, summary } = guarded
  const found = guarded.found.flatMap((mark) => asTyped(mark, replaced) ?? [])
  return {
    ...(question ? { guard: question } : {}),
    ...(summary ? { guarded: summary } : {}),
    ...(found.length === 0
      ? {}
      : { marks: found.map(({ type, severity, start, end }) => ({ type, severity, start, end })) }),
  }
}

function doesNotFit({ needed, budget, largest, actions }: OverBudgetView): ForecastView {
  const sizes = { usedTokens: needed, budgetTokens: budget, overBy: needed - budget, largest }
  return { ...sizes, actions, cachedTokens: 0, newTokens: needed, costUSD: 0 }
}

/** By the same measure as the sent turn. A draft with no chips needs no description of the whole request. */
function attachmentsOf(prepared: PreparedTurn, plan: Plan): readonly AttachmentView[] {
  const { attached, images, envelope } = prepared
  if (attached.length + images.length === 0) return []
  return describeAttachments(prepared, plan, describePlan(plan, envelope))
}

/** What consent would bring; a model that reads no pictures would get nothing by it. [V-1] */
function unfetched({ attached }: PreparedTurn, { model }: TunedModel): Pick<ForecastView, 'remoteImages'> {
  if (!model.spec.vision) return {}
  const open = attached.find(({ role }) => role === 'active')
  const remoteImages = (open?.images ?? [])
    .filter(({ hash }) => hash === '')
    .map(({ name }) => name)
    .slice(0, EXTRACT_LIMITS.imagesPerNote)
  return remoteImages.length === 0 ? {} : { remoteImages }
}

/** As long as the last call asked for. A cache that costs nothing to lose needs no countdown. */
function warmth(
  { model, tuning }: TunedModel,
  cached: number,
  before: State,
): { readonly warmUntil?: number } {
  const { spec } = model
  const { storedSeconds } = tuning
  if (cached === 0 || spec.profile.price.input === 0 || !Number.isFinite(storedSeconds)) return {}
  const epoch = before.epochs[spec.id]
  return epoch ? { warmUntil: epoch.lastAt + storedSeconds * 1000 } : {}
}

interface Span {
  readonly start: number
  readonly end: number
}

/** A place in what is sent as a place in what was typed; undefined where a template put it there. */
function asTyped<Mark extends Span>(mark: Mark, replaced: readonly Replaced[]): Mark | undefined {
  let shift = 0
  for (const { from, to, length } of replaced) {
    const start = from + shift
    if (mark.end <= start) break
    if (mark.start < start + length) return undefined
    shift += length - (to - from)
  }
  return { ...mark, start: mark.start - shift, end: mark.end - shift }
}

/** In words: what is summed up before this message is answered, and about what that costs; for the forecast. */
function foreseeSummaries(prepared: PreparedTurn): readonly Notice[] {
  const { summaries, needs, state, planned } = prepared
  const writer = summaries === 'model' ? summaryWriter(planned) : undefined
  if (!writer) return []
  const { name, spec } = writer.model
  const tasks = worthAsking(needs, state).map(summaryTask)
  if (tasks.length === 0) return []
  const tokens = tasks
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + spec.tokenizer.count(piece), 0)
  const cost = (tokens * spec.profile.price.input) / 1e6
  const price = cost > 0 ? `, $${cost.toFixed(cost < 0.01 ? 4 : 2)}` : ''
  const names = tasks.map((task) => task.name).join(', ')
  return [notice('summary-ahead', undefined, { model: name, names, tokens: Math.round(tokens), price })]
}

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
  // One after the other: each plans the whole chat, and other answers are running.
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
      layout,
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

/** Assumed length of an answer, so that prices can be compared. */
const ANSWER_TOKENS = 1000

/** What cannot be sent comes last. */
function rank({ overBy, error }: ForecastChoiceView): number {
  return error === undefined ? (overBy === undefined ? 0 : 1) : 2
}
