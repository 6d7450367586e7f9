import { type Statement, StoreError } from '@varve/store'
import type { AnswerJob, OpenTurn } from '../answer/answer-job.ts'
import { answerStatements } from '../answer/answer-statements.ts'
import { buildJob, outgoingCall } from '../answer/build-job.ts'
import { askAboutLeft, passDoor, requirePassage, stopCall } from '../guard/call-model.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { guardStatements } from '../guard/guard-statements.ts'
import { LiveAnswer } from '../answer/live-answer.ts'
import { runAnswer } from '../answer/run-answer.ts'
import { PhaseTimes } from '../observe/phase-times.ts'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import { recallRequest } from '../messages/recall-request.ts'
import { requireChat } from '../chats/require-chat.ts'
import { privateTitle } from '../guard/private-title.ts'
import { titleFrom } from '../chats/title-from.ts'
import { completeTurn, needsMore, type TurnToComplete } from './complete-turn.ts'
import { carriedOut } from './next-wishes.ts'
import { pictureStatements } from './picture-statements.ts'
import type { PlannedModel } from './plan-models.ts'
import { stateStatements } from './state-statements.ts'
import type { TurnToDispatch } from './turn-to-dispatch.ts'

export interface SentMessage {
  readonly turnId: string
  /** Of the first model. */
  readonly answerId: string
  /** One for each model, in their order. */
  readonly answerIds: readonly string[]
}

/** Commits a turn with all that its answers need, and only then lets the models answer. */
export async function dispatchTurn(context: AppContext, toDispatch: TurnToDispatch): Promise<SentMessage> {
  const { turnId, prepared, request, at } = toDispatch
  const [first] = prepared.planned
  if (prepared.planned.every(({ kind }) => kind === 'over-budget') && first?.kind === 'over-budget')
    throw toAppError(first.error)
  const open: OpenTurn = { state: prepared.state, redaction: prepared.guarded.redaction }
  const answers = prepared.planned.map((planned) => ({ planned, id: context.newId() }))
  const answerIds = answers.map(({ id }) => id)
  const sent: SentMessage = { turnId, answerId: answerIds[0] ?? '', answerIds }
  const jobs: AnswerJob[] = []
  for (const { planned, id: answerId } of answers)
    if (planned.kind === 'planned')
      jobs.push(await buildJob(context, { ...toDispatch, ...planned, answerId, open }))
  for (const job of jobs) await askForPassage(context, job, toDispatch.decision)
  const guarded = { ...prepared, guarded: { ...prepared.guarded, redaction: open.redaction } }
  const running = jobs.map((job) => ({ job, live: new LiveAnswer() }))
  for (const { job, live } of running) context.live.set(job.answer.id, live)
  const times = new PhaseTimes(context.timer)
  try {
    const statements = [
      ...(await turnStatements(context, { ...toDispatch, prepared: guarded })),
      ...(await answersOf(context, toDispatch, answers, jobs)),
      ...choiceOf(context, toDispatch, sent),
      ...(request ? [context.store.requests.put({ ...request, response: sent, at })] : []),
    ]
    await times.measure('commit', () => context.store.commit(statements))
  } catch (error) {
    if (!(await isWritten(context, toDispatch, sent))) {
      for (const { job } of running) context.live.delete(job.answer.id)
      return afterConflict(context, toDispatch, error)
    }
  }
  const commitMilliseconds = times.taken('commit')
  const stored = running.map(({ job, live }) => ({ job: { ...job, commitMilliseconds }, live }))
  void answerAll(context, { toDispatch, open, running: stored })
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
async function answerAll(context: AppContext, toComplete: TurnToComplete): Promise<void> {
  const { running, toDispatch } = toComplete
  const complete = needsMore(toDispatch.prepared) ? await completeTurn(context, toComplete) : running
  await Promise.all(complete.map(({ job, live }) => runAnswer(context, job, live)))
}

async function turnStatements(
  context: AppContext,
  toDispatch: TurnToDispatch,
): Promise<readonly Statement[]> {
  const { workspaceId, chatId, turnId, at, chat, prepared, message, standing = 0 } = toDispatch
  const { store } = context
  const place = { workspaceId, conversationId: chatId }
  const { sequence, number, after, state, forgotten, planned } = prepared
  const title =
    message && chat.titledBy === 'default'
      ? titleFrom(
          await privateTitle(context, {
            workspaceId,
            text: toDispatch.words ?? message.text,
            redaction: prepared.guarded.redaction,
          }),
        )
      : undefined
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
    ...(await stateStatements(context, { workspaceId, turnId, stage: 'asked', state })),
    ...(await guardStatements(context, toDispatch)),
    ...planned.flatMap((model) =>
      model.kind === 'planned'
        ? pictureStatements(store, workspaceId, { ...prepared, plan: model.plan })
        : [],
    ),
    ...forgotten.map((key) => store.forgets.remove({ ...place, key })),
    ...carriedOut(store, toDispatch, prepared.wishes),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: turnId }),
    store.shownEnds.put({ ...place, turnId }),
    store.conversations.touch({ workspaceId, id: chatId, at }),
    store.chatFiles.mark(place),
    ...titled,
  ]
}

async function answersOf(
  context: AppContext,
  toDispatch: TurnToDispatch,
  answers: readonly { readonly planned: PlannedModel; readonly id: string }[],
  jobs: readonly AnswerJob[],
): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  for (const [index, { planned, id }] of answers.entries()) {
    const job = jobs.find(({ answer }) => answer.id === id)
    const position = (toDispatch.position ?? 0) + index
    statements.push(
      ...(await answerStatements(context, { ...toDispatch, planned, answerId: id, position, job })),
    )
  }
  return statements
}

/** Whoever has a question answered again goes on with the new answer. */
function choiceOf(
  { store }: AppContext,
  { workspaceId, turnId, message }: TurnToDispatch,
  { answerId }: SentMessage,
): readonly Statement[] {
  return message ? [] : [store.choices.put({ workspaceId, turnId, answerId })]
}

/** A disk or a server may report a failure and have written all of it: then somebody has to answer. */
async function isWritten(
  { store }: AppContext,
  { workspaceId }: TurnToDispatch,
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
  { request, ...place }: TurnToDispatch,
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

/** Where the answer has ended and the disk does not take it, that is what keeps the next message from being sent. */
export function answerRunning({ live }: AppContext, { chatId }: { readonly chatId: string }): AppError {
  const unsaved = [...live.values()].find((answer) => answer.unsaved?.chatId === chatId)?.unsaved?.error
  if (unsaved)
    return new AppError(
      unsaved.code,
      `The last answer of this chat is not saved yet: ${unsaved.message} Nothing has been sent.`,
      { cause: unsaved },
    )
  return new AppError(
    'answer-running',
    'An answer is still being written in this chat. Nothing has been sent.',
  )
}
