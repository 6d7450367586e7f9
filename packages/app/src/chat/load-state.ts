import { type State, createState, parseState, step } from '@varve/engine'
import { type CitedPlace, type ParsedState, reopenTurn } from '@varve/engine/internal'
import type { SourceView } from '@varve/contract'
import { redactText, restoreText } from '@varve/guard'
import { type AnswerRecord, type TurnRecord, unpackJson } from '@varve/store'
import type { AppContext, WarmState } from '../app-context.ts'
import { loadRedaction } from '../guard/load-redaction.ts'
import { contractSection } from '../memory/memory.ts'
import type { AskedState } from '../turn/asked-state.ts'
import { type BranchPosition, headPoint } from './branch-position.ts'
import type { ChatPlace } from './require-chat.ts'
import { sentText } from './turn-options.ts'

const LEFT_OUT = '(cut off)'

export interface LoadedState {
  /** Where it is. */
  readonly point: BranchPosition
  /** Of the last turn that is folded in; 0 before the first. */
  readonly turnNumber: number
  readonly state: State
  /** Storage had lost something: the next turn begins a new epoch and says so. */
  readonly rebuilt: boolean
}

/**
 * The state that a chat continues from, at the end of the branch on show or at another point: from memory or from
 * storage, the same bytes. It is kept with the turn open, and closed by whichever answer continues. [E-4]
 */
export async function loadState(
  context: AppContext,
  place: ChatPlace,
  at?: BranchPosition,
): Promise<LoadedState> {
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
  if (isClosedBy(asked.closed, received)) return asked.closed
  return closeWith(asked.state, received, await citedPlaces(context, place, { asked: asked.state, answer }))
}

/** What an answer cites of what its tools found, by the names that these have in requests. */
export async function citedPlaces(
  context: AppContext,
  place: ChatPlace,
  { asked, answer }: { readonly asked: State; readonly answer: AnswerRecord | undefined },
): Promise<readonly CitedPlace[]> {
  const sources = (answer?.sources ?? []) as readonly SourceView[]
  const { gathered = [], steps = {} } = (sources.length > 0 && asked.open) || {}
  const exchanges = Object.values(steps).flatMap((all) => all.flatMap((one) => one.exchanges))
  const hits = [...gathered, ...exchanges].flatMap((result) => result.hits ?? [])
  const keys = [...new Set(hits.map(({ key }) => key))]
  if (keys.length === 0 || !answer) return []
  // A name can hold what was taken out of it; only then it is another in the answer.
  const hasPlaceholder = keys.some((key) => key.includes('<<'))
  const redaction = hasPlaceholder ? await loadRedaction(context, place, answer.turnId) : undefined
  const named = (key: string): string => (redaction ? restoreText(key, redaction.state.values) : key)
  return keys.flatMap((key) =>
    sources
      .filter(({ path }) => path === named(key))
      .map(({ lines, unit }) => ({ key, lines, ...(unit ? { unit } : {}) })),
  )
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
async function unpackState(
  { store }: Pick<AppContext, 'store'>,
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

/**
 * An answer as the model wrote it. One that was cut off is stored as it was shown, with the values in place of
 * their placeholders: they are taken out again, or they would leave with the next message.
 */
async function asReceived(
  context: AppContext,
  place: ChatPlace,
  answer: AnswerRecord | undefined,
): Promise<AnswerRecord | undefined> {
  if (!answer || answer.received !== undefined || answer.status === 'complete') return answer
  const { state, lost } = await loadRedaction(context, place, answer.turnId)
  // Nobody knows what is to be taken out of it.
  if (lost) return { ...answer, received: LEFT_OUT }
  if (Object.keys(state.values).length === 0) return answer
  const { text } = redactText(state, answer.text, [], { keepKnownPlaceholders: true })
  return text === answer.text ? answer : { ...answer, received: text }
}

/** Folds the messages of a branch again where its stored state cannot be read. Attachments are not guessed. */
async function rebuildState(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  { turn: head, answer: last }: BranchPosition,
): Promise<State> {
  const { store } = context
  let state = createState({ conversationId: chatId })
  if (!head) return state
  const branch = await store.turns.branch({ workspaceId, headId: head.id })
  const answers = await store.answers.list(workspaceId, chatId)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  for (const [index, { id: turnId, at, ...turn }] of branch.entries()) {
    const next = branch[index + 1]
    const text = sentText(turn)
    const answer = next ? byId.get(next.parentAnswerId ?? '') : last
    state = step(state, { kind: 'turn', turnId, at, text, sections: [contractSection()], models: [] }).state
    state = closeWith(state, answer)
  }
  return state
}

type Reasoning = { readonly text: string; readonly opaque?: string }

/** A state with its open turn closed by an answer; without one, or without a word, the turn stays open. */
function closeWith(state: State, answer: AnswerRecord | undefined, cited: readonly CitedPlace[] = []): State {
  const text = answer?.received ?? answer?.text ?? ''
  if (!state.open || !answer || text === '') return state
  const reasoning = answer.reasoning as Reasoning | undefined
  const { modelId: model, endedAt, startedAt } = answer
  const answers = [
    { model, text, ...(reasoning ? { reasoning } : {}), ...(cited.length > 0 ? { cited } : {}) },
  ]
  const { turnId } = state.open
  return step(state, { kind: 'answer', turnId, at: endedAt ?? startedAt, answers, chosen: model }).state
}

const MAXIMUM_CHATS = 32

export function warmKey({ workspaceId, chatId }: ChatPlace): string {
  return JSON.stringify([workspaceId, chatId])
}

/** Remembers the state of a chat, so that its next turn need not read it; the least recently used one goes. */
export function keepWarm({ warm }: Pick<AppContext, 'warm'>, place: ChatPlace, state: WarmState): void {
  const key = warmKey(place)
  warm.delete(key)
  warm.set(key, state)
  const oldest = warm.keys().next()
  if (warm.size > MAXIMUM_CHATS && !oldest.done) warm.delete(oldest.value)
}
