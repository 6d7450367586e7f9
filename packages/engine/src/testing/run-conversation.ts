import { hashText } from '../artifact/hash.ts'
import type { ImageReference } from '../artifact/artifact.ts'
import type { Tokenizer } from '../budget/tokenizer.ts'
import type { CacheProfile } from '../cache/cache-profile.ts'
import type { Envelope } from '../envelope/envelope.ts'
import type { Memo } from '../memo.ts'
import type { Layout } from '../plan/epoch/epoch.ts'
import type { ModelSpec } from '../plan/model-spec.ts'
import type { Plan } from '../plan/plan.ts'
import { createState, type ModelStep, type SearchHit, type State } from '../state/state.ts'
import { step } from '../step/step.ts'
import type { TurnResult } from '../step/step-result.ts'
import type { TurnInput } from '../step/step-input.ts'
import { documentArtifact, type RandomTurn } from './random-conversation.ts'

/** Four characters a token: fast, and as deterministic as a real one. */
export const testTokenizer: Tokenizer = { id: 'test', count: (text) => Math.ceil(text.length / 4) }

export interface RunOptions {
  readonly profile: CacheProfile
  readonly layout: Layout
  readonly window?: number
  readonly memo?: Memo
  readonly vision?: boolean
  readonly history?: ModelSpec['history']
  readonly toolOutput?: ModelSpec['toolOutput']
  /** Gives sections and tools in the opposite order: the bytes must not notice. [L-1] */
  readonly reversed?: boolean
  /** Called between steps, e.g. to store and reload the state. */
  readonly reload?: (state: State) => State
  /** Called with every turn as it was taken, and the state before it. */
  readonly onTurn?: (before: State, input: TurnInput, result: TurnResult) => void
}

/** One planned call, beside the call before it of the same branch and model. */
export interface RecordedCall {
  readonly plan: Plan
  readonly envelope: Envelope
  readonly previous: Plan | undefined
  readonly input: TurnInput
  readonly state: State
}

export interface ConversationRun {
  readonly calls: readonly RecordedCall[]
  readonly envelopes: readonly { readonly envelope: Envelope; readonly previous: Envelope | undefined }[]
  readonly failures: number
  readonly state: State
}

interface Snapshot {
  readonly state: State
  readonly versions: ReadonlyMap<number, number>
  readonly lastPlans: ReadonlyMap<string, Plan>
  readonly lastEnvelope: Envelope | undefined
}

const START = Date.UTC(2026, 0, 5, 9)

/** Folds a random conversation and records every call. */
export function runConversation(turns: readonly RandomTurn[], options: RunOptions): ConversationRun {
  const calls: RecordedCall[] = []
  const envelopes: ConversationRun['envelopes'][number][] = []
  const snapshots: Snapshot[] = [
    {
      state: createState({ conversationId: 'c1' }),
      versions: new Map(),
      lastPlans: new Map(),
      lastEnvelope: undefined,
    },
  ]
  let at = START
  let failures = 0
  for (const [index, turn] of turns.entries()) {
    at += turn.gapSeconds * 1000
    const from = snapshots[Math.max(0, snapshots.length - 1 - turn.back)] as Snapshot
    const played = playTurn(from, turn, index, at, options)
    calls.push(...played.calls)
    envelopes.push({ envelope: played.envelope, previous: from.lastEnvelope })
    failures += played.failures
    snapshots.push(played.snapshot)
  }
  return { calls, envelopes, failures, state: (snapshots.at(-1) as Snapshot).state }
}

function playTurn(
  from: Snapshot,
  turn: RandomTurn,
  index: number,
  at: number,
  options: RunOptions,
): { calls: RecordedCall[]; envelope: Envelope; failures: number; snapshot: Snapshot } {
  const context = options.memo ? { memo: options.memo } : {}
  const reload = options.reload ?? ((state: State) => state)
  const { input, versions } = turnInput(from, turn, index, at, options)
  const result = step(reload(from.state), input, context)
  options.onTurn?.(from.state, input, result)
  const lastPlans = new Map(from.lastPlans)
  const calls: RecordedCall[] = []
  const record = (plan: Plan, state: State): void => {
    calls.push({ plan, envelope: result.envelope, previous: lastPlans.get(plan.model), input, state })
    lastPlans.set(plan.model, plan)
  }
  for (const plan of result.plans) record(plan, result.state)
  let state = reload(result.state)
  let failures = result.failures.length
  for (const [stepIndex, callCount] of turn.toolSteps.entries())
    for (const { model } of result.plans) {
      const spec = input.models.find(({ id }) => id === model)
      if (!spec) continue
      const modelStep = toolStep({ turn, index, stepIndex, calls: callCount, model, versions })
      const next = step(
        state,
        { kind: 'continue', turnId: input.turnId, at, model: spec, step: modelStep },
        context,
      )
      for (const plan of next.plans) record(plan, next.state)
      failures += next.failures.length
      state = reload(next.state)
    }
  state =
    turn.answered && result.plans.length > 0 ? answerTurn(state, turn, input, result.plans, context) : state
  return {
    calls,
    envelope: result.envelope,
    failures,
    snapshot: { state: reload(state), versions, lastPlans, lastEnvelope: result.envelope },
  }
}

