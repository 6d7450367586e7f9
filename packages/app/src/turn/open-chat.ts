import {
  type ChatView,
  type InspectionView,
  type KeptView,
  parseNotice,
  type TurnView,
} from '@varve/contract'
import type { Artifact, State } from '@varve/engine'
import { type RedactionMap, restoreText } from '@varve/guard'
import type { AnswerRecord } from '@varve/store'
import { foundAny, type Priority } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import { chatSummary } from '../chat/list-chats.ts'
import { loadState } from '../chat/load-state.ts'
import { observeFiles } from '../chat/observe-files.ts'
import { loadPending, type PendingTurnOptions, wishStatement } from '../chat/pending-options.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'
import { type AnswerInput, requireAnswer, requireAnswerOfTurn } from '../chat/require-turn.ts'
import { shownEnd } from '../chat/shown-end.ts'
import { loadPlaceholders } from '../guard/load-redaction.ts'
import { readSettings } from '../models/chat-settings.ts'
import { loadTurns } from './load-turns.ts'
import { AppError } from '../app-error.ts'
import { loadSideCalls } from '../side-calls/load-side-calls.ts'
import { loadCall } from '../call-log/open-call.ts'
import { missingCall } from '../call-log/missing-call.ts'

/** Turns that are shown at once. */
const PAGE = 50

/** A chat with the latest turns of the branch on show, and what its next turn would still know. */
export async function openChat(context: AppContext, place: ChatPlace): Promise<ChatView> {
  const chat = await requireChat(context, place)
  const { store } = context
  const { workspaceId, chatId } = place
  const { state, point } = await loadState(context, place)
  const head = point.turn
  const from = Math.max(1, (head?.number ?? 0) - PAGE + 1)
  const turns = head ? await loadTurns(context, { ...place, headId: head.id, from }) : []
  const { pendingOptions, forgotten: keys } = await loadPending(store, place)
  const forgotten = new Set(keys)
  const placeholders = await loadPlaceholders(context, place, head?.id)
  const library = await keptArtifacts(context, place, { state, placeholders, pendingOptions })
  const file = await store.chatFiles.get({ workspaceId, conversationId: chatId })
  return {
    ...chatSummary(chat),
    settings: readSettings(chat.settings),
    ...(file?.path === undefined ? {} : { file: file.path }),
    ...(file?.notice === undefined ? {} : { notices: parseNotice(file.notice) }),
    turns,
    earlier: from - 1,
    ...(pendingOptions.compact ? { compact: true } : {}),
    kept: library.filter(({ key }) => !forgotten.has(key)),
    forgotten: library.filter(({ key }) => forgotten.has(key)),
  }
}

/** The turns before a place in the branch on show, or before its end, at most a page of them. */
export async function listTurns(
  context: AppContext,
  { before: wanted, ...place }: ChatPlace & { readonly before?: number | undefined },
): Promise<{ readonly turns: readonly TurnView[]; readonly earlier: number }> {
  const chat = await requireChat(context, place)
  const { store } = context
  const { workspaceId, chatId } = place
  const headId =
    chat.headTurnId ?? (await store.turns.latest({ workspaceId, conversationId: chatId }))?.id ?? ''
  const head = wanted === undefined ? await store.turns.get({ workspaceId, id: headId }) : undefined
  const before = wanted ?? (head?.number ?? 0) + 1
  const from = Math.max(1, before - PAGE)
  const turns = await loadTurns(context, { ...place, headId, from, before })
  return { turns, earlier: from - 1 }
}

interface KeptBy {
  readonly state: State
  readonly placeholders: RedactionMap
  readonly pendingOptions: PendingTurnOptions
}

async function keptArtifacts(
  context: AppContext,
  { workspaceId }: ChatPlace,
  { state, placeholders, pendingOptions }: KeptBy,
): Promise<readonly KeptView[]> {
  const entries = [...state.library]
  if (entries.length === 0) return []
  const artifacts = entries.map(({ artifact }) => artifact)
  const files = await observeFiles(context, workspaceId, artifacts)
  return entries.map(({ artifact, firstTurn }, index) => ({
    key: artifact.key,
    title: restoreText(artifact.title, placeholders),
    tokens: tokensOf(context, state, artifact),
    sinceTurn: firstTurn,
    status: files[index]?.now.kind ?? 'current',
    ...markOf(artifact, pendingOptions),
  }))
}

/** As it will count for the next turn. */
function markOf({ key, priority }: Artifact, { priorities }: PendingTurnOptions): Pick<KeptView, 'priority'> {
  const mark = priorities.find((wish) => wish.key === key)?.priority ?? priority
  return mark === 'normal' ? {} : { priority: mark }
}

