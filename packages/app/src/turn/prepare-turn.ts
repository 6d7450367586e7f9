import {
  type Artifact,
  type CacheMemory,
  type Envelope,
  type ImageReference,
  retakeTurn,
  type State,
  step,
  type TurnResult,
} from '@varve/engine'
import type { TurnRecord } from '@varve/store'
import type { AttachRequest, Extraction } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { guardAgain } from '../guard/guard-again.ts'
import { type GuardedDraft, guardDraft } from '../guard/guard-draft.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { guideTurn, NO_GUIDANCE, type TurnGuidance } from '../guidance/guide-turn.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import { findParseMisses } from '../observe/parse-misses.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import type { Measured } from '../observe/turn-statistics.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { gatherPassages } from '../runner/gather-passages.ts'
import type { SourceView } from '../views.ts'
import { type AgentSetup, agentSetup } from '../runner/agent-setup.ts'
import type { TurnTexts } from '../guard/turn-texts.ts'
import { buildSections } from '../sections/build-sections.ts'
import { hydrate } from '../workspace/hydrate.ts'
import { refuseLocalOnly } from '../workspace/refuse-local-only.ts'
import { branchOf } from './branch-of.ts'
import { keptNotices } from './kept-notices.ts'
import { loadAsked, loadState } from './load-state.ts'
import { newVersions, observeFiles } from './observe-files.ts'
import { planModels, type PlannedModel } from './plan-models.ts'
import { type Point, pointBefore } from './point.ts'
import type { TunedModel } from './tune-model.ts'

export interface TurnDraft extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly text: string
  readonly attach: readonly AttachRequest[]
  /** The note that is open beside the chat. */
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  readonly settings: ChatSettingsView
  /** What the user set in place of the areas that were detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** What the user says to what the guard finds. */
  readonly decision?: GuardDecision | undefined
  /** A draft is never refused by the guard. */
  readonly isDraft?: boolean | undefined
  /** Where the conversation goes on; the end of the branch on show where it is left out. */
  readonly after?: Point | undefined
}

/** A turn with its plans: the same envelope for every model, a plan for each. */
export interface PreparedTurn {
  /** What its turn will be counted as, unless another one comes first. */
  readonly sequence: number
  readonly number: number
  readonly after: Point
  /** Before this turn, and with it open. */
  readonly before: State
  readonly state: State
  readonly envelope: Envelope
  readonly attached: readonly Artifact[]
  /** Pictures of the message itself. */
  readonly images: readonly ImageReference[]
  /** The bytes of the pictures that came with the turn. */
  readonly pictures: Extraction['pictures']
  readonly forgotten: readonly string[]
  readonly guided: TurnGuidance
  /** Set where it is answered with tools. */
  readonly agent: AgentSetup | undefined
  /** What the model may cite, by number. */
  readonly sources: readonly SourceView[] | undefined
  readonly guarded: Pick<
    GuardedDraft,
    'redaction' | 'isGuarded' | 'policy' | 'summary' | 'question' | 'found'
  >
  /** In words: what was named and could not be had, and kept files that are no longer what the model was given. */
  readonly notices: readonly string[]
  /** One for each model, in their order. */
  readonly planned: readonly PlannedModel[]
  /** How long it took until here, and what could not be parsed on the way. */
  readonly measured: Measured
}

