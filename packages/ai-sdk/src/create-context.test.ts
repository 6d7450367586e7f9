import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { estimateTokenizer } from '@varve/engine'
import { type Simulator, startSimulator } from '@varve/lab/simulator'
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BudgetError, createContext, note, restore } from './index.ts'

let simulator: Simulator
beforeEach(async () => {
  simulator = await startSimulator({ clock: () => 0, tokenizer: estimateTokenizer() })
})
afterEach(() => simulator.close())

const apiKey = 'sk-test'
const claude = () => createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey })('claude-sonnet-4-5')
const now = () => 0
const LONG = 'A line of a long note that is read again. '.repeat(400)

test('a restored context sends the same bytes as the live one', async () => {
  const context = createContext({ system: 'Be brief.', id: 'c1', now })
  const first = context.turn({ model: claude(), prompt: 'One', attach: [note('a.md', LONG)] })
  await first.done(await generateText(first.request))
  const restored = restore(JSON.parse(JSON.stringify(context.save())) as ReturnType<typeof context.save>, {
    now,
  })
  for (const own of [context, restored]) {
    const turn = own.turn({ model: claude(), prompt: 'Two' })
    await turn.done(await generateText(turn.request))
  }
  const [, live, again] = simulator.requests.map(({ bodyText }) => bodyText)
  expect(again).toBe(live)
})

test('an unfinished turn leaves no trace, and an outdated one cannot be finished', async () => {
  const context = createContext({ now })
  const lost = context.turn({ model: claude(), prompt: 'Never answered' })
  const turn = context.turn({ model: claude(), prompt: 'Answered' })
  await turn.done(await generateText(turn.request))
  await expect(lost.done(await generateText(lost.request))).rejects.toMatchObject({ code: 'stale-turn' })
  const next = context.turn({ model: claude(), prompt: 'Next' })
  expect(JSON.stringify(next.request.messages)).not.toContain('Never answered')
})

test('a result of another major version of the AI SDK is refused with the version to install', async () => {
  const turn = createContext({ now }).turn({ model: claude(), prompt: 'One' })
  const { responseMessages: _, ...older } = await generateText(turn.request)
  await expect(turn.done(older as never)).rejects.toMatchObject({
    code: 'wrong-sdk',
    message: expect.stringContaining('ai@7'),
  })
})

test('a turn over the budget is an error with numbers before anything is sent', () => {
  const context = createContext({ now })
  const ask = () => context.turn({ model: claude(), prompt: LONG.repeat(60) })
  expect(ask).toThrow(BudgetError)
  expect(simulator.requests).toHaveLength(0)
})

const find = {
  find: tool({
    inputSchema: jsonSchema<{ query: string }>({
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    }),
    execute: () => 'here',
  }),
}

test.each([
  ['Anthropic', claude, /"signature":"[^"]+"/],
  [
    'OpenAI',
    () => createOpenAI({ baseURL: `${simulator.url}/v1`, apiKey }).responses('gpt-5.6'),
    /"encrypted_content":"[^"]+"/,
  ],
  [
    'Gemini',
    () => createGoogle({ baseURL: `${simulator.url}/v1beta`, apiKey })('gemini-2.5-pro'),
    /"thoughtSignature":"[^"]+"/,
  ],
] as const)('%s: reasoning goes back to the model inside a tool loop', async (_, open, signature) => {
  simulator.play(
    { kind: 'answer', reasoning: 'I should look.', calls: [{ tool: 'find', arguments: '{"query":"x"}' }] },
    { kind: 'answer', text: 'Found.' },
  )
  const context = createContext({ now })
  const turn = context.turn({ model: open(), prompt: 'Find x', tools: find })
  const result = streamText({ ...turn.request, stopWhen: isStepCount(3) })
  await result.consumeStream()
  const report = await turn.done(result)
  expect(report).toMatchObject({ text: 'Found.', losses: [] })
  expect(report.calls).toHaveLength(2)
  expect(simulator.requests[1]?.bodyText).toMatch(signature)
})

test('tool results that no call used are sent with the next turn', async () => {
  simulator.play({ kind: 'answer', calls: [{ tool: 'find', arguments: '{"query":"x"}' }] })
  const context = createContext({ now })
  const turn = context.turn({ model: claude(), prompt: 'Find x', tools: find, attach: [note('a.md', LONG)] })
  const report = await turn.done(await generateText(turn.request))
  expect(report).toMatchObject({ text: '', calls: [{ predicted: { cached: 0 } }] })
  const next = context.turn({ model: claude(), prompt: 'And?', tools: find })
  const { cachedShare } = await next.done(await generateText(next.request))
  expect(Math.abs(cachedShare.predicted - (cachedShare.reported ?? 0))).toBeLessThan(0.03)
})
