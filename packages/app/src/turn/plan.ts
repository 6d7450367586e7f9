import { type Artifact, type Attachment, BudgetError, type State, step, type TurnResult } from '@varve/engine'
import { artifactText, usedArtifacts } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { keepMarks, loadPending, type PendingTurnOptions } from '../chat/pending-options.ts'
import { newVersions, type ObservedFile, observeFiles } from '../chat/observe-files.ts'
import { guardDraft, type GuardedDraft } from '../guard/guard-draft.ts'
import { originalOf } from '../guard/original-of.ts'
import { countApart, largeOf, MEDIUM } from '../large-texts/large-texts.ts'
import type { RememberingTokenizer } from '../models/remember-counts.ts'
import { findParseMisses } from '../telemetry/parse-misses.ts'
import type { PhaseTimes } from '../telemetry/phase-times.ts'
import type { Measured } from '../telemetry/turn-statistics.ts'
import { type GatheredTurn, joinTexts } from './gather.ts'
import { type TunedModel, withNewestFactor } from './tune-model.ts'
import type { FoundSince, PlannedAgain, PlannedModel, PreparedTurn } from './turn-data.ts'
import { turnNotices } from './turn-notices.ts'

/** Third step: what leaves goes through the guard. It throws where the user has to decide. */
export function guardGathered(
  context: AppContext,
  { draft, times, audience, loaded, redaction, texts, instructions }: GatheredTurn,
): Promise<GuardedDraft> {
  const { point: after, state } = loaded
  return times.measure('load', () =>
    guardDraft(context, { ...draft, audience, after, state, redaction, texts, instructions }),
  )
}

/** Fourth step: has the engine plan a request for each model. Nothing is stored. */
export async function planTurn(
  context: AppContext,
  gathered: GatheredTurn,
  guarded: GuardedDraft,
): Promise<PreparedTurn> {
  const { draft, models, times, loaded, extraction, agent } = gathered
  const library = await times.measure('load', () => lookAtLibrary(context, gathered, guarded))
  const { attached, pendingOptions, forgotten, files } = library
  const { state: before, images } = guarded
  await times.measure('plan', () =>
    countAhead(context, { state: before, attached, turn: before.turn + 1 }, models),
  )
  const { result, planned, again } = times.measureNow('plan', () =>
    planGathered(context, { gathered, guarded, library }),
  )
  const isRedactionLost = guarded.redaction.lost === true
  const { notices, about } = await turnNotices(context, {
    gathered,
    isRedactionLost,
    files,
    planned,
    attached,
    images,
  })
  return {
    sequence: (draft.latest?.sequence ?? 0) + 1,
    number: loaded.turnNumber + 1,
    after: loaded.point,
    before,
    state: result.state,
    envelope: result.envelope,
    attached,
    images,
    pictures: extraction.pictures,
    lost: gathered.lost,
    forgotten,
    pendingOptions,
    guided: gathered.guided,
    guarded,
    agent,
    lookup: gathered.lookup,
    sources: gathered.sources,
    passages: gathered.passages,
    notices: [...notices, ...context.checkRequests(result.envelope, result.plans)],
    about,
    planned,
    measured: { phases: phasesOf(times), misses: findParseMisses(attached, extraction.warnings) },
    needs: result.needs,
    summaries: draft.settings.summaries ?? 'model',
    again,
    directives: draft.directives ?? {},
  }
}

/** The request on the wire is built later, for each model. */
export function phasesOf(times: PhaseTimes): Measured['phases'] {
  return { hydrate: times.taken('hydrate'), load: times.taken('load'), plan: times.taken('plan'), wire: 0 }
}

/** What a chat holds when a turn begins, as its user and the disk have it by now. */
interface Library {
  readonly pendingOptions: PendingTurnOptions
  /** This turn's attachments, with the user's priorities. */
  readonly attached: readonly Artifact[]
  readonly forgotten: readonly string[]
  /** Files behind what is kept and does not come again. */
  readonly files: readonly ObservedFile[]
}

/** Looks at what is kept: what was marked or forgotten since the last turn, and which files are others now. */
async function lookAtLibrary(
  context: AppContext,
  { draft, seen, passages }: GatheredTurn,
  guarded: Pick<GuardedDraft, 'artifacts' | 'state'>,
): Promise<Library> {
  const pending = await loadPending(context.store, draft)
  const forgotten = [...pending.forgotten, ...(passages?.forget ?? [])]
  const { compact = pending.pendingOptions.compact } = draft
  const pendingOptions = { ...pending.pendingOptions, compact }
  const attached = keepMarks(guarded.artifacts, guarded.state, pendingOptions)
  const renewed = new Set([...attached.map(({ key }) => key), ...forgotten])
  const used = keepsUsed(draft) ? usedArtifacts(guarded.state) : []
  const usedKeys = new Set(used.map(({ key }) => key))
  const earlier = [...guarded.state.library]
    .map(({ artifact }) => artifact)
    .filter(({ key }) => !usedKeys.has(key))
  const kept = [...earlier, ...used].filter(({ key }) => !renewed.has(key))
  return {
    pendingOptions,
    attached,
    forgotten,
    files: await observeFiles(context, draft.workspaceId, kept, seen),
  }
}

/** If every result is kept whole, what an answer used is part of them. [P-6] */
function keepsUsed({ settings }: GatheredTurn['draft']): boolean {
  return (settings.toolOutput ?? 'fold') === 'fold'
}

/** What becomes of an edit of this attachment. [P-5] */
function freshnessOf(
  artifact: Artifact,
  { settings }: GatheredTurn['draft'],
): NonNullable<Attachment['freshness']> {
  const { freshness = 'update', snapshots = [], refreshed = [] } = settings
  const isNamed = (names: readonly string[]): boolean =>
    names.some((name) => name === artifact.key || name === originalOf(artifact).path)
  if (isNamed(snapshots)) return 'snapshot'
  return isNamed(refreshed) ? 'refresh' : freshness
}

