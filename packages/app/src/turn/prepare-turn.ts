import { step, type TurnResult } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { guardDraft } from '../guard/guard-draft.ts'
import { guideTurn, NO_GUIDANCE } from '../guidance/guide-turn.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import { findParseMisses } from '../observe/parse-misses.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import type { Measured } from '../observe/turn-statistics.ts'
import { gatherPassages } from '../runner/gather-passages.ts'
import { agentSetup } from '../runner/agent-setup.ts'
import { modeGuidance } from '../runner/mode-guidance.ts'
import { lookupSetup } from '../runner/plus/lookup-setup.ts'
import { LOST_NOTICE } from '../guard/lost-redaction.ts'
import type { TurnTexts } from '../guard/turn-texts.ts'
import { buildSections } from '../sections/build-sections.ts'
import { hydrate } from '../workspace/hydrate.ts'
import { refuseLocalOnly } from '../workspace/refuse-local-only.ts'
import { branchOf } from './branch-of.ts'
import { changedHere } from './changed-here.ts'
import { keptNotices } from './kept-notices.ts'
import { loadState } from './load-state.ts'
import { keepMarks, loadWishes, type NextWishes } from './next-wishes.ts'
import { newVersions, observeFiles } from './observe-files.ts'
import { planModels } from './plan-models.ts'
import type { FoundSince, PlannedAgain, PreparedTurn, TurnDraft } from './prepared-turn.ts'
import type { TunedModel } from './tune-model.ts'
import { untoldNotices } from './untold-notices.ts'

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
  const isGuided = models.some(({ model }) => model.catalogue !== undefined)
  const guided = isGuided ? await guideTurn(context, { ...draft, firstText }) : NO_GUIDANCE
  const built = await buildSections(context, { ...draft, audience })
  const agent = await agentSetup(context, draft)
  // A model inside this program follows no guidance and uses no tools.
  const isOffline = agent !== undefined && !isGuided
  const passages =
    isOffline || draft.settings.runner === 'vault-qa'
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
    guidance: joinTexts(
      draft.guidance,
      guided.guidance,
      agent && isGuided ? modeGuidance(agent.mode) : undefined,
      passages?.guidance,
    ),
    images: extraction.images,
  }
  const toGuard = { ...draft, audience, after, state, texts }
  const guarded = await times.measure('load', () => guardDraft(context, toGuard))
  const wishes = await wishesFor(context, draft)
  const attached = keepMarks(guarded.artifacts, guarded.state, wishes)
  const forgotten = await context.store.forgets.list(workspaceId, chatId)
  const renewed = new Set([...attached.map(({ key }) => key), ...forgotten])
  const kept = [...guarded.state.library]
    .map(({ artifact }) => artifact)
    .filter(({ key }) => !renewed.has(key))
  const files = await times.measure('load', () => observeFiles(context, workspaceId, kept))
  const ownChanges = await changedHere(context, after, files)
  const withoutServers = await untoldNotices(context, after, [
    ...(draft.lasting ?? []),
    ...(agent?.missing ?? []),
  ])
  const branching = await branchOf(context, draft, after)
  const take = (specs: readonly TunedModel[], more: FoundSince = {}): TurnResult =>
    step(
      guarded.state,
      {
        kind: 'turn',
        turnId,
        at,
        text: guarded.text,
        sections: guarded.sections,
        ...(guarded.guard === undefined ? {} : { guard: guarded.guard }),
        guidance: joinTexts(guarded.guidance, more.guidance),
        gathered: [...guarded.gathered, ...(more.gathered ?? [])],
        ...(more.provided ? { provided: more.provided } : {}),
        ...(agent ? { tools: agent.definitions } : {}),
        attach: attached.map((artifact) => ({ artifact })),
        images: guarded.images,
        models: specs.map(({ model }) => model.spec),
        observed: newVersions(files),
        forget: forgotten,
        priorities: wishes.priorities,
        ...(wishes.compact ? { compact: true } : {}),
        ...(draft.allowExtracts ? { allowExtracts: true } : {}),
        ...branching,
        ...(rebuilt ? { rebase: 'rebuilt' } : {}),
      },
      { memo: context.memo },
    )
  const { result, planned } = times.measureNow('plan', () => planModels(models, (specs) => take(specs)))
  const again = (more: FoundSince): PlannedAgain => {
    const second = planModels(models, (specs) => take(specs, more))
    const { state: next, envelope, needs } = second.result
    return { state: next, envelope, needs, planned: second.planned }
  }
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
    wishes,
    guided,
    guarded,
    agent,
    lookup: await lookupSetup(context, draft),
    sources: passages?.sources,
    notices: [
      ...(draft.notices ?? []),
      ...built.notices,
      ...(agent?.notices ?? []),
      ...withoutServers,
      ...(isOffline ? [OFFLINE_AGENT] : []),
      ...extraction.warnings.map(({ message }) => message),
      ...keptNotices(files.filter((file) => !ownChanges.has(file))),
      ...(guarded.redaction.lost ? [LOST_NOTICE] : []),
    ],
    planned,
    measured: { phases: phasesOf(times), misses: findParseMisses(attached, extraction.warnings) },
    needs: result.needs,
    summaries: draft.settings.summaries ?? 'model',
    again,
    directives: draft.directives ?? {},
  }
}

const OFFLINE_AGENT =
  'The offline model cannot use tools. It searched your notes instead, as "From my notes" does.'

async function wishesFor({ store }: AppContext, { compact, ...draft }: TurnDraft): Promise<NextWishes> {
  const wishes = await loadWishes(store, draft)
  return compact === undefined ? wishes : { ...wishes, compact }
}

function joinTexts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** The request on the wire is built later, for each model. */
export function phasesOf(times: PhaseTimes): Measured['phases'] {
  return { hydrate: times.taken('hydrate'), load: times.taken('load'), plan: times.taken('plan'), wire: 0 }
}
