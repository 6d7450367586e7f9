import { describe, expect, test } from 'vitest'
import { textOf } from './testing/letters.ts'
import { parseLines } from './testing/parse-stream.ts'
import { runSimulator } from './testing/run-simulator.ts'

const PATH = '/api/chat'
const MODEL = 'llama3.2'

describe('Ollama /api/chat', () => {
  test('streams lines unless asked not to, without a key', async () => {
    const simulator = await runSimulator()
    simulator.play({ kind: 'answer', text: 'Hello there.', reasoning: 'hmm', chunkCharacters: 6 })
    const messages = [{ role: 'user', content: 'hi' }]
    const lines = parseLines(await simulator.read(PATH, { model: MODEL, messages }))
    expect(lines).toMatchObject([
      { message: { thinking: 'hmm' }, done: false },
      { message: { content: 'Hello ' }, done: false },
      { message: { content: 'there.' }, done: false },
      { message: { content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 2, eval_count: 15 },
    ])
    simulator.play({ kind: 'answer', calls: [{ tool: 'find', arguments: '{"q":1}' }] })
    const { json } = await simulator.post(PATH, { model: MODEL, messages, stream: false }, {})
    expect(json).toMatchObject({
      message: { tool_calls: [{ function: { name: 'find', arguments: { q: 1 } } }] },
      done: true,
    })
  })

  test('cuts the front of a prompt over num_ctx, visible only in the count', async () => {
    const simulator = await runSimulator()
    const messages = [
      { role: 'system', content: textOf('rules', 3000) },
      { role: 'user', content: textOf('question', 2000) },
    ]
    const ask = async (options?: object) =>
      (await simulator.post(PATH, { model: MODEL, messages, stream: false, ...(options && { options }) }))
        .json
    expect(await ask({ num_ctx: 8192 })).toMatchObject({ prompt_eval_count: 5000, done_reason: 'stop' })
    expect(await ask()).toMatchObject({ prompt_eval_count: 4096, done_reason: 'stop' })
    expect(await ask({ num_ctx: 2500 })).toMatchObject({ prompt_eval_count: 2500 })
    expect(await ask({ num_ctx: 100 })).toMatchObject({ prompt_eval_count: 100 })
    // The remaining prompt begins differently, so none of it is found; the whole prompt is.
    const cached = () => simulator.requests.at(-1)?.usage?.cached
    expect(cached()).toBe(0)
    await ask({ num_ctx: 8192 })
    expect(cached()).toBe(5000)
  })

  test('lists models, describes one, and loads one for a request without messages', async () => {
    const simulator = await runSimulator()
    const tags = await (await fetch(`${simulator.url}/api/tags`)).json()
    expect(tags).toMatchObject({ models: [{ name: 'llama3.2:latest' }, { name: 'qwen3:8b' }] })
    const show = async (model: string) => (await simulator.post('/api/show', { model }, {})).json
    expect(await show('qwen3:8b')).toMatchObject({
      model_info: { 'general.architecture': 'sim', 'sim.context_length': 131_072 },
      capabilities: ['completion', 'tools'],
    })
    expect(await show('none:1b')).toMatchObject({ error: "model 'none:1b' not found" })
    const { json } = await simulator.post(PATH, { model: MODEL, messages: [] })
    expect(json).toMatchObject({ done: true, done_reason: 'load' })
  })
})
