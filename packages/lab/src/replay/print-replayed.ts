import { describePlan, type Plan, messagesOf } from '@varve/engine'
import type { Prediction } from '@varve/engine/internal'
import { type ReplayedTurn, warningsOf } from './replay-trace.ts'
import { buildRequest, type CallInput } from '@varve/providers'

/** The exact bytes of the body that a plan becomes. */
export type BodyWriter = (plan: Plan, turn: ReplayedTurn) => Promise<string>

export interface PrintOptions {
  readonly writeBody: BodyWriter
  /** Adds `requests`, one for each call of the turn, and what each is predicted to use. */
  readonly allCalls?: boolean
  /** Adds `buildMs`. */
  readonly timer?: () => number
}

/** One turn as a line of JSON, in the documented shape, without its line end. */
export async function printReplayed(turn: ReplayedTurn, options: PrintOptions): Promise<string> {
  const { conversation, provider, model, plans, failure } = turn
  const warnings = warningsOf(turn)
  const started = options.timer?.()
  const bodies: string[] = []
  for (const plan of options.allCalls ? plans : plans.slice(-1))
    bodies.push(await options.writeBody(plan, turn))
  const buildMs =
    options.timer && started !== undefined ? (turn.planMs ?? 0) + options.timer() - started : undefined
  const last = plans.at(-1)
  // Joined by `+`, which copies nothing: a body may have megabytes.
  const field = (name: string, json: string): string => `,"${name}":` + json
  return (
    `{"conversation":${JSON.stringify(conversation)}` +
    field('turn', JSON.stringify(turn.turn)) +
    field('provider', JSON.stringify(provider)) +
    field('model', JSON.stringify(model.name)) +
    field('request', failure ? 'null' : (bodies.at(-1) ?? 'null')) +
    field('envelope', JSON.stringify(printEnvelope(turn, last))) +
    field('epoch', JSON.stringify(last ? { id: last.epoch.id, reason: last.epoch.reason } : null)) +
    field('predicted', JSON.stringify(last ? printPrediction(last.predicted) : null)) +
    field('divergence', JSON.stringify(printDivergence(plans))) +
    (failure ? field('error', JSON.stringify(printFailure(failure))) : '') +
    (options.allCalls
      ? field('requests', joinBodies(bodies)) + field('predictions', printPredictions(plans))
      : '') +
    // The usual lifetime goes without saying.
    (turn.lifetime === '1h' ? field('lifetime', '"1h"') : '') +
    (buildMs === undefined ? '' : field('buildMs', JSON.stringify(Math.round(buildMs * 1000) / 1000))) +
    (warnings.length === 0 ? '' : field('warnings', JSON.stringify(warnings))) +
    '}'
  )
}

function joinBodies(bodies: readonly string[]): string {
  let joined = '['
  for (const [index, body] of bodies.entries()) joined += index === 0 ? body : ',' + body
  return joined + ']'
}

function printPredictions(plans: readonly Plan[]): string {
  return JSON.stringify(plans.map(({ predicted }) => printPrediction(predicted)))
}

function printEnvelope({ envelope, memo }: ReplayedTurn, plan: Plan | undefined): object {
  const { L1, L2, L3, L4, L5 } = envelope.layers
  const hashes = { L1: L1.hash, L2: L2.hash, L3: L3.hash, L4: L4.hash, L5: L5.hash }
  const described = plan ? describePlan(plan, envelope, memo) : { layers: [], omissions: [] }
  return {
    hashes: { ...hashes, content: envelope.contentHash },
    omissions: described.omissions.map(({ key, reason, tokens, form }) => ({ key, reason, tokens, form })),
    layers: described.layers.map(({ id, tokens, segments }) => ({
      id,
      tokens,
      segments: segments.map((segment) => ({
        key: segment.name,
        form: segment.form,
        label: segment.label,
        tokens: segment.tokens,
      })),
    })),
  }
}

function printPrediction({ input, cached, written, uncached, costUSD }: Prediction): object {
  return { input, cached, written, uncached, costUSD: roundMoney(costUSD) }
}

/** Sums of products of short decimals: what is beyond a billionth of a dollar is only rounding. */
function roundMoney(amount: number): number {
  return Math.round(amount * 1e9) / 1e9
}

/** Against the turn before: the first call of the turn that differs from the call before it, if any does. */
function printDivergence(plans: readonly Plan[]): object | null {
  const found = plans.find(({ divergence }) => divergence.reason !== 'none') ?? plans.at(-1)
  if (!found) return null
  const { layer, key, reason, tokens } = found.divergence
  return { layer, key, reason, tokens }
}

function printFailure({ message, details }: NonNullable<ReplayedTurn['failure']>): object {
  const { needed, budget, layers, largest, actions } = details
  return { code: 'over-budget', message, needed, budget, layers, largest, actions }
}

/** The exact bytes of the body that a plan becomes: what would be sent, and nothing is. */
export async function writeBody(plan: Plan, turn: ReplayedTurn): Promise<string> {
  const { bodyText } = await buildRequest(callOf(plan, turn))
  return bodyText
}

/** What the body of a plan is built from. */
export function callOf(plan: Plan, turn: ReplayedTurn): CallInput {
  const { model, conversation, images, lifetime, settings } = turn
  const { marks } = plan
  return {
    model: model.catalogue,
    messages: messagesOf(plan),
    tools: plan.tools,
    ...(settings ? { settings } : {}),
    cache: { key: conversation, marks, ...(lifetime === '1h' ? { longMarks: marks.length } : {}) },
    getImage: (hash) => Promise.resolve(images.find(hash)),
  }
}