function answerTurn(
  state: State,
  turn: RandomTurn,
  input: TurnInput,
  plans: readonly Plan[],
  context: { readonly memo?: Memo },
): State {
  const chosen = plans[turn.chosen % plans.length]?.model ?? ''
  const answers = plans.map(({ model }) => ({
    model,
    text: turn.text === '' ? '' : `Answer of ${model} to: ${turn.text}`,
    ...(turn.chosen === 1 ? { cited: [{ key: 'found.md', lines: [2, 3] as const }] } : {}),
    ...(turn.reasoning ? { reasoning: { text: `because ${model}`, opaque: 'signed' } } : {}),
  }))
  return step(state, { kind: 'answer', turnId: input.turnId, at: input.at, answers, chosen }, context).state
}

function turnInput(
  from: Snapshot,
  turn: RandomTurn,
  index: number,
  at: number,
  options: RunOptions,
): { input: TurnInput; versions: ReadonlyMap<number, number> } {
  const versions = new Map(from.versions)
  const bump = (document: number): number => {
    versions.set(document, (versions.get(document) ?? 0) + 1)
    return versions.get(document) ?? 0
  }
  const attach = turn.attach.map(({ document, edit, freshness }) => ({
    artifact: documentArtifact(document, edit ? bump(document) : (versions.get(document) ?? 0)),
    freshness,
  }))
  const observed = turn.observe.map((document) => {
    const { key, contentHash } = documentArtifact(document, bump(document))
    return { key, hash: contentHash }
  })
  const keyOf = (document: number): string => documentArtifact(document, versions.get(document) ?? 0).key
  const input: TurnInput = {
    kind: 'turn',
    turnId: `turn-${index + 1}`,
    at,
    text: turn.text,
    sections: ordered(options, [
      { id: 'contract', text: 'You are a careful assistant.' },
      { id: 'memory', text: turn.memory === 0 ? '- likes tea' : '- likes tea\n- lives in Lisbon' },
    ]),
    tools: ordered(options, [
      { name: 'read', description: 'Reads a note', parameters: { type: 'object', required: ['path'] } },
      { name: 'search', description: 'Searches notes', parameters: { required: ['query'], type: 'object' } },
    ]),
    models: turn.models.map((id) => modelSpec(id, options)),
    attach,
    observed,
    forget: turn.forget.map(keyOf),
    pin: turn.pin.map(keyOf),
    unpin: turn.unpin.map(keyOf),
    images: Array.from({ length: turn.image }, (_, position) => pastedImage(index, position)),
    gathered: Array.from({ length: turn.gathered }, (_, position) => ({
      tool: 'localSearch',
      arguments: `{"query":"${index}-${position}"}`,
      text: `hits of turn ${index} </tool_result>`,
      recoverable: true,
    })),
    ...(turn.back > 0 ? { branch: `branch-${index}` } : {}),
  }
  return { input, versions }
}

function ordered<T>(options: RunOptions, items: readonly T[]): readonly T[] {
  return options.reversed ? items.toReversed() : items
}

function modelSpec(id: string, options: RunOptions): ModelSpec {
  return {
    id,
    window: options.window ?? Number.POSITIVE_INFINITY,
    reservedOutput: 0,
    vision: options.vision ?? id === 'a',
    tokenizer: testTokenizer,
    profile: options.profile,
    layout: options.layout,
    ...(options.history ? { history: options.history } : {}),
    ...(options.toolOutput ? { toolOutput: options.toolOutput } : {}),
  }
}

function toolStep({
  turn,
  index,
  stepIndex,
  calls,
  model,
  versions,
}: {
  readonly turn: RandomTurn
  readonly index: number
  readonly stepIndex: number
  readonly calls: number
  readonly model: string
  readonly versions: ReadonlyMap<number, number>
}): ModelStep {
  return {
    text: stepIndex === 0 ? 'Let me look.' : '',
    ...(turn.reasoning ? { reasoning: { text: 'looking', opaque: 'signed' } } : {}),
    exchanges: Array.from({ length: calls }, (_, call) => ({
      callId: `call-${index}-${stepIndex}-${call}-${model}`,
      tool: 'read',
      arguments: `{"path":"doc-${call}.md"}`,
      result: `what ${model} read in turn ${index}, step ${stepIndex}: </content> ${'text '.repeat(40)}`,
      recoverable: true,
      ...readOrFound({ index, call, stepIndex, versions }),
    })),
  }
}

/** One call in three reads a file whole, one a part, one finds passages. */
function readOrFound({
  index,
  call,
  stepIndex,
  versions,
}: {
  readonly index: number
  readonly call: number
  readonly stepIndex: number
  readonly versions: ReadonlyMap<number, number>
}): Partial<ModelStep['exchanges'][number]> {
  const document = (index + call) % 2
  switch ((index + stepIndex + call) % 3) {
    case 0:
      return { file: documentArtifact(document, versions.get(document) ?? 0) }
    case 1:
      return { passage: foundPassage(`part ${index} </selected_text>`, [1, 2]) }
    default:
      return { hits: [foundPassage(`found ${index} </content>`, [2, 4]), foundPassage('other', [9, 9])] }
  }
}

function foundPassage(text: string, lines: readonly [number, number]): SearchHit {
  return { key: 'found.md', contentHash: hashText('found.md'), lines, text }
}

function pastedImage(index: number, position: number): ImageReference {
  const name = `pasted-${index}-${position}.png`
  return { hash: hashText(name), mediaType: 'image/png', name, width: 640, height: 480 }
}
