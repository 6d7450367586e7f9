import type { State, TurnResult } from '@varve/engine'
import { type CacheMemory, hashText, retakeTurn } from '@varve/engine/internal'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { answerRunning, settingsAgain } from './resolve.ts'
import { type IdempotentRequest, recallRequest } from '../chat/recall-request.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { requireReadyModel } from '../models/require-model.ts'
import { askedModels } from '../definitions/answering-models.ts'
import { commitTurn, runAnswers, type SentMessage } from './commit.ts'
import { endOf, pointBefore } from '../chat/branch-position.ts'
import type { CutAnswer } from './cut-answer.ts'
import { requireTurn } from '../chat/require-turn.ts'
import { type TunedModel, tuneModels } from './tune-model.ts'
import { readTurnOptions, sentText } from '../chat/turn-options.ts'
import { guardAgain } from '../guard/guard-again.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import { guideTurn, NO_GUIDANCE } from '../areas/guide-turn.ts'
import { audienceOfAll } from '../models/provider-info.ts'
import { type ChatSettingsView, notice, type PassagesRequest, type SourceView } from '@varve/contract'
import { PhaseTimes } from '../telemetry/phase-times.ts'
import { agentSetup, type AgentWanted } from '../agent/agent-setup.ts'
import { buildSections } from '../definitions/build-sections.ts'
import { withMode } from '../agent/mode-guidance.ts'
import { refuseLocalOnly } from '../files/refuse-local-only.ts'
import { allowed } from '../chat/clear-lost.ts'
import { loadAsked, loadState } from '../chat/load-state.ts'
import { instructionSources, lostSources } from '../files/lost-sources.ts'
import { NOTHING_PENDING } from '../chat/pending-options.ts'
import { passagesAgain } from './find-passages.ts'
import { countAhead, phasesOf, planModels } from './plan.ts'
import type { FoundSince, PlannedAgain, PreparedTurn } from './turn-data.ts'
import { parseComposer } from '../definitions/parse-composer.ts'
import { citeHits } from '../agent/cite-hits.ts'
import { readSteps } from '../agent/read-steps.ts'
import { lookupSetup } from '../agent/plus/lookup-setup.ts'

export interface RegenerateAnswerInput extends ChatPlace {
  readonly turnId: string
  /** The model of the answer that the thread continues with, where it is left out. */
  readonly modelIds?: readonly string[] | undefined
  readonly decision?: GuardDecision | undefined
  /** Sources that are no longer recorded may leave this machine. */
  readonly unrecorded?: 'allow' | undefined
  /** What is said about passages that Varve found by itself, where a cloud model is to read them. */
  readonly passages?: PassagesRequest | undefined
  readonly idempotencyKey?: string | undefined
  /** The interrupted answer that the new one continues. */
  readonly cut?: CutAnswer | undefined
}

/**
 * Answers a question again, with the same or other models, from what was originally sent: the recorded
 * versions of every note. Existing answers stay; the chat continues with the new one.
 */
export async function regenerateAnswer(
  context: AppContext,
  input: RegenerateAnswerInput,
): Promise<SentMessage> {
  const { workspaceId, chatId, turnId } = input
  const request = requestOf(input)
  const done = await recallRequest<SentMessage>(context, request)
  if (done) return done
  const stored = await requireChat(context, input)
  if (stored.answering) throw answerRunning(context, input)
  const turn = await requireTurn(context, input, turnId)
  const options = readTurnOptions(turn.options)
  const asked = await settingsAgain(context, { workspaceId, stored: stored.settings, options })
  const standing = await context.store.answers.ofTurn(workspaceId, turnId)
  const modelId = (await endOf(context, turn)).answer?.modelId ?? standing[0]?.modelId
  const ids = askedModels({ modelId, modelIds: input.modelIds })
  const at = context.clock.now()
  const ready = await Promise.all(ids.map((id) => requireReadyModel(context, id)))
  const tuning = { workspaceId, chatId, models: ready, at, settings: asked.chat }
  const { models } = await tuneModels(context, tuning)
  const { decision, unrecorded, passages } = input
  const again = { workspaceId, chatId, turn, at, decision, unrecorded, passages, settings: asked.turn }
  const answeredBy = standing.map((answer) => answer.modelId)
  const prepared = await prepareAgain(context, { ...again, answeredBy }, models)
  if (!prepared)
    throw new AppError(
      'not-recorded',
      'What this question was sent with is no longer recorded. Ask it again with the notes as they are now.',
    )
  const position = Math.max(-1, ...standing.map((answer) => answer.position)) + 1
  const place = { workspaceId, chatId, turnId, at, position }
  const sending = { ...place, chat: stored, prepared, request, decision }
  return runAnswers(context, await commitTurn(context, { ...sending, standing: standing.length }), input.cut)
}

