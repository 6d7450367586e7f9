import {
  createMemo,
  DEFAULT_PROFILES,
  estimateTokenizer,
  serializeState,
  step,
  type Artifact,
  type ModelSpec,
  type State,
  type TurnInput,
} from '@varve/engine'
import { hashText, type Memo } from '@varve/engine/internal'
import { liveHeapBytes } from '../../collect-garbage.ts'
import { createRandom, type Random } from '../../random.ts'
import { median, sum } from '../../statistics.ts'
import { answer, buildConversation, makeNote, nextTurn, NOTE_CHARACTERS } from './build-conversation.ts'
import { makeText } from './make-text.ts'

export interface Case {
  readonly turns: number
  readonly window: number
}

export interface Figures extends Case {
  readonly requestTokens: number
  /** From one state again and again: every repetition is a sibling branch. */
  readonly stepMilliseconds: number
  /** Turn after turn, as a conversation goes on. */
  readonly rowMilliseconds: number
  readonly hashMilliseconds: number
  readonly countMilliseconds: number
  readonly rebaseMilliseconds: number
  readonly rebaseReason: string
  readonly serializeMilliseconds: number
  readonly storedMegabytes: number
  readonly stateMegabytes: number
  readonly memoMegabytes: number
}

/** What is measured; fields are cleared one by one to see what each of them holds on to. */
interface Subject {
  state: State | undefined
  memo: Memo | undefined
}

const WARM_UP = 30
const REPETITIONS = 80
const RARE_REPETITIONS = 3
/** Under a budget the turns before only fold into the state: the last ones make the epoch. */
const PLANNED_UNDER_BUDGET = 4
const FIRST_NEW_NOTE = 1_000_000
const KEPT_ATTACHED = 3
const MOST_TURNS_TO_COMPACTION = 200

export function measureCase({ turns, window }: Case): Figures {
  const tokenizer = estimateTokenizer()
  const profile = DEFAULT_PROFILES.openai
  const model: ModelSpec = { id: 'model', window, reservedOutput: 0, vision: false, tokenizer, profile }
  const random = createRandom(turns + 7)
  const subject = buildSubject(model, turns, random)
  const times = timeNextTurn(subject, model, random)
  const row = timeRow(subject, model, random)
  const rebase = timeRebase(subject, model, random)
  const stored = timeSerialize(subject)
  return { turns, window, ...times, ...row, ...rebase, ...stored, ...weigh(subject) }
}

/**
 * A state whose next turn appends, and whose kept notes stand in the request already: how many of them a compaction has
 * just taken out is not a matter of how long the conversation is.
 */
function buildSubject(model: ModelSpec, turns: number, random: Random): Subject {
  const memo = createMemo()
  const plannedTurns = Number.isFinite(model.window) ? PLANNED_UNDER_BUDGET : turns
  const before = buildConversation({ turns, model, memo, plannedTurns })
  const { state: asked } = step(before, freshTurn(before, model, random, FIRST_NEW_NOTE), { memo })
  return { state: answer(asked, model.id, 'Done.'), memo }
}

function freshTurn(state: State, model: ModelSpec, random: Random, number: number): TurnInput {
  const fresh = makeNote(number, makeText(random, NOTE_CHARACTERS))
  const kept: Artifact[] = []
  for (let back = 1; back <= KEPT_ATTACHED; back += 1) {
    const entry = state.library.get(state.library.length - back)
    if (entry) kept.push(entry.artifact)
  }
  return nextTurn(state, { text: 'How do these fit together?', notes: [fresh, ...kept], models: [model] })
}

