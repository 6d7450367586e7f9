import { createState, type ParsedState, parseState, type State, step } from '@varve/engine'
import { unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../require-chat.ts'
import { rebuildState } from './rebuild-state.ts'

export interface LoadedState {
  /** Of the last turn that is folded in; 0 before the first. */
  readonly turnNumber: number
  readonly state: State
  /** Storage had lost something: the next turn begins a new epoch and says so. */
  readonly rebuilt: boolean
}

/** The state that the next turn of a chat continues from, from memory or from storage. [E-4] */
export async function loadState(context: AppContext, place: ChatPlace): Promise<LoadedState> {
  const { store } = context
  const turnNumber = await store.turns.lastNumber(place.workspaceId, place.chatId)
  if (turnNumber === 0) return fresh(place)
  const warm = context.warm.get(warmKey(place))
  if (warm?.turnNumber === turnNumber) return { ...warm, rebuilt: false }
  const stored = await store.engineStates.latest(place.workspaceId, place.chatId)
  if (stored?.turnNumber !== turnNumber) return rebuild(context, place, turnNumber)
  const parsed = await unpackState(context, place.workspaceId, stored.root)
  if (parsed.kind === 'incomplete') return rebuild(context, place, turnNumber)
  const state =
    stored.stage === 'answered' ? parsed.state : await closeTurn(context, place, parsed.state, stored.turnId)
  return { turnNumber, state, rebuilt: isRebuilt(stored.root) }
}

/** A stored state, put back together from its objects. */
export async function unpackState(
  { store }: AppContext,
  workspaceId: string,
  root: unknown,
): Promise<ParsedState> {
  const stored = isRebuilt(root) ? root.rebuilt : root
  const { value } = await unpackJson(stored, (hashes) => store.objects.getMany(workspaceId, hashes))
  return parseState(value, () => undefined)
}

/** A state that was put together from a chat file; how it was planned before is not known. */
export interface RebuiltState {
  readonly rebuilt: unknown
}

function isRebuilt(root: unknown): root is RebuiltState {
  return typeof root === 'object' && root !== null && Object.hasOwn(root, 'rebuilt')
}

export function warmKey({ workspaceId, chatId }: ChatPlace): string {
  return JSON.stringify([workspaceId, chatId])
}

function fresh({ chatId }: ChatPlace): LoadedState {
  return { turnNumber: 0, state: createState({ conversationId: chatId }), rebuilt: false }
}

async function rebuild(context: AppContext, place: ChatPlace, turnNumber: number): Promise<LoadedState> {
  context.report(`The state of chat ${place.chatId} is incomplete; it is rebuilt from its messages.`)
  return { turnNumber, state: await rebuildState(context, place), rebuilt: true }
}

/** A turn whose answer was cut off by a crash is closed with what was kept of it. */
async function closeTurn(
  context: AppContext,
  place: ChatPlace,
  state: State,
  turnId: string,
): Promise<State> {
  const [answer] = await context.store.answers.ofTurn(place.workspaceId, turnId)
  if (!answer || answer.text === '') return state
  const { modelId: model, text, endedAt, startedAt } = answer
  const answers = [{ model, text }]
  return step(state, { kind: 'answer', turnId, at: endedAt ?? startedAt, answers, chosen: model }).state
}