/** Reads what is attached and plans a request for each model. Nothing is stored: sending and forecasting begin here. */
export async function prepareTurn(
  context: AppContext,
  draft: TurnDraft,
  models: readonly TunedModel[],
): Promise<PreparedTurn> {
  const { workspaceId, chatId, turnId, at, text } = draft
  const times = new PhaseTimes(context.timer)
  // Read before anything else: a turn that another tab adds from here on makes this one stale.
  const sequence = (await context.store.turns.lastSequence(workspaceId, chatId)) + 1
  const audience = audienceOfAll(models)
  const extraction = await times.measure('hydrate', () => hydrate(context, { ...draft, audience }))
  const {
    state,
    turnNumber,
    rebuilt,
    point: after,
  } = await times.measure('load', () => loadState(context, draft, draft.after))
  if (audience === 'cloud') await refuseLocalOnly(context, workspaceId, state)
  const firstText = state.history.get(0)?.text ?? text
  // A model inside this program follows no guidance.
  const isGuided = models.some(({ model }) => model.catalogue !== undefined)
  const guided = isGuided ? await guideTurn(context, { ...draft, firstText }) : NO_GUIDANCE
  const built = await buildSections(context, { ...draft, audience })
  const agent = await agentSetup(context, draft)
  const passages =
    draft.settings.runner === 'vault-qa'
      ? await gatherPassages(context, { workspaceId, text, state, audience, at })
      : undefined
  const sections = [
    ...built.sections,
    ...(guided.section ? [guided.section] : []),
    ...(agent ? [agent.section] : []),
  ]
  const texts: TurnTexts = {
    text,
    artifacts: extraction.artifacts,
    sections,
    gathered: passages?.gathered ?? [],
    guidance: [guided.guidance, passages?.guidance ?? ''].filter((part) => part !== '').join('\n\n'),
    images: extraction.images,
  }
  const toGuard = { ...draft, audience, after, state, texts }
  const guarded = await times.measure('load', () => guardDraft(context, toGuard))
  const { artifacts: attached } = guarded
  const forgotten = await context.store.forgets.list(workspaceId, chatId)
  const renewed = new Set([...attached.map(({ key }) => key), ...forgotten])
  const kept = [...guarded.state.library]
    .map(({ artifact }) => artifact)
    .filter(({ key }) => !renewed.has(key))
  const files = await times.measure('load', () => observeFiles(context, workspaceId, kept))
  const branching = await branchOf(context, draft, after)
  const take = (specs: readonly TunedModel[]): TurnResult =>
    step(
      guarded.state,
      {
        kind: 'turn',
        turnId,
        at,
        text: guarded.text,
        sections: guarded.sections,
        ...(guarded.guard === undefined ? {} : { guard: guarded.guard }),
        guidance: guarded.guidance,
        gathered: guarded.gathered,
        ...(agent ? { tools: agent.definitions } : {}),
        attach: attached.map((artifact) => ({ artifact })),
        images: guarded.images,
        models: specs.map(({ model }) => model.spec),
        observed: newVersions(files),
        forget: forgotten,
        ...branching,
        ...(rebuilt ? { rebase: 'rebuilt' } : {}),
      },
      { memo: context.memo },
    )
  const { result, planned } = times.measureNow('plan', () => planModels(models, take))
  const { pictures } = extraction
  const { images } = guarded
  return {
    sequence,
    number: turnNumber + 1,
    after,
    before: guarded.state,
    state: result.state,
    envelope: result.envelope,
    attached,
    images,
    pictures,
    forgotten,
    guided,
    guarded,
    agent,
    sources: passages?.sources,
    notices: [...built.notices, ...extraction.warnings.map(({ message }) => message), ...keptNotices(files)],
    planned,
    measured: { phases: phasesOf(times), misses: findParseMisses(attached, extraction.warnings) },
  }
}

export interface TurnToRetake extends ChatPlace {
  readonly turn: TurnRecord
  readonly at: number
  readonly decision?: GuardDecision | undefined
  readonly settings: ChatSettingsView
}

/** Plans a turn that was asked before for models that are to answer it now, in the versions that it recorded. */
export async function prepareAgain(
  context: AppContext,
  { turn, at, decision, settings, ...place }: TurnToRetake,
  models: readonly TunedModel[],
): Promise<PreparedTurn | undefined> {
  const times = new PhaseTimes(context.timer)
  const after = await pointBefore(context, turn)
  const asked = await times.measure('load', () => loadAsked(context, place, turn))
  if (!asked?.state.open || asked.rebuilt) return undefined
  const loaded = await loadState(context, place, after)
  if (loaded.rebuilt) return undefined
  const audience = audienceOfAll(models)
  if (audience === 'cloud') await refuseLocalOnly(context, place.workspaceId, asked.state)
  const states = { before: loaded.state, asked: asked.state }
  const guarded = await guardAgain(context, { ...place, ...states, audience, turn, decision })
  const { before } = guarded
  const caches = await newestCaches(context, place, turn.id)
  const take = (specs: readonly TunedModel[]): TurnResult =>
    retakeTurn(
      before,
      guarded.asked,
      { at, models: specs.map(({ model }) => model.spec), ...(caches ? { caches } : {}) },
      { memo: context.memo },
    )
  const { result, planned } = times.measureNow('plan', () => planModels(models, take))
  const { attached = [], images = [] } = guarded.asked.open ?? {}
  return {
    sequence: turn.sequence,
    number: turn.number,
    after,
    before,
    state: result.state,
    envelope: result.envelope,
    attached: attached.map(({ artifact }) => artifact),
    images,
    pictures: new Map(),
    forgotten: [],
    guided: NO_GUIDANCE,
    guarded,
    agent: await agentSetup(context, { ...place, settings }),
    sources: undefined,
    notices: [],
    planned,
    measured: { phases: phasesOf(times), misses: [] },
  }
}

/** The request on the wire is built later, for each model. */
function phasesOf(times: PhaseTimes): Measured['phases'] {
  return { hydrate: times.taken('hydrate'), load: times.taken('load'), plan: times.taken('plan'), wire: 0 }
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
