import { messagesOf } from '@varve/engine'
import { EMPTY_CACHE_MEMORY } from '@varve/engine/internal'
import {
  type ConversationRun,
  randomConversation,
  type RandomTurn,
  runConversation,
  testTokenizer,
} from '@varve/engine/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRequest } from '../send/build-request.ts'
import type { CallInput } from '../request/call-input.ts'
import { sendRequest } from '../send/send-request.ts'
import { CONFORMANCE_ADAPTERS, find } from '../send/testing/conformance-adapters.ts'
import { cacheProfileOf, type CatalogueModel } from '../catalogue/catalogue-model.ts'
import { type Scenario, startSimulator } from '@varve/lab/simulator'
import type { ReportedUsage } from '../wire/wire.ts'
import { forecastRequest } from './forecast-request.ts'

const IS_FULL = process.env['VARVE_TEST_SHARE'] === 'full'
const ollama = CONFORMANCE_ADAPTERS.find(({ model }) => model.protocol === 'ollama')?.model
const MODELS: readonly { readonly name: string; readonly model: CatalogueModel; readonly path: string }[] = [
  { name: 'openai-5.6', model: find('openai/gpt-5.6'), path: '/v1' },
  { name: 'openai', model: find('openai/gpt-5.4'), path: '/v1' },
  { name: 'openai-chat', model: chatModel('openai/gpt-5.6'), path: '/v1' },
  { name: 'openai-chat, prefix', model: chatModel('openai/gpt-5.4'), path: '/v1' },
  { name: 'anthropic', model: find('anthropic/claude-sonnet-4-5'), path: '/v1' },
  { name: 'gemini', model: find('google/gemini-2.5-pro'), path: '/v1beta' },
  { name: 'deepseek', model: find('deepseek/deepseek-v4-pro'), path: '/v1' },
  { name: 'ollama', model: { ...(ollama ?? find('xai/grok-4.3')), window: 1_000_000 }, path: '' },
]

/** OpenAI's own models by the older protocol. */
function chatModel(id: string): CatalogueModel {
  return { ...find(id), protocol: 'openai-chat', reasoning: 'none' }
}

describe('the forecast against the simulator, with real requests', () => {
  test.each(MODELS)(
    '$name: the prediction from the bytes equals the report exactly',
    async ({ model, path }) => {
      let calls = 0
      let cached = 0
      await fc.assert(
        fc.asyncProperty(randomConversation(IS_FULL ? 25 : 8), async (turns) => {
          const compared = await compare({ ...model, id: 'a' }, path, turns)
          for (const { predicted, reported } of compared) expect(predicted).toEqual(reported)
          calls += compared.length
          cached += compared.reduce((sum, { reported }) => sum + reported.cached, 0)
        }),
        { numRuns: IS_FULL ? 60 : 10, endOnFailure: true },
      )
      if (model.protocol !== 'ollama') expect(cached).toBeGreaterThan(0)
      console.log(`${model.name}: ${calls} calls compared, ${cached} tokens from cache`)
    },
  )
})

describe('the plan before a body exists', () => {
  // Two take one text for a message, so their bodies have fewer blocks than the plan: rounding, and what is
  // shared up to the middle of a message, make a difference there.
  test.each(MODELS.filter(({ name }) => name !== 'ollama' && name !== 'deepseek'))(
    '$name: the engine’s prediction equals the bytes exactly',
    async ({ model, path }) => {
      let calls = 0
      await fc.assert(
        fc.asyncProperty(randomConversation(IS_FULL ? 25 : 8), async (turns) => {
          const compared = await compare({ ...model, id: 'a' }, path, turns.map(withoutUnknowns))
          for (const { planned, predicted } of compared) expect(planned).toEqual(predicted)
          calls += compared.length
        }),
        { numRuns: IS_FULL ? 60 : 10, endOnFailure: true },
      )
      expect(calls).toBeGreaterThan(0)
    },
  )
})

