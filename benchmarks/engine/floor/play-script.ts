import {
  createState,
  type CacheProfile,
  type Layout,
  messagesOf,
  type ModelSpec,
  type Plan,
  step,
  type TurnInput,
} from '@varve/engine'
import type { Memo, ModelStep, Prediction } from '@varve/engine/internal'
import { readRequest } from '../../../packages/engine/src/plan/explaining/read-request.ts'
import type { Cause, MeasuredCall } from './measured-call.ts'
import type { Script, ScriptedTurn } from './script.ts'
import { SECTIONS, START, TOKENIZER, TOOLS } from './setting.ts'

export interface PlayOptions {
  readonly layout: Layout
  readonly profile: CacheProfile
  readonly memo: Memo
  /** Readable artifacts by request: equal requests are read once. */
  readonly readings: Map<string, number>
  /** What a call uses; as its plan predicts where it is left out. */
  readonly usageOf?: (plan: Plan, at: number) => Prediction
}

/** Folds a conversation through the engine and records what each call is predicted to use. */
export function playScript(script: Script, options: PlayOptions): readonly MeasuredCall[] {
  const calls: MeasuredCall[] = []
  let state = createState({ conversationId: script.name })
  let at = START
  for (const [index, turn] of script.turns.entries()) {
    at += turn.gapSeconds * 1000
    const model = modelSpec(turn.model, options)
    const turnId = `turn-${index + 1}`
    const asked = step(state, turnInput(turn, turnId, at, model), options)
    calls.push(...asked.plans.map((plan) => measurePlan(plan, turn, { ...options, at })))
    state = asked.state
    for (const [number, made] of turn.steps.entries()) {
      at += (made.gapSeconds ?? 0) * 1000
      const modelStep = stepOf(made, `${turnId}-${number}`)
      const next = step(state, { kind: 'continue', turnId, at, model, step: modelStep }, options)
      calls.push(...next.plans.map((plan) => measurePlan(plan, turn, { ...options, at })))
      state = next.state
    }
    const answers = [{ model: model.id, text: turn.answer }]
    state = step(state, { kind: 'answer', turnId, at, answers, chosen: model.id }, options).state
  }
  return calls
}

function modelSpec(id: string, { profile, layout }: PlayOptions): ModelSpec {
  return {
    id,
    window: Number.POSITIVE_INFINITY,
    reservedOutput: 0,
    vision: false,
    tokenizer: TOKENIZER,
    profile,
    layout,
  }
}

function turnInput(turn: ScriptedTurn, turnId: string, at: number, model: ModelSpec): TurnInput {
  return {
    kind: 'turn',
    turnId,
    at,
    text: turn.text,
    sections: SECTIONS,
    tools: TOOLS,
    models: [model],
    attach: turn.attach.map((artifact) => ({ artifact })),
    gathered: turn.gathered.map(({ tool, arguments: args, result }) => ({
      tool,
      arguments: args,
      text: result,
      recoverable: true,
    })),
  }
}

function stepOf(made: ScriptedTurn['steps'][number], name: string): ModelStep {
  return {
    text: made.text,
    exchanges: made.calls.map((call, index) => ({ ...call, callId: `${name}-${index}`, recoverable: true })),
  }
}

function measurePlan(
  plan: Plan,
  turn: ScriptedTurn,
  options: PlayOptions & { readonly at: number },
): MeasuredCall {
  const { numbers, reason, startedTurn } = plan.epoch
  const isRebase = startedTurn === plan.turn && plan.call === 1 && plan.turn > 1
  const sizes = `dead ${numbers.deadWeight}, rent ${Math.round(numbers.rent)}, price ${Math.round(numbers.price)}`
  return {
    turn: plan.turn,
    call: plan.call,
    usage: options.usageOf?.(plan, options.at) ?? plan.predicted,
    attached: turn.attach.length,
    readable: turn.attach.length === 0 ? 0 : readableOf(plan, turn, options),
    cause: isRebase ? rebaseCause(plan) : hasFullUpdate(plan) ? 'update in full' : 'appended',
    why: isRebase
      ? `${reason}, ${plan.divergence.layer} ${plan.divergence.key} (${sizes}${numbers.cold ? ', cold' : ''})`
      : `appended (${sizes}${numbers.cold ? ', cold' : ''})`,
  }
}

function rebaseCause({ epoch }: Plan): Cause {
  if (epoch.reason === 'epoch-rent') return 're-base for rent'
  return epoch.reason === 'epoch-cold' ? 're-base when cold' : 'other re-base'
}

/** Whether this call pays for the whole text of something that it already holds in an older version. */
function hasFullUpdate({ blocks, predicted, leadTokens }: Plan): boolean {
  const paidFrom = predicted.cached - leadTokens
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks.get(index)
    if (!block || block.end <= paidFrom) return false
    const { part, origin } = block
    if (origin.piece === 'update' && part.kind === 'text' && !part.text.includes('\n@@ -')) return true
  }
  return false
}

function readableOf(plan: Plan, turn: ScriptedTurn, { readings }: PlayOptions): number {
  const known = readings.get(plan.prefixHash)
  if (known !== undefined) return known
  const { current } = readRequest(messagesOf(plan))
  const readable = turn.attach.filter(({ key, content }) => current.get(key) === content).length
  readings.set(plan.prefixHash, readable)
  return readable
}
