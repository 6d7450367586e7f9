import type { Artifact } from '../../artifact/artifact.ts'
import { createArtifact } from '../../artifact/create-artifact.ts'
import { DEFAULT_PROFILES } from '../../cache/default-profiles.ts'
import { checkEnvelope } from '../../envelope/check-envelope.ts'
import type { Envelope } from '../../envelope/envelope.ts'
import { checkPlan } from '../../plan/explaining/check-plan.ts'
import { messagesOf } from '../../plan/messages-of.ts'
import type { ModelSpec } from '../../plan/model-spec.ts'
import type { Plan } from '../../plan/plan.ts'
import { type CitedPlace, createState, type ModelStep, type State } from '../../state/state.ts'
import { step } from '../../step/step.ts'
import type { TurnResult } from '../../step/step-result.ts'
import type { TurnInput } from '../../step/step-input.ts'
import { testTokenizer } from '../run-conversation.ts'

const START = Date.UTC(2026, 0, 5, 9)
const SECONDS_BETWEEN_TURNS = 20

export const CONTRACT = { id: 'contract', text: 'You are a careful assistant.' } as const

/** A model without limits and without prices that keeps tool results, unless a test says otherwise. */
export function testModel(changes: Partial<ModelSpec> = {}): ModelSpec {
  return {
    id: 'model-a',
    window: Number.POSITIVE_INFINITY,
    reservedOutput: 0,
    vision: true,
    tokenizer: testTokenizer,
    profile: DEFAULT_PROFILES.offline,
    layout: 'auto',
    toolOutput: 'keep',
    ...changes,
  }
}

/** A note by its path. */
export function note(path: string, content: string, changes: Partial<Artifact> = {}): Artifact {
  return { ...createArtifact({ kind: 'note', source: { path }, content }), ...changes }
}

export interface Message extends Partial<Omit<TurnInput, 'kind' | 'attach' | 'models'>> {
  readonly text: string
  readonly attach?: readonly (Artifact | NonNullable<TurnInput['attach']>[number])[]
  readonly model?: ModelSpec
  readonly models?: readonly ModelSpec[]
  /** What the first model that has a plan answers; `null` leaves the turn open. */
  readonly answer?: string | null
  readonly reasoning?: string
  /** What the answer cites. */
  readonly cited?: readonly CitedPlace[]
  /** Tool steps of the first model, before its answer. */
  readonly steps?: readonly ModelStep[]
}

export interface Sent {
  /** After the answer. */
  readonly state: State
  readonly result: TurnResult
  readonly envelope: Envelope
  /** Of the first model; `plans` holds every call, tool steps included. */
  readonly plan: Plan
  readonly plans: readonly Plan[]
}

export function newConversation(): State {
  return createState({ conversationId: 'walkthrough' })
}

/** One turn from message to answer. Every plan on the way is checked by the engine's own rules. */
export function sendMessage(state: State, message: Message): Sent {
  const {
    attach,
    model,
    models = [model ?? testModel()],
    answer,
    reasoning,
    cited,
    steps = [],
    ...rest
  } = message
  const input: TurnInput = {
    turnId: `turn-${state.turn + 1}`,
    at: START + state.turn * SECONDS_BETWEEN_TURNS * 1000,
    sections: [CONTRACT],
    ...rest,
    kind: 'turn',
    models,
    attach: (attach ?? []).map((item) => ('artifact' in item ? item : { artifact: item })),
  }
  const result = step(state, input)
  const plans = [...result.plans]
  let next = result.state
  for (const modelStep of steps) {
    const spec = models[0] ?? testModel()
    const { turnId, at } = input
    const continued = step(next, { kind: 'continue', turnId, at, model: spec, step: modelStep })
    plans.push(...continued.plans)
    next = continued.state
  }
  for (const plan of plans) refuseViolations(checkPlan(plan, result.envelope))
  refuseViolations(checkEnvelope(result.envelope))
  const answered = answerTurn(next, input, { answer, reasoning, cited, model: result.plans[0]?.model })
  const [plan] = plans
  if (!plan) throw result.failures[0] ?? new Error('No model has a plan.')
  return { state: answered, result, envelope: result.envelope, plan, plans }
}

/** Several messages in a row. */
export function sendMessages(messages: readonly Message[], from: State = newConversation()): readonly Sent[] {
  const sent: Sent[] = []
  for (const message of messages) sent.push(sendMessage(sent.at(-1)?.state ?? from, message))
  return sent
}

/** The last of several messages in a row. */
export function sendAll(messages: readonly Message[], from: State = newConversation()): Sent {
  const last = sendMessages(messages, from).at(-1)
  if (!last) throw new Error('There are no messages.')
  return last
}

/** All text of a request, part after part. */
export function requestText(plan: Plan): string {
  const messages = messagesOf(plan)
  return messages.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : ''))).join('\n§\n')
}

/** The text of the message that a call adds. */
export function lastMessageText(plan: Plan): string {
  const last = messagesOf(plan).at(-1)
  return (last?.parts ?? []).map((part) => ('text' in part ? part.text : '')).join('')
}

export function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

function answerTurn(
  state: State,
  { turnId, at, text }: TurnInput,
  said: {
    readonly answer: string | null | undefined
    readonly reasoning: string | undefined
    readonly cited: readonly CitedPlace[] | undefined
    readonly model: string | undefined
  },
): State {
  const { answer = `Answer to: ${text}`, reasoning, cited, model } = said
  if (answer === null || model === undefined) return state
  const record = {
    model,
    text: answer,
    ...(reasoning === undefined ? {} : { reasoning: { text: reasoning } }),
    ...(cited ? { cited } : {}),
  }
  return step(state, { kind: 'answer', turnId, at, answers: [record], chosen: model }).state
}

function refuseViolations(violations: readonly { readonly rule: string; readonly message: string }[]): void {
  if (violations.length > 0)
    throw new Error(violations.map(({ rule, message }) => `[${rule}] ${message}`).join('\n'))
}
