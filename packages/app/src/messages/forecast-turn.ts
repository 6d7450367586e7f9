import { describePlan, type Layout, type Plan, type State } from '@varve/engine'
import { reportsNoHits } from '@varve/providers'
import { EXTRACT_LIMITS } from '@varve/workspace'
import { foreseeCall } from '../answer/foresee-call.ts'
import type { AppContext } from '../app-context.ts'
import { overBudget } from '../app-error.ts'
import { parseAttachables } from '../files/attachable.ts'
import { answeringModels } from '../definitions/answering-models.ts'
import { type ChatDefaults, chatDefaults } from '../definitions/chat-defaults.ts'
import { asTyped } from '../definitions/as-typed.ts'
import { requireGuides } from '../guidance/require-guides.ts'
import { type ChatPlace, requireChat } from '../chats/require-chat.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { requireModel } from '../models/require-model.ts'
import { foreseeSummaries } from '../summary/foresee-summaries.ts'
import { describeAttachments } from '../turn/describe-attachments.ts'
import type { PlannedModel } from '../turn/plan-models.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import { prepareTurn } from '../turn/prepare-turn.ts'
import { type TunedModel, tuneModel } from '../turn/tune-model.ts'
import type { AttachmentView, ForecastView, OverBudgetView } from '../views.ts'
import type { ComposedMessage } from './compose-message.ts'
import { composeTurn } from './compose-turn.ts'
import { settingsWithAgent } from './message-settings.ts'
import type { MessageDraft } from './message-draft.ts'
import { readMessage } from './read-message.ts'

export interface DraftToForecast extends MessageDraft {
  /** As if its models were asked in this layout from now on; as they are where it is left out. */
  readonly layout?: Layout | undefined
}

/** What sending this draft would use and cost. A dry step: nothing is stored, no model is called. */
export async function forecastTurn(context: AppContext, input: DraftToForecast): Promise<ForecastView> {
  parseAttachables(input.attach)
  const stored = await requireChat(context, input)
  await requireGuides(context, input)
  const read = await readMessage(context, { ...input, isDraft: true })
  const chat = { ...stored, settings: settingsWithAgent(stored.settings, read) }
  const { workspaceId, chatId, modelId, modelIds } = input
  const at = context.clock.now()
  const defaults = await chatDefaults(context, { workspaceId, chat })
  const answering = await answeringModels(context, { modelIds, modelId, called: read.agent, defaults })
  const models = await Promise.all(answering.ids.map((id) => requireModel(context, id)))
  const tuned = await Promise.all(
    models.map((model) =>
      tuneModel(context, { workspaceId, chatId, model: inLayout(model, input), at, chat }),
    ),
  )
  const toCompose = { ...input, read, defaults, models: tuned, at, isDraft: true, answering }
  const { draft, composed, offered } = await composeTurn(context, toCompose)
  const turn = { ...input, ...draft, turnId: 'forecast', at, isDraft: true }
  const prepared = await prepareTurn(context, turn, tuned)
  const each = await Promise.all(
    prepared.planned.map((planned) =>
      forecastModel(context, { workspaceId, chatId, at, prepared, planned, composed }),
    ),
  )
  const [first] = each as [ForecastView]
  const by = answering.by === undefined ? {} : { agentModel: { agent: answering.by, ...nameOf(models) } }
  const brought = broughtBy(defaults, composed, offered)
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

function inLayout(model: ChatModel, { layout }: DraftToForecast): ChatModel {
  return layout === undefined ? model : { ...model, spec: { ...model.spec, layout } }
}

/** What comes along without a chip of its own. */
function broughtBy(
  { pinned }: ChatDefaults,
  { attach: named }: ComposedMessage,
  offered: readonly string[],
): Pick<ForecastView, 'named' | 'pinned' | 'offered'> {
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
}

async function forecastModel(
  context: AppContext,
  { prepared, planned, composed, ...place }: ModelToForecast,
): Promise<ForecastView> {
  if (planned.kind === 'over-budget') return doesNotFit(overBudget(planned.error))
  const { plan, model } = planned
  const { pictures } = prepared
  const { foreseen, wire } = await foreseeCall(context, { ...place, ...planned, pictures })
  const { input: used, cached, written, uncached, costUSD } = foreseen.predicted
  const { window, reservedOutput, profile } = model.spec
  const notices = [...prepared.notices, ...foreseeSummaries(prepared)]
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
    ...(reportsNoHits(planned.tuning.learned) ? { reportsNoHits: true } : {}),
    attachments: attachmentsOf(prepared, plan),
    ...(notices.length === 0 ? {} : { notices }),
    ...guardOf(prepared, composed),
    ...(prepared.guided.areas.length === 0 ? {} : { areas: prepared.guided.areas }),
    ...(prepared.guided.jurisdictions.length === 0 ? {} : { jurisdictions: prepared.guided.jurisdictions }),
    ...(context.fetchPage ? unfetched(prepared, planned) : {}),
  }
}

/** What the guard would ask, and where in the message that stands. */
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
