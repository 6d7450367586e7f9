import { step, type TurnResult } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { GuardedDraft } from '../guard/guard-draft.ts'
import type { AgentSetup } from '../runner/agent-setup.ts'
import type { branchOf } from './branch-of.ts'
import { newVersions } from './observe-files.ts'
import { planModels, type PlannedModel } from './plan-models.ts'
import type { FoundSince, PlannedAgain, TurnDraft } from './prepared-turn.ts'
import { joinTexts } from './read-turn.ts'
import type { SettledLibrary } from './settle-library.ts'
import type { TunedModel } from './tune-model.ts'

export interface TurnToPlan {
  readonly draft: TurnDraft
  readonly models: readonly TunedModel[]
  readonly guarded: GuardedDraft
  readonly library: SettledLibrary
  readonly agent: AgentSetup | undefined
  readonly branching: Awaited<ReturnType<typeof branchOf>>
  /** Storage had lost something: this turn begins a new epoch and says so. */
  readonly rebuilt: boolean
}

export interface PlannedTurn {
  readonly result: TurnResult
  readonly planned: readonly PlannedModel[]
  /** Plans it once more with what was found after it was committed. */
  readonly again: (more: FoundSince) => PlannedAgain
}

/** Has the engine plan a turn for each of its models. */
export function planPrepared(context: AppContext, turn: TurnToPlan): PlannedTurn {
  const plan = (more: FoundSince) => planModels(turn.models, (specs) => take(context, turn, specs, more))
  return {
    ...plan({}),
    again: (more) => {
      const { result, planned } = plan(more)
      const { state, envelope, needs } = result
      return { state, envelope, needs, planned }
    },
  }
}

function take(
  context: AppContext,
  { draft, guarded, library, agent, branching, rebuilt }: TurnToPlan,
  specs: readonly TunedModel[],
  more: FoundSince,
): TurnResult {
  const { wishes, attached, forgotten, files } = library
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
}
