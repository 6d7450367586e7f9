import type { Artifact, State } from '@varve/engine'
import type { AppContext } from './app-context.ts'
import { chatSummary } from './list-chats.ts'
import { readSettings } from './models/chat-settings.ts'
import { type ChatPlace, requireChat } from './require-chat.ts'
import { buildTurnView } from './turn/build-turn-view.ts'
import { loadState } from './turn/load-state.ts'
import { observeFiles } from './turn/observe-files.ts'
import type { PlanSummary } from './turn/record-plan.ts'
import type { ChatView, KeptView, TurnView } from './views.ts'

/** A chat with all of its turns, and what its next turn would still know. */
export async function openChat(context: AppContext, place: ChatPlace): Promise<ChatView> {
  const chat = await requireChat(context, place)
  const turns = await loadTurns(context, place)
  const { state } = await loadState(context, place)
  const forgotten = new Set(await context.store.forgets.list(place.workspaceId, place.chatId))
  const library = await keptArtifacts(context, place, state)
  const file = await context.store.chatFiles.get({
    workspaceId: place.workspaceId,
    conversationId: place.chatId,
  })
  return {
    ...chatSummary(chat),
    settings: readSettings(chat.settings),
    ...(file?.path === undefined ? {} : { file: file.path }),
    ...(file?.notice === undefined ? {} : { notices: [file.notice] }),
    turns,
    kept: library.filter(({ key }) => !forgotten.has(key)),
    forgotten: library.filter(({ key }) => forgotten.has(key)),
  }
}

async function loadTurns(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
): Promise<readonly TurnView[]> {
  const { store } = context
  const answers = await store.answers.list(workspaceId, chatId)
  const byTurn = new Map(answers.map((answer) => [answer.turnId, answer]))
  const summaries = await store.plans.summaries(workspaceId, chatId)
  const summaryOf = new Map(summaries.map(({ turnId, summary }) => [turnId, summary as PlanSummary]))
  return (await store.turns.list(workspaceId, chatId)).flatMap((turn) => {
    const answer = byTurn.get(turn.id)
    const summary = summaryOf.get(turn.id)
    return answer && summary ? [buildTurnView(context, { turn, answer, summary })] : []
  })
}

async function keptArtifacts(
  context: AppContext,
  { workspaceId }: ChatPlace,
  state: State,
): Promise<readonly KeptView[]> {
  const entries = [...state.library]
  if (entries.length === 0) return []
  const artifacts = entries.map(({ artifact }) => artifact)
  const files = await observeFiles(context, workspaceId, artifacts)
  return entries.map(({ artifact, firstTurn }, index) => ({
    key: artifact.key,
    title: artifact.title,
    tokens: tokensOf(context, state, artifact),
    sinceTurn: firstTurn,
    status: files[index]?.now.kind ?? 'current',
  }))
}

/** As it was counted for a request, with its tags; a rebuilt chat has no request yet. */
function tokensOf({ models }: AppContext, state: State, { key, content }: Artifact): number {
  const counted = Object.values(state.epochs)
    .map(({ places }) => places.get(key)?.newestTokens)
    .find((tokens) => tokens !== undefined)
  return counted ?? models[0]?.spec.tokenizer.count(content) ?? 0
}
