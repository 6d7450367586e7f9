import type { AppContext } from '../app-context.ts'
import { type GuardedDraft, guardDraft } from '../guard/guard-draft.ts'
import { LOST_NOTICE } from '../guard/lost-redaction.ts'
import { findParseMisses } from '../observe/parse-misses.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import type { Measured } from '../observe/turn-statistics.ts'
import { lookupSetup } from '../runner/plus/lookup-setup.ts'
import type { Brought } from './describe-attachments.ts'
import type { PlannedModel } from './plan-models.ts'
import { branchOf } from './branch-of.ts'
import { changedHere } from './changed-here.ts'
import { countAhead } from './count-ahead.ts'
import { keptNotices } from './kept-notices.ts'
import { planPrepared } from './plan-prepared.ts'
import type { PreparedTurn, TurnDraft } from './prepared-turn.ts'
import { readTurn, type TurnReading } from './read-turn.ts'
import { type SettledLibrary, settleLibrary } from './settle-library.ts'
import type { TunedModel } from './tune-model.ts'
import { untoldNotices } from './untold-notices.ts'

/** Reads what is attached and plans a request for each model. Nothing is stored: sending and forecasting begin here. */
export async function prepareTurn(
  context: AppContext,
  draft: TurnDraft,
  models: readonly TunedModel[],
): Promise<PreparedTurn> {
  const times = new PhaseTimes(context.timer)
  const reading = await readTurn(context, draft, { models, times })
  const { sequence, audience, extraction, loaded, lost, guided, agent, passages, texts, instructions } =
    reading
  const { state, turnNumber, rebuilt, point: after } = loaded
  const guarded = await times.measure('load', () =>
    guardDraft(context, { ...draft, audience, after, state, texts, instructions }),
  )
  const library = await times.measure('load', () => settleLibrary(context, draft, guarded))
  const notices = await noticesOf(context, draft, { reading, guarded, library })
  const branching = await branchOf(context, draft, after)
  const { attached } = library
  await times.measure('plan', () =>
    countAhead(context, { state: guarded.state, attached, turn: guarded.state.turn + 1 }, models),
  )
  const { result, planned, again } = times.measureNow('plan', () =>
    planPrepared(context, { draft, models, guarded, library, agent, branching, rebuilt }),
  )
  const { wishes, forgotten } = library
  return {
    sequence,
    number: turnNumber + 1,
    after,
    before: guarded.state,
    state: result.state,
    envelope: result.envelope,
    attached,
    images: guarded.images,
    pictures: extraction.pictures,
    lost,
    forgotten,
    wishes,
    guided,
    guarded,
    agent,
    lookup: await lookupSetup(context, draft),
    sources: passages?.sources,
    notices: [
      ...notices,
      ...unseenPictures(planned, { attached, images: guarded.images }),
      ...context.checkRequests(result.envelope, result.plans),
    ],
    planned,
    measured: { phases: phasesOf(times), misses: findParseMisses(attached, extraction.warnings) },
    needs: result.needs,
    summaries: draft.settings.summaries ?? 'model',
    again,
    directives: draft.directives ?? {},
  }
}

/** What a model without vision is not given, said before and after sending. */
function unseenPictures(planned: readonly PlannedModel[], { attached, images }: Brought): readonly string[] {
  const names = new Map([
    ...attached.flatMap(({ key, images: own }) => own.map(({ name }) => [`${key}#${name}`, name] as const)),
    ...images.map(({ name }) => [name, name] as const),
  ])
  return planned.flatMap((one) => {
    if (one.kind !== 'planned') return []
    const unseen = [...one.plan.omissions].flatMap(([, { key, reason }]) =>
      reason === 'no-vision' ? (names.get(key) ?? []) : [],
    )
    if (unseen.length === 0) return []
    const which = [...new Set(unseen)].map((name) => `"${name}"`).join(', ')
    return [
      `${one.model.name} can't see pictures and gets only the name of ${which}. Choose another model to have it seen.`,
    ]
  })
}

interface Told {
  readonly reading: TurnReading
  readonly guarded: GuardedDraft
  readonly library: SettledLibrary
}

async function noticesOf(
  context: AppContext,
  draft: TurnDraft,
  { reading, guarded, library: { files } }: Told,
): Promise<readonly string[]> {
  const { extraction, loaded } = reading
  const { point: after } = loaded
  const ownChanges = await changedHere(context, after, files)
  const lasting = [...(draft.lasting ?? []), ...reading.lasting]
  const notices = [
    ...(draft.notices ?? []),
    ...reading.notices,
    ...(await untoldNotices(context, after, lasting)),
    ...extraction.warnings.map(({ message }) => message),
    ...keptNotices(files.filter((file) => !ownChanges.has(file))),
    ...(guarded.redaction.lost ? [LOST_NOTICE] : []),
  ]
  // What an attachment and a search have run into alike is said once.
  return [...new Set(notices)]
}

/** The request on the wire is built later, for each model. */
export function phasesOf(times: PhaseTimes): Measured['phases'] {
  return { hydrate: times.taken('hydrate'), load: times.taken('load'), plan: times.taken('plan'), wire: 0 }
}
