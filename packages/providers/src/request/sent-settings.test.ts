import { describe, expect, test } from 'vitest'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'
import { DEFAULT_CATALOGUE } from '../catalogue/default-catalogue.ts'
import { buildRequest } from '../send/build-request.ts'
import type { CallSettings } from './call-input.ts'
import { supportedSettings } from './sent-settings.ts'

const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Hello?' }] }] as const
const models = DEFAULT_CATALOGUE.filter(({ protocol }) => protocol !== 'offline')
const ollama: CatalogueModel = {
  ...(models[0] as CatalogueModel),
  id: 'ollama/qwen3:8b',
  provider: 'ollama',
  protocol: 'ollama',
  cache: { ...(models[0] as CatalogueModel).cache, profile: 'ollama', key: false, marks: false },
  settings: { ...(models[0] as CatalogueModel).settings, temperature: true },
}

/** Every value with a given name, anywhere in a body. */
function valuesOf(body: unknown, names: readonly string[]): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    names.includes(name) ? [value] : valuesOf(value, names),
  )
}

const listOf = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

describe('settings', () => {
  test.each([...models, ollama].map((model) => [model.id, model] as const))(
    'documented as sent to %s are in the body, and no others',
    async (_, model) => {
      const efforts = [undefined, ...model.settings.reasoningEfforts]
      for (const reasoningEffort of efforts)
        for (const maxOutputTokens of [undefined, 600, 3_000, 10_000_000])
          for (const temperature of [undefined, 0.3, 2]) {
            const settings: CallSettings = {
              ...(temperature === undefined ? {} : { temperature }),
              ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
              ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
            }
            const { body, losses } = await buildRequest({ model, messages, tools: [], settings })
            const sent = supportedSettings({ model, settings })
            expect(valuesOf(body, ['temperature'])).toEqual(listOf(sent.temperature))
            const always = model.protocol === 'anthropic' ? model.reservedOutput : undefined
            const limits = valuesOf(body, LIMITS)
            expect(limits).toEqual(listOf(sent.maxOutputTokens ?? always))
            const asked = Object.entries(settings).filter(
              ([name, value]) => sent[name as keyof CallSettings] !== value,
            )
            expect(losses).toHaveLength(asked.length)
          }
    },
  )
})

test('OpenAI’s models that think get the limit they take, also at another address', async () => {
  const known = models.find(({ protocol, provider }) => protocol === 'openai-chat' && provider !== 'openai')
  const limitOf = async (wireModel: string) => {
    const model = { ...(known as CatalogueModel), wireModel }
    const { body } = await buildRequest({ model, messages, tools: [], settings: { maxOutputTokens: 600 } })
    return LIMITS.filter((name) => name in body)
  }
  for (const name of ['gpt-5.4', 'openai/gpt-5-mini', 'o3'])
    expect(await limitOf(name)).toEqual(['max_completion_tokens'])
  for (const name of ['gpt-4.1', 'gpt-oss:20b', 'olmo-2']) expect(await limitOf(name)).toEqual(['max_tokens'])
})

const LIMITS = ['max_tokens', 'max_output_tokens', 'maxOutputTokens', 'max_completion_tokens', 'num_predict']

describe('reasoning', () => {
  const find = (id: string): CatalogueModel => {
    const model = models.find((candidate) => candidate.id === id)
    if (!model) throw new Error(`no model ${id}`)
    return model
  }
  const build = (id: string, settings: CallSettings) =>
    buildRequest({ model: find(id), messages, tools: [], settings })

  test('counts towards the output limit if a model takes a number', async () => {
    const claude = await build('anthropic/claude-sonnet-4-5', { reasoningEffort: 'high' })
    expect(claude.body).toMatchObject({
      max_tokens: 8_000,
      thinking: { type: 'enabled', budget_tokens: 4_800 },
    })
    const short = await build('anthropic/claude-sonnet-4-5', {
      reasoningEffort: 'low',
      maxOutputTokens: 3_000,
    })
    expect(short.body).toMatchObject({ max_tokens: 3_000, thinking: { budget_tokens: 1_024 } })
    const gemini = await build('google/gemini-2.5-pro', { reasoningEffort: 'high', maxOutputTokens: 2_000 })
    expect(gemini.body).toMatchObject({
      generationConfig: { maxOutputTokens: 2_000, thinkingConfig: { thinkingBudget: 1_200 } },
    })
  })

  test('needs room: with a shorter limit the effort is not sent, and a notice says so', async () => {
    const { body, losses } = await build('anthropic/claude-sonnet-4-5', {
      reasoningEffort: 'high',
      maxOutputTokens: 600,
      temperature: 0.5,
    })
    expect(Object.keys(body)).not.toContain('thinking')
    expect(body).toMatchObject({ max_tokens: 600, temperature: 0.5 })
    expect(losses).toEqual([
      { what: 'reasoning effort high', why: 'the output limit leaves no room to think' },
    ])
  })

  test('a newer model receives the level', async () => {
    const { body } = await build('anthropic/claude-sonnet-5-5', {
      reasoningEffort: 'low',
      maxOutputTokens: 3_000,
    })
    expect(body).toMatchObject({ max_tokens: 3_000, output_config: { effort: 'low' } })
  })
})

describe('the format of an answer', () => {
  const schema = { type: 'object', properties: { day: { type: 'string' } } }
  const format = { kind: 'schema', name: 'day', schema, strict: true } as const
  const of = (protocol: CatalogueModel['protocol']) =>
    [...models, ollama].find((model) => model.protocol === protocol) as CatalogueModel
  const json = { type: 'json_schema', name: 'day', schema, strict: true }

  test.each([
    ['openai-responses', { text: { format: json } }],
    [
      'openai-chat',
      { response_format: { type: 'json_schema', json_schema: { name: 'day', schema, strict: true } } },
    ],
    ['anthropic', { output_config: { format: { type: 'json_schema', schema } } }],
    ['gemini', { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } }],
    ['ollama', { format: schema }],
  ] as const)('uses the form of %s', async (protocol, written) => {
    const { body, losses } = await buildRequest({
      model: of(protocol),
      messages,
      tools: [],
      settings: { format },
    })
    expect(body).toMatchObject(written)
    expect(losses).toEqual([])
  })

  test('without a schema is a loss where unsupported', async () => {
    const settings = { format: { kind: 'json' } } as const
    const { body, losses } = await buildRequest({ model: of('anthropic'), messages, tools: [], settings })
    expect(body).not.toHaveProperty('output_config')
    expect(losses).toMatchObject([{ what: 'the format of the answer' }])
    expect((await buildRequest({ model: ollama, messages, tools: [], settings })).body).toMatchObject({
      format: 'json',
    })
  })
})
