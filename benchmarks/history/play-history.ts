import {
  createMemo,
  createState,
  DEFAULT_PROFILES,
  messagesOf,
  type ModelSpec,
  type Plan,
  type State,
  step,
} from '@varve/engine'
import type { Memo } from '@varve/engine/internal'
import { SECTIONS, TOKENIZER } from '../engine/floor/setting.ts'
import type { LongConversation } from './read-locomo.ts'

export type HistoryForm = NonNullable<ModelSpec['history']>

const GAP = 60_000
const FIXED = SECTIONS.reduce((sum, { text }) => sum + TOKENIZER.count(text), 0)

/** A conversation as the engine holds it, and what its requests did on the way. */
export interface Played {
  readonly state: State
  readonly memo: Memo
  readonly plans: readonly Plan[]
}

/** A model that has room for so many tokens of history and question, whatever else is sent. */
export function modelWith(tokens: number, history: HistoryForm): ModelSpec {
  return {
    id: 'model',
    window: FIXED + tokens,
    reservedOutput: 0,
    vision: false,
    tokenizer: TOKENIZER,
    profile: DEFAULT_PROFILES.anthropic,
    layout: 'auto',
    history,
  }
}

/** Two utterances are a turn: one asks, the other answers. */
export function playHistory({ utterances }: LongConversation, model: ModelSpec): Played {
  const memo = createMemo()
  const plans: Plan[] = []
  let state = createState({ conversationId: 'history' })
  for (let index = 0; index < utterances.length; index += 2) {
    const turnId = `turn-${index / 2 + 1}`
    const at = timeOf(utterances, index)
    const asked = step(state, turnOf(utterances[index]?.text ?? '', { turnId, at, model }), { memo })
    plans.push(...asked.plans)
    const answers = [{ model: model.id, text: utterances[index + 1]?.text ?? '' }]
    state = step(asked.state, { kind: 'answer', turnId, at, answers, chosen: model.id }).state
  }
  return { state, memo, plans }
}

/** The request that a question becomes; what was played stays as it is. */
export function askQuestion({ state, memo }: Played, text: string, model: ModelSpec): Asked {
  const at = (state.history.get(state.history.length - 1)?.at ?? 0) + GAP
  const { plans } = step(state, turnOf(text, { turnId: 'question', at, model }), { memo })
  const [plan] = plans
  if (!plan) throw new Error(`"${text}" does not fit into ${model.window} tokens.`)
  const parts = messagesOf(plan).flatMap((message) => message.parts)
  return {
    prompt: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
    tokens: plan.tokens - FIXED,
  }
}

/** A minute after each other, from the beginning of the session. */
function timeOf(utterances: LongConversation['utterances'], index: number): number {
  const { at } = utterances[index] ?? { at: 0 }
  return at + (index - utterances.findIndex((other) => other.at === at)) * GAP
}

export interface Asked {
  readonly prompt: string
  /** Without the system text. */
  readonly tokens: number
}

function turnOf(text: string, turn: { turnId: string; at: number; model: ModelSpec }) {
  const { turnId, at, model } = turn
  return { kind: 'turn', turnId, at, text, sections: SECTIONS, models: [model] } as const
}
