import {
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  type Message,
  messagesOf,
  type ModelSpec,
  step,
} from '@varve/engine'
import { type JsonObject, offlineModel, type WireProtocol } from '@varve/providers'
import { asObject, asText } from '@varve/providers/internal'
import { expect, test } from 'vitest'
import { parseEvents, parseLines } from './testing/parse-stream.ts'
import { runSimulator } from './testing/run-simulator.ts'
import { SMALL_CALLS } from './testing/small-calls.ts'

const PLAN =
  '# Plan\n\nThe launch is on 12 December.\n\nOnly a missing permit could stop the launch of the ferry.\n'
const CONVERSATION = twoTurns()

/** A second question about an attached note, as the engine builds it. */
function twoTurns(): readonly Message[] {
  const model: ModelSpec = {
    id: offlineModel.id,
    window: 4_000_000,
    reservedOutput: offlineModel.reservedOutput,
    vision: false,
    tokenizer: estimateTokenizer(),
    profile: DEFAULT_PROFILES.offline,
  }
  const turn = (number: number, text: string) =>
    ({ kind: 'turn', turnId: `turn-${number}`, at: number, text, sections: [], models: [model] }) as const
  const artifact = createArtifact({ kind: 'note', source: { path: 'plan.md' }, content: PLAN })
  const first = step(createState({ conversationId: 'conversation' }), {
    ...turn(1, 'When do we launch?'),
    attach: [{ artifact }],
  })
  const answers = [{ model: model.id, text: 'Soon.' }]
  const answered = step(first.state, { kind: 'answer', turnId: 'turn-1', at: 1, answers, chosen: model.id })
  const { plans } = step(answered.state, turn(2, 'And what could stop the launch?'))
  if (!plans[0]) throw new Error('the turn was not planned')
  return messagesOf(plans[0])
}

test.each(SMALL_CALLS)(
  '$protocol: without a scenario it answers like the offline model, in one piece and streamed',
  async ({ protocol, path, streamPath, body, stream }) => {
    const text = await offlineAnswer()
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

async function offlineAnswer(): Promise<string> {
  for await (const event of offlineModel.answer(CONVERSATION, { wait: () => Promise.resolve() }))
    if (event.kind === 'finish') return event.text
  throw new Error('the offline model gave no answer')
}

/** The parts of a body that hold the messages, each text as its own part. */
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

/** The text of a response or a stream event, in any protocol. */
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
