import { type Statement, StoreError } from '@varve/store'
import { type RedactionMap, restoreText, RULE_VERSION } from '@varve/guard'
import type { AnswerJob, OpenTurn } from './answer-job.ts'
import { buildJob, outgoingCall } from './build-job.ts'
import { askAboutLeft, passDoor, requirePassage, stopCall } from '../guard/call-model.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { LiveAnswer } from './live-answer.ts'
import { runAnswer } from './run-answer.ts'
import { PhaseTimes } from '../telemetry/phase-times.ts'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { holdMoney, releaseMoney } from '../spending.ts'
import { answerRunning } from './resolve.ts'
import { recallRequest } from '../chat/recall-request.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import type { CutAnswer } from './cut-answer.ts'
import { hideKnown, privateTitle } from '../guard/private-title.ts'
import { titleFrom } from '../chat/title-from.ts'
import { completeTurn, needsMore, type TurnToComplete } from './complete-turn.ts'
import { carriedOut } from '../chat/pending-options.ts'
import { pictureStatements } from './build-call.ts'
import { missingObjects, packState } from './store-state.ts'
import type { PlannedModel, PreparedTurn, TurnToCommit } from './turn-data.ts'
import { policyStatements, requireGuardPolicy } from '../guard/guard-policy.ts'
import { redactionStatements } from '../guard/load-redaction.ts'
import { callStatements, findMissing, packCall, type PackedCall } from '../call-log/store-call.ts'
import { type PlanSummary, recordPlan } from './record-plan.ts'
import { callPlace } from '../chat/call-place.ts'
import { cacheStatements } from './account-for.ts'

export interface SentMessage {
  readonly turnId: string
  /** Of the first model. */
  readonly answerId: string
  /** One for each model, in their order. */
  readonly answerIds: readonly string[]
}

/** A turn on disk, with the answers that are to be written. */
interface CommittedTurn extends TurnToComplete {
  readonly sent: SentMessage
}

/** Fifth step: stores a turn with all that its answers need, in one transaction. Nothing is sent before that. */
export async function commitTurn(context: AppContext, turn: TurnToCommit): Promise<CommittedTurn> {
  const { turnId, prepared, request, at } = turn
  const [first] = prepared.planned
  if (prepared.planned.every(({ kind }) => kind === 'over-budget') && first?.kind === 'over-budget')
    throw toAppError(first.error)
  const open: OpenTurn = { state: prepared.state, redaction: prepared.guarded.redaction }
  const answers: AnswerToBegin[] = []
  for (const planned of prepared.planned) {
    const id = context.newId()
    const job =
      planned.kind === 'planned'
        ? await buildJob(context, { ...turn, ...planned, answerId: id, open })
        : undefined
    answers.push({ id, planned, job })
  }
  const answerIds = answers.map(({ id }) => id)
  const sent: SentMessage = { turnId, answerId: answerIds[0] ?? '', answerIds }
  const jobs = answers.flatMap(({ job }) => job ?? [])
  for (const job of jobs) await askForPassage(context, job, turn.decision)
  await holdForAll(context, jobs)
  const guarded = { ...prepared, guarded: { ...prepared.guarded, redaction: open.redaction } }
  const running = jobs.map((job) => ({ job, live: new LiveAnswer() }))
  for (const { job, live } of running) context.live.set(job.answer.id, live)
  const times = new PhaseTimes(context.timer)
  try {
    const statements = [
      ...(await turnStatements(context, { ...turn, prepared: guarded })),
      ...(await contentStatements(context, turn, answers)),
      ...choiceOf(context, turn, sent),
      ...(request ? [context.store.requests.put({ ...request, response: sent, at })] : []),
    ]
    await times.measure('commit', () => context.store.commit(statements))
  } catch (error) {
    if (!(await isWritten(context, turn, sent))) {
      for (const { job } of running) context.live.delete(job.answer.id)
      releaseAll(jobs)
      return { turn, open, running: [], sent: await afterConflict(context, turn, error) }
    }
  }
  const commitMilliseconds = times.taken('commit')
  const stored = running.map(({ job, live }) => ({ job: { ...job, commitMilliseconds }, live }))
  return { turn, open, running: stored, sent }
}

async function holdForAll(context: AppContext, jobs: readonly AnswerJob[]): Promise<void> {
  try {
    for (const { answer, model, call, foreseen } of jobs)
      await holdMoney(context, {
        owner: answer.id,
        model,
        inputUSD: foreseen.predicted.costUSD,
        maxOutputTokens: call.settings?.maxOutputTokens,
      })
  } catch (error) {
    releaseAll(jobs)
    throw error
  }
}

function releaseAll(jobs: readonly AnswerJob[]): void {
  for (const { answer } of jobs) releaseMoney(answer.id)
}

