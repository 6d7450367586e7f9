import {
  type Artifact,
  type ArtifactKey,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  type Layout,
  type Message,
  type ModelSpec,
  messagesOf,
  step,
} from '@varve/engine'
import { offlineModel, type OfflineOptions } from '../offline-model.ts'
import type { OfflineSource } from '../offline/compose-answer.ts'

export interface SentTurn {
  readonly text: string
  readonly attach?: readonly Artifact[]
  readonly forget?: readonly ArtifactKey[]
  /** Begins a new epoch. */
  readonly rebase?: 'settings'
  /** What came back; only turns before the last are answered. */
  readonly answer?: string
}

/** The request of the last turn, as the engine really builds it. */
export function requestOf(turns: readonly SentTurn[], layout: Layout = 'auto'): readonly Message[] {
  const model: ModelSpec = {
    id: offlineModel.id,
    window: 4_000_000,
    reservedOutput: offlineModel.reservedOutput,
    vision: false,
    tokenizer: estimateTokenizer(),
    profile: DEFAULT_PROFILES.offline,
    layout,
  }
  let state = createState({ conversationId: 'conversation' })
  let messages: readonly Message[] = []
  for (const [index, turn] of turns.entries()) {
    const turnId = `turn-${index + 1}`
    const at = index * 1_000
    const planned = step(state, {
      kind: 'turn',
      turnId,
      at,
      text: turn.text,
      sections: [{ id: 'contract', text: 'Answer from the notes that are attached.' }],
      models: [model],
      attach: (turn.attach ?? []).map((artifact) => ({ artifact })),
      forget: turn.forget ?? [],
      ...(turn.rebase === undefined ? {} : { rebase: turn.rebase }),
    })
    const plan = planned.plans[0]
    if (plan === undefined) throw planned.failures[0] ?? new Error('the turn was not planned')
    messages = messagesOf(plan)
    const answers = [{ model: model.id, text: turn.answer ?? 'An answer.' }]
    state = step(planned.state, { kind: 'answer', turnId, at, answers, chosen: model.id }).state
  }
  return messages
}

export interface CollectedAnswer {
  readonly text: string
  readonly sources: readonly OfflineSource[]
  readonly deltas: readonly string[]
  readonly isFinished: boolean
}

/** Reads an answer to its end, by default without pauses. */
export async function collect(
  messages: readonly Message[],
  options: OfflineOptions = { wait: () => Promise.resolve() },
): Promise<CollectedAnswer> {
  const deltas: string[] = []
  for await (const event of offlineModel.answer(messages, options)) {
    if (event.kind === 'finish') return { text: event.text, sources: event.sources, deltas, isFinished: true }
    deltas.push(event.delta)
  }
  return { text: deltas.join(''), sources: [], deltas, isFinished: false }
}
