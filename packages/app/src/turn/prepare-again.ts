import { type CacheMemory, retakeTurn, type TurnResult } from '@varve/engine'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { guardAgain } from '../guard/guard-again.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { LOST_NOTICE } from '../guard/lost-redaction.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import { guideTurn, NO_GUIDANCE } from '../guidance/guide-turn.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import { agentSetup } from '../runner/agent-setup.ts'
import { buildSections } from '../sections/build-sections.ts'
import { withMode } from '../runner/mode-guidance.ts'
import { lookUpAgain, sourcesOf, withFound } from '../runner/plus/look-up-again.ts'
import { refuseLocalOnly } from '../workspace/refuse-local-only.ts'
import { allowed } from './clear-lost.ts'
import { loadAsked, loadState } from './load-state.ts'
import { instructionSources, lostSources } from './lost-sources.ts'
import { NO_WISHES } from './next-wishes.ts'
import { countAhead } from './count-ahead.ts'
import { planModels } from './plan-models.ts'
import { pointBefore } from './point.ts'
import type { FoundSince, PlannedAgain, PreparedTurn } from './prepared-turn.ts'
import { phasesOf } from './prepare-turn.ts'
import type { TunedModel } from './tune-model.ts'
import { readTurnOptions, sentText } from './turn-options.ts'

export interface TurnToRetake extends ChatPlace {
  readonly turn: TurnRecord
  readonly at: number
  readonly decision?: GuardDecision | undefined
  readonly unrecorded?: 'allow' | undefined
  readonly settings: ChatSettingsView
}

/** Plans a turn that was asked before for models that are to answer it now, in the versions that it recorded. */
export async function prepareAgain(
  context: AppContext,
  { turn, at, decision, unrecorded, settings, ...place }: TurnToRetake,
  models: readonly TunedModel[],
): Promise<PreparedTurn | undefined> {
  const times = new PhaseTimes(context.timer)
  const after = await pointBefore(context, turn)
  const asked = await times.measure('load', () => loadAsked(context, place, turn))
  if (!asked?.state.open || asked.rebuilt) return undefined
  const loaded = await loadState(context, place, after)
  if (loaded.rebuilt) return undefined
  const audience = audienceOfAll(models)
  const said = await lostSources(context, loaded)
  const lost = unrecorded === 'allow' ? allowed(said) : said
  if (audience === 'cloud') {
    // What its own words called stands in the turn, as skills and templates do.
    const { instructions = [] } = await loadRedaction(context, place, turn.id)
    const called = instructionSources(instructions.filter(({ inMessage }) => inMessage))
    await refuseLocalOnly(context, place.workspaceId, { ...asked, lost: [...lost, ...called] })
  }
  const composing = { composer: isComposing(turn) }
  const agent = await agentSetup(context, { ...place, settings, directives: composing })
  const built = await buildSections(context, { ...place, settings, audience })
  const firstText = loaded.state.history.get(0)?.text ?? sentText(turn)
  const guided = models.some(({ model }) => model.catalogue !== undefined)
    ? await guideTurn(context, { ...place, settings, text: sentText(turn), firstText })
    : NO_GUIDANCE
  const sections = [...built.sections, guided.section, agent?.section].filter((one) => one !== undefined)
  const guarded = await guardAgain(context, {
    ...place,
    before: loaded.state,
    asked: asked.state,
    sections,
    instructions: built.files,
    audience,
    turn,
    decision,
  })
  const { before } = guarded
  const inMode = withMode(guarded.asked, agent?.mode)
  const caches = await newestCaches(context, place, turn.id)
  const take = (specs: readonly TunedModel[], { provided, ...found }: FoundSince = {}): TurnResult =>
    retakeTurn(
      before,
      withFound(inMode, found),
      {
        at,
        models: specs.map(({ model }) => model.spec),
        ...(caches ? { caches } : {}),
        ...(provided ? { provided } : {}),
      },
      { memo: context.memo },
    )
  const { attached: recorded = [] } = guarded.asked.open ?? {}
  const toCount = { state: before, attached: recorded.map(({ artifact }) => artifact), turn: turn.number }
  await times.measure('plan', () => countAhead(context, toCount, models))
  const { result, planned } = times.measureNow('plan', () => planModels(models, (specs) => take(specs)))
  const again = (more: FoundSince): PlannedAgain => {
    const second = planModels(models, (specs) => take(specs, more))
    const { state, envelope, needs } = second.result
    return { state, envelope, needs, planned: second.planned }
  }
  const { images = [] } = guarded.asked.open ?? {}
  const looking = { ...place, settings, turnId: turn.id, text: sentText(turn), asked: guarded.asked }
  return {
    sequence: turn.sequence,
    number: turn.number,
    after,
    before,
    state: result.state,
    envelope: result.envelope,
    attached: toCount.attached,
    images,
    pictures: new Map(),
    lost,
    forgotten: [],
    wishes: NO_WISHES,
    guided: NO_GUIDANCE,
    guarded,
    agent,
    ...(await lookUpAgain(context, looking)),
    sources: sourcesOf(guarded.asked),
    notices: [
      ...built.notices,
      ...built.withheld,
      ...(guarded.redaction.lost ? [LOST_NOTICE] : []),
      ...context.checkRequests(result.envelope, result.plans),
    ],
    planned,
    measured: { phases: phasesOf(times), misses: [] },
    needs: result.needs,
    summaries: settings.summaries ?? 'model',
    again,
  }
}

function isComposing({ options }: TurnRecord): boolean {
  return readTurnOptions(options).composer === true
}

/** What the providers hold may come from another branch, which was asked after this turn. */
async function newestCaches(
  context: AppContext,
  place: ChatPlace,
  turnId: string,
): Promise<{ readonly [model: string]: CacheMemory } | undefined> {
  const { workspaceId, chatId: conversationId } = place
  const latest = await context.store.turns.latest({ workspaceId, conversationId })
  if (!latest || latest.id === turnId) return undefined
  return (await loadAsked(context, place, latest))?.state.caches
}
