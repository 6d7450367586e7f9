import { type Notice, notice, type SourceView } from '@varve/contract'
import type { Artifact, TurnInput } from '@varve/engine'
import { type SectionInput, userQuestions } from '@varve/engine/internal'
import { decodeText, type Extraction, privacyProblem, privacyRulesOf, WorkspaceError } from '@varve/workspace'
import { surroundings } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import type { InstructionFile, Redaction } from '../guard/redaction.ts'
import type { TurnTexts } from '../guard/turn-texts.ts'
import { guideTurn, NO_GUIDANCE, type TurnGuidance } from '../areas/guide-turn.ts'
import { audienceOfAll } from '../models/provider-info.ts'
import { PhaseTimes } from '../telemetry/phase-times.ts'
import { type AgentSetup, agentSetup } from '../agent/agent-setup.ts'
import { lookupSetup } from '../agent/plus/lookup-setup.ts'
import { modeGuidance } from '../agent/mode-guidance.ts'
import { buildSections } from '../definitions/build-sections.ts'
import { hydrate } from '../files/hydrate.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import { refuseLocalOnly } from '../files/refuse-local-only.ts'
import type { SeenFiles } from '../chat/observe-files.ts'
import { clearLost } from '../chat/clear-lost.ts'
import { loadAsked, type LoadedState, loadState } from '../chat/load-state.ts'
import type { LostSource } from '../files/lost-source.ts'
import { lostSources } from '../files/lost-sources.ts'
import type { FoundByItself, TurnDraft } from './turn-data.ts'
import type { TunedModel } from './tune-model.ts'
import type { OpenedWorkspace } from '../files/workspace-files.ts'
import { findByItself, searchForQuestion } from './find-passages.ts'

/** What a turn brings along and continues from, before the guard has seen it. */
export interface GatheredTurn {
  readonly draft: TurnDraft
  readonly models: readonly TunedModel[]
  readonly times: PhaseTimes
  readonly audience: 'this-machine' | 'cloud'
  readonly extraction: Extraction
  readonly loaded: LoadedState
  /** What had been taken out when the turn before was asked. */
  readonly redaction: Redaction
  /** What the chat was given and its state no longer tells. */
  readonly lost: readonly LostSource[]
  readonly guided: TurnGuidance
  /** Set where it is answered with tools. */
  readonly agent: AgentSetup | undefined
  /** With what things are looked up before it is answered. */
  readonly lookup: AgentSetup | undefined
  /** What the model may cite, by number. */
  readonly sources: readonly SourceView[] | undefined
  /** What Varve found in the notes by itself. */
  readonly passages: FoundByItself | undefined
  readonly texts: TurnTexts
  /** Files that were looked at already. */
  readonly seen: SeenFiles
  /** The marked files among these are what its answers drew on. */
  readonly instructions: readonly InstructionFile[]
  /** Input for the engine if a turn doesn't continue the latest one. */
  readonly branching: Pick<TurnInput, 'branch' | 'caches'>
  /** In words: what the chat asks for and could not be had. */
  readonly notices: readonly Notice[]
  /** Notices that stay true: shown once per branch. */
  readonly lasting: readonly Notice[]
}

