import { type ForecastView, type Notice, notice, noticeId, readNotices, uniqueNotices } from '@varve/contract'
import type { State } from '@varve/engine'
import { readSteps } from '../agent/read-steps.ts'
import type { AppContext } from '../app-context.ts'
import type { ObservedFile } from '../chat/observe-files.ts'
import { planSummaries } from '../chat/plan-summaries.ts'
import type { BranchPosition } from '../chat/branch-position.ts'
import { originalOf } from '../guard/original-of.ts'
import type { Brought } from './describe-attachments.ts'
import type { GatheredTurn } from './gather.ts'
import type { PlannedModel } from './turn-data.ts'

/** Beyond this many of a kind, one sentence counts the rest. */
const NAMED = 3

export interface TurnToNotice extends Brought {
  readonly gathered: GatheredTurn
  /** Whether what is behind placeholders cannot be opened. */
  readonly isRedactionLost: boolean
  /** Files behind what the chat keeps. */
  readonly files: readonly ObservedFile[]
  readonly planned: readonly PlannedModel[]
}

export interface TurnNotices {
  readonly notices: readonly Notice[]
  /** What some of them are about, for a forecast. */
  readonly about: Partial<Pick<ForecastView, 'changed' | 'replaced'>>
}

/** A turn's notices before its answer. Lasting ones are shown once per branch. */
export async function turnNotices(context: AppContext, turn: TurnToNotice): Promise<TurnNotices> {
  const { gathered, files, planned, isRedactionLost } = turn
  const { draft, extraction, loaded } = gathered
  const { point: after, state } = loaded
  const ownChanges = await changedHere(context, after, files)
  const changes = files.filter((file) => !ownChanges.has(file))
  const changed = changes.flatMap(({ now, artifact: { key } }) => (now.kind === 'changed' ? [key] : []))
  const replaced = extraction.warnings.flatMap(({ subject: path, instead: by }) =>
    by === undefined ? [] : [{ path, by }],
  )
  const lasting = [...(draft.lasting ?? []), ...gathered.lasting]
  const earlier = unseenBefore(planned, state, after)
  const isTold = await toldCheck(context, after, lasting.length + earlier.length > 0)
  const notices = [
    ...(draft.notices ?? []),
    ...gathered.notices,
    ...lasting.filter((one) => !isTold(one)),
    ...extraction.warnings.map(({ subject, message }) => notice('attachment', subject, { message })),
    ...keptNotices(changes),
    ...(isRedactionLost ? [notice('redaction-lost')] : []),
  ]
  return {
    notices: [
      // What an attachment and a search have run into alike is said once.
      ...uniqueNotices(notices),
      ...unseenPictures(planned, turn),
      ...earlier.filter((one) => !isTold(one)),
    ],
    about: {
      ...(changed.length === 0 ? {} : { changed }),
      ...(replaced.length === 0 ? {} : { replaced }),
    },
  }
}

/** Which notices earlier turns of this branch have shown. */
async function toldCheck(
  context: AppContext,
  { turn }: BranchPosition,
  isNeeded: boolean,
): Promise<(one: Notice) => boolean> {
  if (!turn || !isNeeded) return () => false
  const { workspaceId, id: headId } = turn
  const branch = await context.store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const calls = await planSummaries(context, workspaceId, ids)
  const told = new Set(calls.flatMap(({ summary }) => readNotices(summary.notices).map(noticeId)))
  return (one) => told.has(noticeId(one))
}

/** What a model without vision is not given, said before and after sending. */
function unseenPictures(planned: readonly PlannedModel[], { attached, images }: Brought): readonly Notice[] {
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
    const listed = [...new Set(unseen)].map((name) => `"${name}"`).join(', ')
    return [notice('pictures-unseen', undefined, { model: one.model.name, names: listed })]
  })
}

/** A model without vision that takes over from another knows earlier pictures by their names only. */
function unseenBefore(
  planned: readonly PlannedModel[],
  { history }: State,
  { answer }: BranchPosition,
): readonly Notice[] {
  const hasPictures = [...history].some(
    ({ images, attached }) => images.length > 0 || attached.some(({ artifact }) => artifact.kind === 'image'),
  )
  if (!hasPictures) return []
  return planned.flatMap(({ model }) =>
    model.spec.vision || model.spec.id === answer?.modelId
      ? []
      : [notice('earlier-pictures-unseen', undefined, { model: model.name })],
  )
}

/** Kept files that differ from what the model was given: the answer rests on the kept text. */
function keptNotices(files: readonly ObservedFile[]): readonly Notice[] {
  const keys = (isMeant: (now: ObservedFile['now']) => boolean): readonly string[] =>
    files.filter(({ now }) => isMeant(now)).map(({ artifact }) => artifact.key)
  return [
    ...each(
      'kept-changed',
      keys((now) => now.kind === 'changed'),
    ),
    ...each(
      'kept-gone',
      keys((now) => now.kind === 'missing' && now.why === 'gone'),
    ),
    ...each(
      'kept-unreadable',
      keys((now) => now.kind === 'missing' && now.why === 'unreadable'),
    ),
  ]
}

/** The last one named makes room for a count only where that counts more than itself. */
function each(
  code: 'kept-changed' | 'kept-gone' | 'kept-unreadable',
  keys: readonly string[],
): readonly Notice[] {
  const named = keys.length <= NAMED + 1 ? keys : keys.slice(0, NAMED)
  const rest = keys.length - named.length
  return [
    ...named.map((key) => notice(code, key)),
    ...(rest > 0 ? [notice(`${code}-more`, undefined, { count: rest })] : []),
  ]
}

/**
 * Of files that differ from the kept text, those that are as a tool of this very branch left them. The model has the
 * change in its calls, and the engine tells it that the file is another one now: the user need not attach it again.
 */
async function changedHere(
  { store }: Pick<AppContext, 'store'>,
  { turn }: BranchPosition,
  files: readonly ObservedFile[],
): Promise<ReadonlySet<ObservedFile>> {
  const changed = files.filter(({ now }) => now.kind === 'changed')
  if (!turn || changed.length === 0) return new Set()
  const { workspaceId, id: headId } = turn
  const branch = await store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const answers = await store.answers.ofTurns(workspaceId, ids)
  const left = new Set(
    answers
      .flatMap(({ steps }) => readSteps(steps, true) ?? [])
      .flatMap(({ calls }) => calls.flatMap(({ changes = [] }) => changes))
      .flatMap((change) => (change.kind === 'remove' ? [] : [nameOf(change.path, change.after)])),
  )
  return new Set(
    changed.filter(
      ({ artifact, now }) =>
        now.kind === 'changed' &&
        now.hash !== undefined &&
        left.has(nameOf(originalOf(artifact).path, now.hash)),
    ),
  )
}

function nameOf(path: string, hash: string): string {
  return JSON.stringify([path, hash])
}