/** Sixth step: has the models answer. Nobody waits for it: who wants to know watches the answers. */
export function runAnswers(
  context: AppContext,
  { sent, ...committed }: CommittedTurn,
  cut?: CutAnswer,
): SentMessage {
  void answerAll(context, committed, cut)
  return sent
}

/** Before anything is stored: what the guard has left in a request is asked about like all that it finds. */
async function askForPassage(
  context: AppContext,
  job: AnswerJob,
  decision: GuardDecision | undefined,
): Promise<void> {
  const left = await passDoor(context, outgoingCall(job))
  if (left.length === 0) return
  if (!decision) throw askAboutLeft(left)
  if (decision.action !== 'send') throw await stopCall(context, outgoingCall(job), left)
  const { open } = job
  const allowed = [...open.redaction.allowed, ...left.map(({ value }) => value)]
  open.redaction = { ...open.redaction, allowed: [...new Set(allowed)].sort() }
  await requirePassage(context, outgoingCall(job))
}

/** What has to be looked up first is looked up once for all; then each answers by itself. */
async function answerAll(context: AppContext, toComplete: TurnToComplete, cut?: CutAnswer): Promise<void> {
  const { running, turn } = toComplete
  if (running.length === 0) return
  const complete = needsMore(turn.prepared) ? await completeTurn(context, toComplete) : running
  await Promise.all(complete.map(({ job, live }) => runAnswer(context, job, live, cut)))
}

async function turnStatements(context: AppContext, turn: TurnToCommit): Promise<readonly Statement[]> {
  const { workspaceId, chatId, turnId, at, chat, prepared, message, standing = 0 } = turn
  const { store } = context
  const place = { workspaceId, conversationId: chatId }
  const { sequence, number, after, forgotten, planned } = prepared
  const title = await titleOf(context, turn)
  const titled =
    title === undefined
      ? []
      : [
          store.conversations.rename({ ...chat, title, titledBy: 'message' }),
          ...store.chatTexts.putChat({ ...place, at, title, tags: chat.tags }),
        ]
  const parents = { parentId: after.turn?.id, parentAnswerId: after.answer?.id }
  return [
    ...(message
      ? [
          store.turns.append({ ...place, ...parents, ...message, id: turnId, sequence, number, at }),
          ...store.chatTexts.putQuestion({ ...place, turnId, text: message.text, at }),
        ]
      : [store.answers.requireStanding({ ...place, turnId, count: standing })]),
    ...(await guardStatements(context, turn)),
    ...planned.flatMap((model) =>
      model.kind === 'planned'
        ? pictureStatements(store, workspaceId, { ...prepared, plan: model.plan })
        : [],
    ),
    ...forgotten.map((key) => store.forgets.remove({ ...place, key })),
    ...carriedOut(store, turn, prepared.pendingOptions),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: turnId }),
    store.branchLeaves.put({ ...place, turnId }),
    store.conversations.touch({ workspaceId, id: chatId, at }),
    store.chatFiles.mark(place),
    ...titled,
  ]
}

/** Undefined where the chat keeps its title: a value in it may have got a placeholder since. */
async function titleOf(
  context: AppContext,
  { workspaceId, chat, message, words, prepared }: TurnToCommit,
): Promise<string | undefined> {
  const { redaction } = prepared.guarded
  if (chat.titledBy === 'default')
    return (
      message &&
      titleFrom(await privateTitle(context, { workspaceId, text: words ?? message.text, redaction }))
    )
  const hidden = chat.titledBy === 'message' ? hideKnown(chat.title, redaction) : chat.title
  return hidden === chat.title ? undefined : hidden
}

interface AnswerToBegin {
  readonly id: string
  readonly planned: PlannedModel
  /** Absent if it doesn't fit: then the answer has failed before it began, and the others continue. */
  readonly job: AnswerJob | undefined
}

/** The writes of the state and of the answers, with what their models are about to be sent: each text once. */
async function contentStatements(
  context: AppContext,
  turn: TurnToCommit,
  answers: readonly AnswerToBegin[],
): Promise<readonly Statement[]> {
  const { store } = context
  const { workspaceId, turnId, prepared } = turn
  const state = await packState(context, { workspaceId, turnId, stage: 'asked', state: prepared.state })
  const calls: PackedCall[] = []
  for (const { job } of answers) if (job) calls.push(await packFirstCall(context, turn, job))
  const { missing, spare } = await findMissing(context, workspaceId, calls, state.packed.objects.keys())
  const statements: Statement[] = [
    ...spare,
    ...missingObjects(store, workspaceId, state.packed, missing.texts),
    state.put,
  ]
  for (const [index, answer] of answers.entries()) {
    statements.push(...answerStatements(context, turn, answer, (turn.position ?? 0) + index))
  }
  for (const call of calls) statements.push(...(await callStatements(context, call, missing)))
  return statements
}