interface TurnToPlan {
  readonly gathered: GatheredTurn
  readonly guarded: GuardedDraft
  readonly library: Library
}

interface PlannedTurn {
  readonly result: TurnResult
  readonly planned: readonly PlannedModel[]
  /** Plans it once more with what was found after it was committed. */
  readonly again: (more: FoundSince) => PlannedAgain
}

/** Has the engine plan a turn for each of its models. */
function planGathered(context: AppContext, turn: TurnToPlan): PlannedTurn {
  const plan = (more: FoundSince) =>
    planModels(turn.gathered.models, (specs) => stepTurn(context, turn, specs, more))
  return {
    ...plan({}),
    again: (more) => {
      const { result, planned } = plan(more)
      const { state, envelope, needs } = result
      return { state, envelope, needs, planned }
    },
  }
}

function stepTurn(
  context: AppContext,
  { gathered, guarded, library }: TurnToPlan,
  specs: readonly TunedModel[],
  more: FoundSince,
): TurnResult {
  const { draft, agent, branching, loaded } = gathered
  const { pendingOptions, attached, forgotten, files } = library
  return step(
    guarded.state,
    {
      kind: 'turn',
      turnId: draft.turnId,
      at: draft.at,
      text: guarded.text,
      sections: guarded.sections,
      ...(guarded.guard === undefined ? {} : { guard: guarded.guard }),
      guidance: joinTexts(guarded.guidance, more.guidance),
      gathered: [...guarded.gathered, ...(more.gathered ?? [])],
      ...(more.provided ? { provided: more.provided } : {}),
      ...(agent ? { tools: guarded.tools } : {}),
      attach: attached.map((artifact) => ({ artifact, freshness: freshnessOf(artifact, draft) })),
      images: guarded.images,
      models: specs.map(({ model }) => model.spec),
      keepUsed: keepsUsed(draft),
      observed: newVersions(files),
      forget: forgotten,
      priorities: pendingOptions.priorities,
      ...(pendingOptions.compact ? { compact: true } : {}),
      ...(draft.allowExtracts ? { allowExtracts: true } : {}),
      ...branching,
      // Storage had lost something: this turn begins a new epoch and says so.
      ...(loaded.rebuilt ? { rebase: 'rebuilt' } : {}),
    },
    { memo: context.memo },
  )
}

/** Where a model begins an epoch, that one counts by the newest factor, so it is planned once more. */
export function planModels(
  models: readonly TunedModel[],
  take: (models: readonly TunedModel[]) => TurnResult,
): { readonly result: TurnResult; readonly planned: readonly PlannedModel[] } {
  const first = take(models)
  const renewed = models.map((model) => (beginsEpoch(first, model) ? withNewestFactor(model) : undefined))
  if (renewed.every((model) => model === undefined)) return { result: first, planned: plansOf(first, models) }
  const again = models.map((model, index) => renewed[index] ?? model)
  const second = take(again)
  // Counted otherwise, it may no longer be worth a new epoch.
  const isSettled = renewed.every((model) => model === undefined || beginsEpoch(second, model))
  return isSettled
    ? { result: second, planned: plansOf(second, again) }
    : { result: first, planned: plansOf(first, models) }
}

function beginsEpoch({ plans }: TurnResult, { model }: TunedModel): boolean {
  const plan = plans.find((candidate) => candidate.model === model.spec.id)
  return plan === undefined || plan.epoch.startedTurn === plan.turn
}

function plansOf({ plans, failures }: TurnResult, models: readonly TunedModel[]): readonly PlannedModel[] {
  return models.map((tuned) => {
    const { id } = tuned.model.spec
    const plan = plans.find((candidate) => candidate.model === id)
    if (plan) return { ...tuned, kind: 'planned', plan }
    const error = failures.find((failure) => failure.details.model === id) ?? noPlan(id)
    return { ...tuned, kind: 'over-budget', error }
  })
}

function noPlan(model: string): BudgetError {
  const layers = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  return new BudgetError({ model, needed: 0, budget: 0, layers, largest: [], actions: [] })
}

interface TurnToCount {
  readonly state: State
  readonly attached: readonly Artifact[]
  /** The turn that attaches them. */
  readonly turn: number
}

/** Counts the large attachments of a turn in a thread, before the engine plans with them: it only looks them up. */
export async function countAhead(
  { memo, closing }: Pick<AppContext, 'memo' | 'closing'>,
  { state, attached, turn }: TurnToCount,
  models: readonly TunedModel[],
): Promise<void> {
  const given = [
    ...attached.map((artifact) => ({ artifact, turn })),
    ...[...state.library].map(({ artifact, versionTurn }) => ({ artifact, turn: versionTurn })),
  ].filter(({ artifact }) => artifact.content.length > MEDIUM)
  if (given.length === 0) return
  const texts = given.flatMap(({ artifact, turn: at }) =>
    [true, false].map((joined) => artifactText(memo, artifact, at, joined)),
  )
  for (const { model, tuning } of models) {
    const { baseTokenizer } = tuning
    if (!isRemembering(baseTokenizer)) continue
    const missing = largeOf(texts.filter((text) => !baseTokenizer.knows(text)))
    if (missing.length === 0) continue
    const counts = await countApart(missing, model.catalogue?.tokenizer ?? 'estimate', closing)
    for (const [at, text] of missing.entries())
      baseTokenizer.remember(text, counts[at] ?? baseTokenizer.count(text))
  }
}

function isRemembering(tokenizer: object): tokenizer is RememberingTokenizer {
  return 'remember' in tokenizer && 'knows' in tokenizer
}