function requestOf(input: RegenerateAnswerInput): IdempotentRequest | undefined {
  const { workspaceId, chatId, turnId, modelIds, idempotencyKey: key } = input
  if (key === undefined) return undefined
  const fingerprint = hashText(JSON.stringify(['regenerate', chatId, turnId, modelIds ?? null]))
  return { workspaceId, key, fingerprint }
}

interface TurnToRetake extends ChatPlace {
  readonly turn: TurnRecord
  readonly at: number
  readonly decision?: GuardDecision | undefined
  readonly unrecorded?: 'allow' | undefined
  readonly passages?: PassagesRequest | undefined
  /** Models that have read the question. */
  readonly answeredBy: readonly string[]
  readonly settings: ChatSettingsView
}

/** Plans a turn that was asked before for models that are to answer it now, in the versions that it recorded. */
async function prepareAgain(
  context: AppContext,
  { turn, at, decision, unrecorded, passages, answeredBy, settings, ...place }: TurnToRetake,
  models: readonly TunedModel[],
): Promise<PreparedTurn | undefined> {
  const times = new PhaseTimes(context.timer)
  const after = await pointBefore(context, turn)
  const stored = await times.measure('load', () => loadAsked(context, place, turn))
  if (!stored?.state.open || stored.rebuilt) return undefined
  const loaded = await loadState(context, place, after)
  if (loaded.rebuilt) return undefined
  const audience = audienceOfAll(models)
  const isOwnSearch = (settings.runner ?? 'auto') === 'auto' || settings.runner === 'chat'
  const isLeft =
    audience === 'cloud' &&
    isOwnSearch &&
    (await passagesAgain(context, { ...place, said: passages, answeredBy, asked: stored.state })) === 'leave'
  const asked = isLeft ? { ...stored, state: withoutFound(stored.state) } : stored
  const said = await lostSources(context, loaded)
  const lost = unrecorded === 'allow' ? allowed(said) : said
  if (audience === 'cloud') {
    // What its own words called is in the turn, as skills and templates do.
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
    pendingOptions: NOTHING_PENDING,
    guided: NO_GUIDANCE,
    guarded,
    agent,
    ...(await lookUpAgain(context, looking)),
    sources: sourcesOf(guarded.asked),
    notices: [
      ...built.notices,
      ...built.withheld,
      ...(guarded.redaction.lost ? [notice('redaction-lost')] : []),
      ...context.checkRequests(result.envelope, result.plans),
    ],
    planned,
    measured: { phases: phasesOf(times), misses: [] },
    needs: result.needs,
    summaries: settings.summaries ?? 'model',
    again,
  }
}

/** Without the passages that were found for the question, and without how to cite them. */
function withoutFound(asked: State): State {
  const { open } = asked
  return open ? { ...asked, open: { ...open, gathered: [], guidance: '' } } : asked
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

interface LookUpAgain extends AgentWanted {
  readonly turnId: string
  /** As it was sent. */
  readonly text: string
  /** With the turn open. */
  readonly asked: State
}

/** With what a turn is looked up that is answered again: with nothing where that was done before. */
async function lookUpAgain(
  context: AppContext,
  { turnId, text, asked, ...wanted }: LookUpAgain,
): Promise<Pick<PreparedTurn, 'lookup' | 'directives'>> {
  const setup = await lookupSetup(context, wanted)
  if (!setup) return { lookup: undefined, directives: {} }
  const { vault, chats, web } = parseComposer(text).directives
  const isDone =
    (asked.open?.gathered.length ?? 0) > 0 || (await wasPlanned(context, wanted.workspaceId, turnId))
  return { lookup: isDone ? undefined : setup, directives: { vault, chats, web } }
}

/** Whether an answer to this turn came to the end of its plan; a program that was killed may not have recorded it. */
async function wasPlanned(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
  turnId: string,
): Promise<boolean> {
  const standing = await store.answers.ofTurn(workspaceId, turnId)
  return standing.some(({ steps }) => {
    const calls = (readSteps(steps, false) ?? []).flatMap((step) => step.calls)
    const isEnded = calls.every(({ status }) => status === 'done' || status === 'failed')
    return isEnded && calls.some(({ tool }) => tool === 'planner')
  })
}

/** A turn with what was found for it now. */
function withFound(asked: State, { gathered = [], guidance = '' }: FoundSince): State {
  const { open } = asked
  if (!open || (gathered.length === 0 && guidance === '')) return asked
  const words = [open.guidance, guidance].filter((part) => part !== '').join('\n\n')
  return { ...asked, open: { ...open, gathered: [...open.gathered, ...gathered], guidance: words } }
}

/** By the numbers under which a turn was given its passages; undefined where it was given none. */
function sourcesOf({ open }: State): readonly SourceView[] | undefined {
  const { sources } = citeHits(open?.gathered ?? [], '')
  return sources.length === 0 ? undefined : sources
}