/** Anyone who has a question answered again continues with the new answer. */
function choiceOf(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, turnId, message }: TurnToCommit,
  { answerId }: SentMessage,
): readonly Statement[] {
  return message ? [] : [store.choices.put({ workspaceId, turnId, answerId })]
}

/** A disk or server may report a failure after writing everything: then the answer must run. */
async function isWritten(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId }: TurnToCommit,
  { answerId }: SentMessage,
): Promise<boolean> {
  try {
    return (await store.answers.get({ workspaceId, id: answerId })) !== undefined
  } catch (error) {
    if (error instanceof StoreError) return false
    throw error
  }
}

/** Another tab was faster, or this very request came twice at once. */
async function afterConflict(
  context: AppContext,
  { request, ...place }: TurnToCommit,
  error: unknown,
): Promise<SentMessage> {
  if (!(error instanceof StoreError) || error.code !== 'conflict') throw error
  const done = await recallRequest<SentMessage>(context, request)
  if (done) return done
  const chat = await requireChat(context, place)
  if (chat.answering) throw answerRunning(context, place)
  throw new AppError('chat-changed', 'This chat went on in another tab. Nothing has been sent.', {
    cause: error,
  })
}

interface GuardedSending extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly prepared: Pick<PreparedTurn, 'guarded' | 'planned'>
  readonly decision?: GuardDecision | undefined
}

/** What the guard leaves behind: the map, sealed; an entry in the audit, without values; what the user wants always. */
async function guardStatements(context: AppContext, sending: GuardedSending): Promise<readonly Statement[]> {
  const { store } = context
  const { workspaceId, chatId, turnId, at, prepared, decision } = sending
  const { redaction, summary, isGuarded } = prepared.guarded
  const models = prepared.planned.map(({ model }) => model.spec.id)
  const said = decision ? { decided: decision.action } : {}
  const detail = { chatId, turnId, models, ...summary, ...said, rules: RULE_VERSION }
  return [
    ...(await redactionStatements(context, { workspaceId, chatId, turnId }, redaction)),
    ...(isGuarded && summary
      ? [store.audit.append({ workspaceId, at, actor: undefined, action: 'guard', detail })]
      : []),
    ...(await alwaysStatements(context, sending)),
  ]
}

async function alwaysStatements(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, at, decision }: GuardedSending,
): Promise<readonly Statement[]> {
  const { always = [], action } = decision ?? {}
  if (always.length === 0 || action === undefined) return []
  const policy = await requireGuardPolicy(store, workspaceId)
  const decisions = { ...policy.decisions, ...Object.fromEntries(always.map((type) => [type, action])) }
  return policyStatements(store, { workspaceId, at }, { ...policy, decisions })
}

/** The writes that begin an answer. */
function answerStatements(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, chatId, turnId, at }: TurnToCommit,
  { id: answerId, planned, job }: AnswerToBegin,
  position: number,
): readonly Statement[] {
  const { model, tuning } = planned
  const { sent: settings } = tuning
  const begin = store.answers.insert({
    workspaceId,
    conversationId: chatId,
    id: answerId,
    turnId,
    modelId: model.spec.id,
    modelName: model.name,
    startedAt: at,
    position,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  })
  if (job) return [begin, ...cacheStatements(store, job)]
  const { message } = planned.kind === 'over-budget' ? toAppError(planned.error) : { message: '' }
  const end = { status: 'failed', text: '', sources: [], error: message, errorCode: 'too-long', at } as const
  return [begin, store.answers.finish({ workspaceId, id: answerId }, end)]
}

/** What a model is about to be sent, as it is kept. */
function packFirstCall(
  context: AppContext,
  { workspaceId, turnId, at, prepared }: TurnToCommit,
  job: AnswerJob,
): Promise<PackedCall> {
  const { observe, packing } = context
  const { answer, plan, wire, cache, foreseen, wireMilliseconds } = job
  const { predicted } = foreseen
  const phases = { ...prepared.measured.phases, wire: wireMilliseconds }
  const about = { ...job.about, measured: { ...prepared.measured, phases } }
  const recorded = recordPlan({ ...about, plan, at, wire, predicted, cache }, packing)
  const { inspection } = recorded
  const summary = restoreNames(recorded.summary, job.open.redaction.state.values)
  const { statistics } = summary
  if (statistics) observe({ kind: 'turn-prepared', at, statistics, ...callPlace(job) })
  return packCall(context, { workspaceId, answerId: answer.id, number: 1, turnId, summary, inspection })
}

/** Chips carry the names that the user knows; the inspection shows those that were sent. */
function restoreNames(summary: PlanSummary, placeholders: RedactionMap): PlanSummary {
  const attachments = summary.attachments.map((attachment) => ({
    ...attachment,
    key: restoreText(attachment.key, placeholders),
    title: restoreText(attachment.title, placeholders),
  }))
  return { ...summary, attachments }
}