/** Picture bytes and thought signatures arrive with the body; a branch has its own memory. */
function withoutUnknowns(turn: RandomTurn): RandomTurn {
  return { ...turn, image: 0, reasoning: false, back: 0 }
}

type Counts = Omit<ReportedUsage, 'output' | 'reasoning'>

interface Compared {
  /** By the engine, before there was a body. */
  readonly planned: Counts
  /** From the bytes of the body. */
  readonly predicted: Counts
  /** By the simulator, which got them. */
  readonly reported: Counts
}

async function compare(
  model: CatalogueModel,
  path: string,
  turns: readonly RandomTurn[],
): Promise<readonly Compared[]> {
  const profile = cacheProfileOf(model)
  const isUnit = profile.matchClass === 'unit'
  const played = isUnit ? turns.map(withAnswers) : turns
  const { calls } = runConversation(played, { profile, layout: 'auto' })
  const own = calls.filter(({ plan }) => plan.model === 'a')
  let now = 0
  const simulator = await startSimulator({
    clock: () => now,
    tokenizer: testTokenizer,
    profiles: { [model.cache.profile]: profile },
  })
  const compared: Compared[] = []
  let memory = EMPTY_CACHE_MEMORY
  try {
    for (const { plan, input } of own) {
      now = input.at
      const call: CallInput = {
        model,
        messages: messagesOf(plan),
        tools: plan.tools,
        cache: { key: 'c1', marks: plan.marks },
        getImage: async () => Uint8Array.of(1, 2, 3),
      }
      const forecast = forecastRequest({
        model,
        request: await buildRequest(call),
        memory,
        tokenizer: testTokenizer,
        at: now,
      })
      memory = forecast.memory
      if (isUnit) simulator.play(answerOf(plan, own))
      const reported = await usageOf(call, `${simulator.url}${path}`)
      compared.push({
        planned: expected(model, plan.predicted),
        predicted: expected(model, forecast.usage),
        reported,
      })
    }
  } finally {
    await simulator.close()
  }
  return compared
}

/** Providers that tell less are compared by what they tell. */
function expected(model: CatalogueModel, { input, cached, written, uncached }: Counts): Counts {
  const counts = { input, cached, written, uncached }
  if (model.protocol === 'ollama') return { input, cached: 0, written: 0, uncached: input }
  return written > 0 && model.cache.profile === 'gemini'
    ? { ...counts, written: 0, uncached: input - cached }
    : counts
}

async function usageOf(call: CallInput, baseUrl: string): Promise<Counts> {
  for await (const event of sendRequest(call, { fetch, baseUrl, key: 'sk-test-key' })) {
    if (event.kind === 'error') throw new Error(`${event.error.status}: ${event.error.message}`)
    if (event.kind !== 'usage') continue
    const { input, cached, written, uncached } = event.usage
    return { input, cached, written, uncached }
  }
  throw new Error('no usage was reported')
}

/** Class `unit` stores answers too, so the simulated ones are those of the conversation: one line, each answered. */
function withAnswers(turn: RandomTurn): RandomTurn {
  return {
    ...turn,
    text: turn.text.trim() || 'yes',
    answered: true,
    back: 0,
    models: ['a'],
    reasoning: false,
  }
}

type Plan = ConversationRun['calls'][number]['plan']

/** What the model must have said, read off the call that follows. */
function answerOf(plan: Plan, calls: ConversationRun['calls']): Scenario {
  const next = calls.find(({ previous }) => previous === plan)?.plan
  const parts = next ? next.blocks.slice(plan.blocks.length).map(({ role, part }) => ({ role, part })) : []
  const end = parts.findIndex(({ role }) => role !== 'assistant')
  const said = (end < 0 ? parts : parts.slice(0, end)).map(({ part }) => part)
  const text = said.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const asked = said.flatMap((part) =>
    part.kind === 'tool-call' ? [{ tool: part.tool, arguments: part.arguments, callId: part.callId }] : [],
  )
  return { kind: 'answer', text: text === '' && asked.length === 0 ? 'nothing' : text, calls: asked }
}
