import { createAnthropic } from '@ai-sdk/anthropic'
import { estimateTokenizer } from '@varve/engine'
import { type Simulator, startSimulator } from '@varve/lab/simulator'
import { generateText, isStepCount, jsonSchema, streamText, tool, wrapLanguageModel } from 'ai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createContext, guardMiddleware, note, paste } from './index.ts'

const EMAIL = 'jana.novak@lodestone.io'
const CARD = '4111 1111 1111 1111'
let simulator: Simulator

beforeEach(async () => {
  simulator = await startSimulator({ clock: () => 0, tokenizer: estimateTokenizer() })
})
afterEach(() => simulator.close())

function openModel(guard = guardMiddleware()) {
  const model = createAnthropic({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-test' })('claude-sonnet-4-5')
  return wrapLanguageModel({ model, middleware: guard })
}

const sent = (): string => simulator.requests.map(({ bodyText }) => bodyText).join('\n')

test('private data goes out as placeholders and comes back while the answer streams', async () => {
  simulator.play({ kind: 'answer', text: 'Write to <<EMAIL_1>> now.', chunkCharacters: 3 })
  const { textStream } = streamText({ model: openModel(), prompt: `Who is ${EMAIL}?` })
  const pieces: string[] = []
  for await (const piece of textStream) pieces.push(piece)
  expect(pieces.join('')).toBe(`Write to ${EMAIL} now.`)
  expect(pieces.length).toBeGreaterThan(2)
  expect(sent()).toContain('Who is <<EMAIL_1>>?')
  expect(sent()).not.toContain(EMAIL)
})

test('tools receive the real values, and their results are redacted', async () => {
  simulator.play(
    { kind: 'answer', calls: [{ tool: 'pay', arguments: '{"card":"<<CREDIT_CARD_1>>"}' }] },
    { kind: 'answer', text: 'Paid with <<CREDIT_CARD_1>>, told <<EMAIL_1>>.' },
  )
  const cards: string[] = []
  const { text } = await generateText({
    model: openModel(),
    prompt: `Pay with card ${CARD}.`,
    stopWhen: isStepCount(3),
    tools: {
      pay: tool({
        inputSchema: jsonSchema<{ card: string }>({
          type: 'object',
          properties: { card: { type: 'string' } },
          required: ['card'],
        }),
        execute: ({ card }) => {
          cards.push(card)
          return { told: EMAIL, card }
        },
      }),
    },
  })
  expect(cards).toEqual([CARD])
  expect(text).toBe(`Paid with ${CARD}, told ${EMAIL}.`)
  expect(sent()).not.toMatch(/4111|jana\.novak/)
})

test('guarded notes in a context stay cached, and placeholders keep their meaning after a restart', async () => {
  const text = `${EMAIL} pays with ${CARD}.\n${'A long line of the note. '.repeat(400)}`
  const guard = guardMiddleware()
  const context = createContext({ system: 'Answer shortly.', now: () => 0 })
  const shares: (number | undefined)[] = []
  for (const [index, own] of [guard, guardMiddleware({ state: guard.state })].entries()) {
    simulator.play({ kind: 'answer', text: 'Ask <<EMAIL_1>>.' })
    const attach = index === 0 ? [note('who.md', text)] : []
    const turn = context.turn({ model: openModel(own), prompt: `Question ${index}`, attach })
    const report = await turn.done(await generateText(turn.request))
    expect(report.text).toBe(`Ask ${EMAIL}.`)
    shares.push(report.cachedShare.reported)
  }
  expect(shares[1]).toBeGreaterThan(0.9)
  expect(sent()).not.toMatch(/4111|jana\.novak/)
})

test('the caller may stop a request because of its content', async () => {
  const guard = guardMiddleware({
    from: 'high',
    onFindings: (findings) => {
      throw new Error(`Not sent: ${findings.map(({ type }) => type).join(', ')}.`)
    },
  })
  const context = createContext()
  const turn = context.turn({ model: openModel(guard), prompt: 'Look', attach: [paste(`card ${CARD}`)] })
  await expect(generateText({ ...turn.request, maxRetries: 0 })).rejects.toThrow('Not sent: CREDIT_CARD.')
  expect(simulator.requests).toHaveLength(0)
})
