/** One conversation of every kind of turn, held with the packages as anyone installs them. Runs in Node 20. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createContext, note, restore, type TurnReport } from '@varve/ai-sdk'
import { isStepCount, jsonSchema, type LanguageModel, streamText, tool } from 'ai'

export interface Client {
  readonly name: string
  readonly model: (url: string) => LanguageModel
}

const apiKey = 'sk-test'

/** Every provider of the simulator, by every way in which its package can be called. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'OpenAI responses, marks',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-5.6'),
  },
  {
    name: 'OpenAI responses, prefix',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses('gpt-5.4'),
  },
  {
    name: 'OpenAI chat, marks',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-5.6'),
  },
  {
    name: 'OpenAI chat, prefix',
    model: (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-4.1'),
  },
  {
    name: 'Anthropic',
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-sonnet-4-5'),
  },
  {
    name: 'Anthropic, a model that is not in the catalogue',
    model: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-next'),
  },
  {
    name: 'Gemini',
    model: (url) => createGoogle({ baseURL: `${url}/v1beta`, apiKey })('gemini-2.5-pro'),
  },
  { name: 'DeepSeek', model: (url) => compatible('deepseek', url)('deepseek-v4-pro') },
  { name: 'Mistral', model: (url) => compatible('mistral', url)('mistral-large-4') },
  { name: 'Ollama', model: (url) => compatible('ollama', url)('llama3.2') },
]

function compatible(name: string, url: string) {
  return createOpenAICompatible({ name, baseURL: `${url}/v1`, apiKey, includeUsage: true })
}

const SYSTEM = `You are a careful assistant. ${'Answer from the notes, and name the note you used. '.repeat(60)}`
const plan = (first: string) =>
  note(
    'plan.md',
    `Week 1: ${first}\n${'Another week: practice for an hour, then play together.\n'.repeat(300)}`,
  )

/** A real picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const tools = {
  readNote: tool({
    description: 'Reads a note',
    inputSchema: jsonSchema<{ path: string }>({
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
    }),
    execute: ({ path }) => `${path} says: ${'the tide turns at noon. '.repeat(30)}`,
  }),
}

/** What the model does in each call of `converse`, in order. */
export const SCENARIOS = [
  { kind: 'answer', text: 'The first answer.' },
  { kind: 'answer', reasoning: 'It was edited.', text: 'The second answer.' },
  {
    kind: 'answer',
    text: 'I will look.',
    calls: [{ tool: 'readNote', arguments: '{"path":"tide.md"}', callId: 'call_1' }],
  },
  { kind: 'answer', text: 'At noon.' },
  { kind: 'answer', text: 'A pixel.' },
  { kind: 'answer', text: 'The last answer.' },
] as const

/** Six calls in five turns: a note, its edit, a tool, a picture, and a question after a restart. */
export async function converse({ model: open }: Client, url: string): Promise<readonly TurnReport[]> {
  const model = open(url)
  const reports: TurnReport[] = []
  let at = Date.parse('2026-01-05T09:00:00Z')
  const now = (): number => at
  let context = createContext({ system: SYSTEM, id: 'lessons', now })
  const ask = async (options: Omit<Parameters<typeof context.turn>[0], 'model'>) => {
    at += 20_000
    const turn = context.turn({ tools, ...options, model })
    const result = streamText({ ...turn.request, stopWhen: isStepCount(5), maxRetries: 0, onError: () => {} })
    let text = ''
    for await (const piece of result.textStream) text += piece
    const report = await turn.done(result)
    if (!text.endsWith(report.text)) throw new Error(`streamed ${text}, reported ${report.text}`)
    reports.push(report)
  }
  await ask({ prompt: 'Summarize this.', attach: [plan('scales')] })
  await ask({ prompt: 'And now?', attach: [plan('chords')] })
  await ask({ prompt: 'When does the tide turn?' })
  await ask({ prompt: 'What is this?', images: [{ data: PIXEL, mediaType: 'image/png', name: 'dot.png' }] })
  context = restore(JSON.parse(JSON.stringify(context.save())) as ReturnType<typeof context.save>, { now })
  await ask({ prompt: 'How many weeks?' })
  return reports
}
