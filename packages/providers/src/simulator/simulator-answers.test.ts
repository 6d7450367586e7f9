import type { Message } from '@varve/engine'
import { expect, test } from 'vitest'
import { asObject, asText } from '../wire/body-blocks-json.ts'
import type { JsonObject, WireProtocol } from '../wire/wire.ts'
import { collect, requestOf } from '../testing/converse.ts'
import { demoVault } from '../testing/demo-vault.ts'
import { parseEvents, parseLines } from './testing/parse-stream.ts'
import { runSimulator } from './testing/run-simulator.ts'
import { SMALL_CALLS } from './testing/small-calls.ts'

const CONVERSATION = requestOf([
  { text: 'When do we launch?', attach: demoVault(), answer: 'Soon.' },
  { text: 'And what could stop the launch?' },
])

test.each(SMALL_CALLS)(
  '$protocol: without a scenario it says what the offline model says, in one piece and in a stream',
  async ({ protocol, path, streamPath, body, stream }) => {
    const { text } = await collect(CONVERSATION)
    expect(text).toContain('> ')
    const simulator = await runSimulator()
    const prompt = {
      ...promptOf(protocol, CONVERSATION),
      ...(protocol === 'ollama' && { options: { num_ctx: 1e6 } }),
    }
    const whole = await simulator.post(path, { ...body, ...prompt })
    expect(spokenIn(whole.json)).toBe(text)
    const events = await simulator.read(streamPath, { ...stream, ...prompt })
    const parts = protocol === 'ollama' ? parseLines(events) : parseEvents(events)
    const deltas = parts.filter(({ type }) => !/done|added|completed|in_progress|created/.test(asText(type)))
    expect(deltas.map(spokenIn).join('')).toBe(text)
    expect(simulator.requests.map(({ usage }) => usage?.output)).toEqual([text.length, text.length])
  },
)

/** The parts of a body that hold the messages, each text a part of its own. */
function promptOf(protocol: WireProtocol, messages: readonly Message[]): JsonObject {
  const texts = ({ parts }: Message) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const others = messages.filter(({ role }) => role !== 'system')
  const system = messages.filter(({ role }) => role === 'system').flatMap(texts)
  switch (protocol) {
    case 'openai-responses':
      return {
        input: messages.map((message) => ({
          role: message.role,
          content: texts(message).map((text) => ({
            type: message.role === 'assistant' ? 'output_text' : 'input_text',
            text,
          })),
        })),
      }
    case 'openai-chat':
      return {
        messages: messages.map((message) => ({
          role: message.role,
          content: texts(message).map((text) => ({ type: 'text', text })),
        })),
      }
    case 'anthropic':
      return {
        system: system.map((text) => ({ type: 'text', text })),
        messages: others.map((message) => ({
          role: message.role,
          content: texts(message).map((text) => ({ type: 'text', text })),
        })),
      }
    case 'gemini':
      return {
        systemInstruction: { parts: system.map((text) => ({ text })) },
        contents: others.map((message) => ({
          role: message.role === 'assistant' ? 'model' : 'user',
          parts: texts(message).map((text) => ({ text })),
        })),
      }
    case 'ollama':
      return {
        messages: messages.map((message) => ({ role: message.role, content: texts(message).join('') })),
      }
    default:
      return protocol satisfies never
  }
}

/** The text in an answer or in one event of a stream, wherever the protocol puts it. */
function spokenIn(event: JsonObject): string {
  const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(asObject) : [])
  const places: unknown[] = [
    ...list(event['output'])
      .flatMap((item) => list(item['content']))
      .map(({ text }) => text),
    ...list(event['content']).map(({ text }) => text),
    ...list(event['choices']).flatMap(({ message, delta }) => [
      asObject(message)['content'],
      asObject(delta)['content'],
    ]),
    ...list(event['candidates'])
      .flatMap(({ content }) => list(asObject(content)['parts']))
      .map(({ text }) => text),
    event['type'] === 'message' ? undefined : asObject(event['message'])['content'],
    asObject(event['delta'])['text'],
    event['delta'],
  ]
  return places.filter((place) => typeof place === 'string').join('')
}
