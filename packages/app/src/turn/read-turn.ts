import { type SectionInput, userQuestions } from '@varve/engine'
import { type Extraction, privacyProblem, privacyRulesOf } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { InstructionFile } from '../guard/redaction.ts'
import type { TurnTexts } from '../guard/turn-texts.ts'
import { guideTurn, NO_GUIDANCE, type TurnGuidance } from '../guidance/guide-turn.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import type { PhaseTimes } from '../observe/phase-times.ts'
import { type AgentSetup, agentSetup } from '../runner/agent-setup.ts'
import { type GatheredPassages, gatherPassages } from '../runner/gather-passages.ts'
import { modeGuidance } from '../runner/mode-guidance.ts'
import { buildSections } from '../sections/build-sections.ts'
import { aroundPassages } from '../workspace/around-passages.ts'
import { hydrate } from '../workspace/hydrate.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'
import { refuseLocalOnly } from '../workspace/refuse-local-only.ts'
import { clearLost } from './clear-lost.ts'
import { type LoadedState, loadState } from './load-state.ts'
import type { LostSource } from './lost-source.ts'
import { lostSources } from './lost-sources.ts'
import type { TurnDraft } from './prepared-turn.ts'
import type { TunedModel } from './tune-model.ts'

/** What a turn brings along and goes on from, before the guard has seen it. */
export interface TurnReading {
  /** What its turn will be counted as, unless another one comes first. */
  readonly sequence: number
  readonly audience: 'this-machine' | 'cloud'
  readonly extraction: Extraction
  readonly loaded: LoadedState
  /** What the chat was given and its state no longer tells. */
  readonly lost: readonly LostSource[]
  readonly guided: TurnGuidance
  /** Set where it is answered with tools. */
  readonly agent: AgentSetup | undefined
  readonly passages: GatheredPassages | undefined
  readonly texts: TurnTexts
  /** The marked files among these are what its answers drew on. */
  readonly instructions: readonly InstructionFile[]
  /** In words: what the chat asks for and could not be had. */
  readonly notices: readonly string[]
  /** The same about what stays so: told once in a branch. */
  readonly lasting: readonly string[]
}

export interface ReadTurnOptions {
  readonly models: readonly TunedModel[]
  readonly times: PhaseTimes
}

function offlineAgent(isDraft: boolean | undefined): string {
  const searched = isDraft ? 'It searches' : 'It searched'
  return `The offline model cannot use tools. ${searched} your notes instead, as "From my notes" does.`
}

/** Where rules that cannot be understood close the workspace, nothing is found in it. */
async function closedNotices(context: AppContext, workspaceId: string): Promise<readonly string[]> {
  const opened = await openedIfThere(context, workspaceId)
  const problem = opened && privacyProblem(await privacyRulesOf(opened.files))
  return problem === undefined ? [] : [problem]
}

/** Reads what is attached, what the chat is, and what guides its answer. */
export async function readTurn(
  context: AppContext,
  draft: TurnDraft,
  { models, times }: ReadTurnOptions,
): Promise<TurnReading> {
  const { workspaceId, chatId, at, text } = draft
  // Read before anything else: a turn that another tab adds from here on makes this one stale.
  const sequence = (await context.store.turns.lastSequence(workspaceId, chatId)) + 1
  const audience = audienceOfAll(models)
  const extraction = await times.measure('hydrate', () => hydrate(context, { ...draft, audience }))
  const stored = await times.measure('load', () => loadState(context, draft, draft.after))
  const recorded = { loaded: stored, lost: await lostSources(context, stored) }
  const { loaded, lost } = await clearLost(context, recorded, draft.unrecorded)
  const { state } = loaded
  if (audience === 'cloud') await refuseLocalOnly(context, workspaceId, { state, lost })
  const firstText = state.history.get(0)?.text ?? text
  const isGuided = models.some(({ model }) => model.catalogue !== undefined)
  const words = userQuestions(state, text).at(-1) ?? ''
  const guided = isGuided ? await guideTurn(context, { ...draft, text: words, firstText }) : NO_GUIDANCE
  const built = await buildSections(context, { ...draft, audience })
  const agent = await agentSetup(context, draft)
  // A model inside this program follows no guidance and uses no tools.
  const isOffline = agent !== undefined && !isGuided
  const passages =
    isOffline || draft.settings.runner === 'vault-qa'
      ? await gatherPassages(context, { workspaceId, text: words, state, audience, at })
      : undefined
  const mode = agent && isGuided ? modeGuidance(agent.mode) : undefined
  const guidance = joinTexts(draft.guidance, guided.guidance, mode, passages?.guidance)
  const { artifacts } = extraction
  const texts = {
    text,
    artifacts,
    sections: present<SectionInput>([...built.sections, guided.section, agent?.section]),
    tools: agent?.definitions ?? [],
    gathered: passages?.gathered ?? [],
    guidance,
    images: extraction.images,
    around: [...(passages?.around ?? []), ...(await aroundPassages(context, workspaceId, artifacts))],
  }
  const notices = [
    ...built.notices,
    ...(agent?.notices ?? []),
    ...(isOffline ? [offlineAgent(draft.isDraft)] : []),
    ...(agent || passages ? await closedNotices(context, workspaceId) : []),
  ]
  const instructions = [...built.files, ...(draft.instructions ?? [])]
  const lasting = [...built.withheld, ...(agent?.missing ?? [])]
  const read = { sequence, audience, extraction, loaded, lost, guided, agent, passages }
  return { ...read, texts, instructions, notices, lasting }
}

export function joinTexts(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

function present<T>(list: readonly (T | undefined)[]): readonly T[] {
  return list.filter((item) => item !== undefined)
}