function timeNextTurn(
  { state, memo }: Subject,
  model: ModelSpec,
  random: Random,
): Pick<Figures, 'requestTokens' | 'stepMilliseconds' | 'hashMilliseconds' | 'countMilliseconds'> {
  const [steps, hashes, counts]: number[][] = [[], [], []]
  let requestTokens = 0
  if (!state || !memo) throw new Error('Nothing to measure.')
  for (let index = 0; index < WARM_UP + REPETITIONS; index += 1) {
    const input = freshTurn(state, model, random, FIRST_NEW_NOTE + 1 + index)
    const text = input.attach?.[0]?.artifact.content ?? ''
    const timings = [
      timed(() => {
        const plan = step(state, input, { memo }).plans[0]
        if (plan?.epoch.startedTurn === state.turn + 1) throw new Error('The next turn was to append.')
        requestTokens = plan?.tokens ?? 0
      }),
      timed(() => hashText(text)),
      timed(() => model.tokenizer.count(text)),
    ]
    if (index < WARM_UP) continue
    for (const [position, list] of [steps, hashes, counts].entries()) list?.push(timings[position] ?? 0)
  }
  return {
    requestTokens,
    stepMilliseconds: median(steps ?? []),
    hashMilliseconds: median(hashes ?? []),
    countMilliseconds: median(counts ?? []),
  }
}

function timeRow(
  { state, memo }: Subject,
  model: ModelSpec,
  random: Random,
): Pick<Figures, 'rowMilliseconds'> {
  if (!state || !memo) throw new Error('Nothing to measure.')
  const times: number[] = []
  let before = state
  for (let index = 0; times.length < REPETITIONS; index += 1) {
    const input = freshTurn(before, model, random, 3 * FIRST_NEW_NOTE + index)
    const start = performance.now()
    const { plans, state: asked } = step(before, input, { memo })
    const time = performance.now() - start
    if (plans[0]?.epoch.startedTurn !== before.turn + 1) times.push(time)
    before = answer(asked, model.id, makeText(random, 400))
  }
  return { rowMilliseconds: median(times) }
}

/** Under a budget: the turn at which the window is full. Without one: a turn at which the user asks for it. */
function timeRebase(
  { state, memo }: Subject,
  model: ModelSpec,
  random: Random,
): Pick<Figures, 'rebaseMilliseconds' | 'rebaseReason'> {
  if (!state || !memo) throw new Error('Nothing to measure.')
  if (!Number.isFinite(model.window)) {
    const input = { ...freshTurn(state, model, random, 2 * FIRST_NEW_NOTE), rebase: 'settings' as const }
    return {
      rebaseReason: 'the user asks',
      rebaseMilliseconds: medianTime(() => step(state, input, { memo })),
    }
  }
  let before = state
  for (let count = 0; count < MOST_TURNS_TO_COMPACTION; count += 1) {
    const from = before
    const input = freshTurn(from, model, random, 2 * FIRST_NEW_NOTE + count)
    const { plans, state: asked } = step(from, input, { memo })
    if (plans[0]?.epoch.startedTurn === from.turn + 1)
      return { rebaseReason: 'the budget', rebaseMilliseconds: medianTime(() => step(from, input, { memo })) }
    before = answer(asked, model.id, makeText(random, 400))
  }
  throw new Error(`The window was not full after ${MOST_TURNS_TO_COMPACTION} turns.`)
}

function timeSerialize({ state }: Subject): Pick<Figures, 'serializeMilliseconds' | 'storedMegabytes'> {
  if (!state) throw new Error('Nothing to measure.')
  const { root, objects } = serializeState(state)
  const bytes =
    Buffer.byteLength(JSON.stringify(root)) +
    sum([...objects.values()].map((text) => Buffer.byteLength(text)))
  return { serializeMilliseconds: medianTime(() => serializeState(state)), storedMegabytes: bytes / 1e6 }
}

/** Megabytes that only the memo, then only the state, keeps alive. */
function weigh(subject: Subject): Pick<Figures, 'stateMegabytes' | 'memoMegabytes'> {
  const both = liveHeapBytes()
  subject.memo = undefined
  const withState = liveHeapBytes()
  subject.state = undefined
  return { memoMegabytes: (both - withState) / 1e6, stateMegabytes: (withState - liveHeapBytes()) / 1e6 }
}

function medianTime(action: () => unknown): number {
  return median(Array.from({ length: RARE_REPETITIONS }, () => timed(action)))
}

function timed(action: () => unknown): number {
  const start = performance.now()
  action()
  return performance.now() - start
}
