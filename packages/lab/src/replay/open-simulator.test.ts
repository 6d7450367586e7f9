import { buildRequest } from '@varve/providers'
import { expect, onTestFinished, test } from 'vitest'
import { openSimulator } from './open-simulator.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels } from './replay-models.ts'
import { replayTurns } from './replay-trace.ts'
import { callOf } from './print-replayed.ts'

const NOTE = { kind: 'note', path: 'a.md', content: 'Größe, 北京 and unlikely tokenization. '.repeat(200) }
const TRACE = readTraceLines([
  JSON.stringify({ conversation: 'c', turn: 1, user: 'Read.', attach: [NOTE], assistant: 'Done.' }),
])

test.each(['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek'] as const)(
  'the simulator counts a model of %s like a replay',
  async (provider) => {
    const opened = await openSimulator({ port: 0, clock: () => 0 })
    if (typeof opened === 'string') throw new Error(opened)
    onTestFinished(() => opened.close())
    const models = await loadReplayModels({ provider })
    for (const turn of replayTurns(TRACE, { models })) {
      if (turn.kind === 'malformed') throw new Error(turn.reason)
      const plan = turn.plans[0]!
      const { path, bodyText } = await buildRequest(callOf(plan, turn))
      const base = opened.baseUrls[provider === 'openai-5.6' ? 'openai' : provider]
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer k',
          'x-api-key': 'k',
          'x-goog-api-key': 'k',
          'anthropic-version': '2023-06-01',
        },
        body: bodyText,
      })
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      const counts = [...text.matchAll(/"(\w*(?:input|prompt)_?tokens\w*|promptTokenCount)":(\d+)/gi)]
        .filter(([, name]) => !/details/.test(name ?? ''))
        .map(([, , count]) => Number(count))
      // Anthropic tells its input in parts; the others as one number.
      const { predicted } = plan
      const reported = provider === 'anthropic' ? anthropicInput(text) : Math.max(...counts)
      expect(reported).toBe(predicted.input)
    }
  },
)

function anthropicInput(text: string): number {
  const count = (name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(text)?.[1])
  return count('input_tokens') + count('cache_read_input_tokens') + count('cache_creation_input_tokens')
}
