import { createState, type ParsedState, parseState, reopenTurn, type State } from '@varve/engine'
import { type AnswerRecord, type TurnRecord, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { asReceived } from '../guard/as-received.ts'
import type { AskedState } from './asked-state.ts'
import { closeWith } from './close-with.ts'
import { keepWarm, warmKey } from './keep-warm.ts'
import { headPoint, type Point } from './point.ts'
import { rebuildState } from './rebuild-state.ts'

export interface LoadedState {
  /** Where it stands. */
  readonly point: Point
  /** Of the last turn that is folded in; 0 before the first. */
  readonly turnNumber: number
  readonly state: State
  /** Storage had lost something: the next turn begins a new epoch and says so. */
  readonly rebuilt: boolean
}

/**
 * The state that a chat goes on from, at the end of the branch on show or at another point: from memory or from
 * storage, the same bytes. It is kept with the turn open, and closed by whichever answer goes on. [E-4]
 */
export async function loadState(context: AppContext, place: ChatPlace, at?: Point): Promise<LoadedState> {
  const point = at ?? (await headPoint(context, place))
  const { turn, answer } = point
  if (!turn)
    return { point, turnNumber: 0, state: createState({ conversationId: place.chatId }), rebuilt: false }
  const asked = await loadAsked(context, place, turn)
  if (asked) {
    if (!at) keepWarm(context, place, { ...asked, turnId: turn.id })
    const state = await closeAsked(context, place, { asked, answer })
    return { point, turnNumber: turn.number, state, rebuilt: asked.rebuilt }
  }
  context.report(`The state of chat ${place.chatId} is incomplete; it is rebuilt from its messages.`)
  return { point, turnNumber: turn.number, state: await rebuildState(context, place, point), rebuilt: true }
}

/** The state after an answer to the turn that is open. */
export async function closeAsked(
  context: AppContext,
  place: ChatPlace,
  { asked, answer }: { readonly asked: AskedState; readonly answer: AnswerRecord | undefined },
): Promise<State> {
  const received = await asReceived(context, place, answer)
  return isClosedBy(asked.closed, received) ? asked.closed : closeWith(asked.state, received)
}

/** A closed state knows more of its answer than storage does, where it is from before there were branches. */
function isClosedBy(closed: State | undefined, answer: AnswerRecord | undefined): closed is State {
  const last = closed?.history.get(closed.history.length - 1)?.answer
  return (
    last !== undefined && last.model === answer?.modelId && last.text === (answer.received ?? answer.text)
  )
}

/** The state with this turn open; undefined where storage has lost something of it. */
export async function loadAsked(
  context: AppContext,
  place: ChatPlace,
  turn: TurnRecord,
): Promise<AskedState | undefined> {
  const { workspaceId } = place
  const { store, warm, packing } = context
  const stored = await store.engineStates.ofTurn({ workspaceId, turnId: turn.id })
  if (!stored) return undefined
  const known = warm.get(warmKey(place))
  const root = JSON.stringify(stored.root)
  // Another program, or a request that was refused, may have put another one in its place.
  if (known?.turnId === turn.id && packing.roots.get(known.state) === root) return known
  const parsed = await unpackState(context, workspaceId, stored.root)
  if (parsed.kind === 'incomplete') return undefined
  const { state } = parsed
  const rebuilt = isRebuilt(stored.root)
  const asked = state.open ? { state, rebuilt } : { state: reopenTurn(state), closed: state, rebuilt }
  packing.roots.set(asked.state, root)
  return asked
}

/** A stored state, put back together from its objects. */
async function unpackState({ store }: AppContext, workspaceId: string, root: unknown): Promise<ParsedState> {
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