/** Second step: reads what is attached, what the chat is, and what guides its answer. */
export async function gatherTurn(
  context: AppContext,
  { draft, models }: Pick<GatheredTurn, 'draft' | 'models'>,
): Promise<GatheredTurn> {
  const { workspaceId, text, after } = draft
  const times = new PhaseTimes(context.timer)
  const audience = audienceOfAll(models)
  const extraction = await times.measure('hydrate', () =>
    hydrate(context, { ...draft, audience, expandedNotes: draft.settings.expandedNotes }),
  )
  const stored = await times.measure('load', () => loadState(context, draft, after))
  const redaction = await loadRedaction(context, draft, after.turn?.id)
  const recorded = { loaded: stored, lost: await lostSources(context, stored, redaction) }
  const { loaded, lost } = await clearLost(context, recorded, draft.unrecorded)
  const { state } = loaded
  const seen: SeenFiles = new Map()
  if (audience === 'cloud') await refuseLocalOnly(context, workspaceId, { state, lost }, seen)
  const firstText = state.history.get(0)?.text ?? text
  const isGuided = models.some(({ model }) => model.catalogue !== undefined)
  const words = userQuestions(state, text).at(-1) ?? ''
  const guided = isGuided ? await guideTurn(context, { ...draft, text: words, firstText }) : NO_GUIDANCE
  const built = await buildSections(context, { ...draft, audience })
  const agent = await agentSetup(context, draft)
  // A model inside this program follows no guidance and uses no tools.
  const isOffline = agent !== undefined && !agent.isClient && !isGuided
  const wanted = { draft, question: words, state, audience, models: models.map(({ model }) => model.spec.id) }
  const passages =
    isOffline || draft.settings.runner === 'vault-qa'
      ? await searchForQuestion(context, wanted)
      : await findByItself(context, wanted)
  const mode = agent && !agent.isClient && isGuided ? modeGuidance(agent.mode) : undefined
  const { artifacts, images } = extraction
  return {
    draft,
    models,
    times,
    audience,
    extraction,
    loaded,
    redaction,
    lost,
    guided,
    agent,
    lookup: await lookupSetup(context, draft),
    sources: passages?.sources,
    passages: passages?.byItself,
    seen,
    texts: {
      text,
      artifacts,
      sections: present<SectionInput>([...built.sections, guided.section, agent?.section]),
      tools: agent?.definitions ?? [],
      gathered: passages?.gathered ?? [],
      guidance: joinTexts(draft.guidance, guided.guidance, mode, passages?.guidance),
      images,
      around: [...(passages?.around ?? []), ...(await aroundPassages(context, workspaceId, artifacts))],
    },
    instructions: [...built.files, ...(draft.instructions ?? [])],
    branching: await branchOf(context, draft),
    notices: [
      ...built.notices,
      ...(agent?.notices ?? []),
      ...(isOffline ? [notice('offline-agent')] : []),
      ...(agent || passages ? await closedNotices(context, workspaceId) : []),
    ],
    lasting: [...built.withheld, ...(agent?.missing ?? [])],
  }
}

/**
 * Input for the engine if a turn doesn't continue the latest one: a separate branch if that point was
 * continued before, and what the providers received since.
 */
async function branchOf(
  context: AppContext,
  { workspaceId, chatId, turnId, latest, after: { turn, answer } }: TurnDraft,
): Promise<Pick<TurnInput, 'branch' | 'caches'>> {
  if (!latest || latest.id === turn?.id) return {}
  const place = { workspaceId, conversationId: chatId }
  const following = await context.store.turns.following(place, [turn?.id ?? null])
  const isFork = following.some(({ parentAnswerId }) => parentAnswerId === answer?.id)
  const caches = (await loadAsked(context, { workspaceId, chatId }, latest))?.state.caches
  return { ...(isFork ? { branch: turnId } : {}), ...(caches ? { caches } : {}) }
}

/** Where rules that cannot be understood close the workspace, nothing is found in it. */
async function closedNotices(context: AppContext, workspaceId: string): Promise<readonly Notice[]> {
  const opened = await openedIfThere(context, workspaceId)
  const problem = opened && privacyProblem(await privacyRulesOf(opened.files))
  return problem === undefined ? [] : [notice('workspace-closed', undefined, { reason: problem })]
}

export function joinTexts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

function present<T>(list: readonly (T | undefined)[]): readonly T[] {
  return list.filter((item) => item !== undefined)
}

/** The text around passages in their files as they are now; nothing if a file no longer contains its passage. */
async function aroundPassages(
  context: AppContext,
  workspaceId: string,
  artifacts: readonly Artifact[],
): Promise<readonly string[]> {
  const passages = artifacts.filter(({ kind, source }) => kind === 'selection' && source.path !== undefined)
  if (passages.length === 0) return []
  const opened = await openedIfThere(context, workspaceId)
  const around = await Promise.all(
    passages.map(async ({ source, content }) => {
      const text = await textAt(opened, source.path ?? '')
      const start = text.indexOf(content)
      return start < 0 ? [] : surroundings(text, start, start + content.length)
    }),
  )
  return around.flat()
}

async function textAt(opened: OpenedWorkspace | undefined, path: string): Promise<string> {
  try {
    const file = await opened?.files.read(path)
    return file ? decodeText(file) : ''
  } catch (error) {
    // The file is missing or no text: the passage has no surroundings.
    if (error instanceof WorkspaceError) return ''
    throw error
  }
}