/** As it was counted for a request, with its tags; a rebuilt chat has no request yet. */
function tokensOf({ models }: Pick<AppContext, 'models'>, state: State, { key, content }: Artifact): number {
  const counted = Object.values(state.epochs)
    .map(({ places }) => places.get(key)?.newestTokens)
    .find((tokens) => tokens !== undefined)
  return counted ?? models[0]?.spec.tokenizer.count(content) ?? 0
}

/** Continues with one of several answers. What followed another one stays, as a branch, and comes back with it. */
export async function chooseAnswer(
  context: AppContext,
  { answerId, ...place }: ChatPlace & { readonly answerId: string },
): Promise<ChatView> {
  await requireChat(context, place)
  const answer = await requireAnswer(context, place, answerId)
  const { workspaceId, chatId } = place
  const { store } = context
  const { turnId } = answer
  const head = await shownEnd(context, place, { turnId, answerId })
  await store.commit([
    store.choices.put({ workspaceId, turnId, answerId }),
    store.conversations.showBranch({ workspaceId, id: chatId, headTurnId: head }),
    store.branchLeaves.put({ workspaceId, conversationId: chatId, turnId: head }),
    store.chatFiles.mark({ workspaceId, conversationId: chatId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}

interface InspectTurnInput extends AnswerInput {
  /** Of the calls that the answer took, counted from 1; the last one where it is left out. */
  readonly call?: number | undefined
}

/** What a model was given for one turn, as it was recorded when it was sent. */
export async function inspectTurn(context: AppContext, input: InspectTurnInput): Promise<InspectionView> {
  const { workspaceId, chatId } = input
  const { turn, answers, answer } = await requireAnswerOfTurn(context, input)
  const calls = await countCalls(context, answer)
  const number = input.call ?? calls
  const call = await loadCall(context, { workspaceId, answerId: answer.id, number })
  if (!call)
    throw new AppError(
      'answer-not-found',
      calls === 0
        ? `Nothing was sent to ${answer.modelName} for this turn.`
        : `There is no call ${number}: ${calls} went to ${answer.modelName} for this answer.`,
    )
  if (call.kind === 'kept') {
    const beside = await loadSideCalls(context, {
      workspaceId,
      chatId,
      answers: new Map([[turn.id, answers]]),
    })
    return { ...call.inspection, call: number, calls, sideCalls: beside.get(turn.id) ?? [] }
  }
  throw missingCall(call)
}

async function countCalls(
  { store }: Pick<AppContext, 'store'>,
  { workspaceId, turnId, id }: AnswerRecord,
): Promise<number> {
  const calls = await store.calls.ofTurns(workspaceId, [turnId])
  return Math.max(0, ...calls.filter(({ answerId }) => answerId === id).map(({ number }) => number))
}

interface MarkArtifactInput extends ChatPlace {
  readonly key: string
  /** What the budget does with it: `essential` stays whole, `optional` goes first. */
  readonly priority: Priority
}

/** Sets the priority of a kept attachment. It counts from the next turn on. [B-2] */
export async function markArtifact(context: AppContext, input: MarkArtifactInput): Promise<ChatView> {
  const { key, priority, ...place } = input
  const { store } = context
  await requireChat(context, place)
  const { state } = await loadState(context, place)
  if (!state.places.has(key)) throw new AppError('artifact-not-found', `"${key}" is not kept in this chat.`)
  const { workspaceId, chatId: conversationId } = place
  await store.commit([
    wishStatement(store, place, { key, priority }),
    store.chatFiles.mark({ workspaceId, conversationId }),
  ])
  context.chatFiles.due(workspaceId)
  return openChat(context, place)
}

interface ForgetArtifactInput extends ChatPlace {
  readonly key: string
  /** Takes a forget back that no turn has carried out yet. */
  readonly undo?: boolean | undefined
}

/** Takes something out of every later request of a chat. It happens with the next turn. */
export async function forgetArtifact(context: AppContext, input: ForgetArtifactInput): Promise<ChatView> {
  const { key, undo = false, ...place } = input
  await requireChat(context, place)
  const { state } = await loadState(context, place)
  if (!state.places.has(key) && !foundAny(state, [key]))
    throw new AppError('artifact-not-found', `"${key}" is not kept in this chat.`)
  const { forgets, chatFiles, commit } = context.store
  const forget = { workspaceId: place.workspaceId, conversationId: place.chatId, key }
  await commit([undo ? forgets.remove(forget) : forgets.add(forget), chatFiles.mark(forget)])
  context.chatFiles.due(place.workspaceId)
  return openChat(context, place)
}
