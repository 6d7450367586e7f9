import type { ProviderView } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { modelView } from '../../testing/model-view.ts'
import { groupModels, listChoices } from './models.ts'

const provider = (id: string, key: ProviderView['key']): ProviderView => ({
  id,
  name: id,
  location: key === 'not-needed' ? 'local' : 'cloud',
  keyVariable: `${id.toUpperCase()}_API_KEY`,
  key,
  modelCount: 1,
})
const inCloud = (of: string, name: string, ready: boolean) =>
  modelView({ id: `${of}/${name}`, name, provider: of, providerName: of, ready })

const providers = [
  provider('Beta', 'none'),
  provider('Alpha', 'environment'),
  provider('Ollama', 'not-needed'),
]
const models = [
  inCloud('Beta', 'B one', false),
  inCloud('Alpha', 'A one', true),
  modelView({ id: 'Ollama/q', name: 'Qwen', provider: 'Ollama', providerName: 'Ollama', location: 'local' }),
  inCloud('Alpha', 'A two', true),
  modelView({ id: 'offline', name: 'Offline reader', provider: 'offline', location: 'offline' }),
  modelView({
    id: 'Ollama/x',
    name: 'Away',
    provider: 'Ollama',
    providerName: 'Ollama',
    location: 'local',
    ready: false,
    unavailable: 'Ollama does not answer',
  }),
]
const grouped = (query: string) =>
  groupModels({ models, providers, query }).map(({ title, choices }) => [
    title,
    choices.map(({ model, use }) => `${model.name}, ${use}`),
  ])

describe('models in groups', () => {
  test('lists offline, local, with a key, without a key, then unavailable', () => {
    expect(grouped('')).toEqual([
      ['Offline', ['Offline reader, ready']],
      ['On this machine', ['Qwen, ready']],
      ['Alpha', ['A one, ready', 'A two, ready']],
      ['Beta', ['B one, key']],
      ['Ollama', ['Away, no']],
    ])
  })

  test('every word has to match the name, the id or the provider', () => {
    expect(grouped('alpha  TWO')).toEqual([['Alpha', ['A two, ready']]])
    expect(grouped('one')).toEqual([
      ['Alpha', ['A one, ready']],
      ['Beta', ['B one, key']],
    ])
    expect(grouped('alpha beta')).toEqual([])
  })

  test('loses and repeats no model', () => {
    const shown = listChoices(groupModels({ models, providers, query: '' })).map(({ model }) => model.id)
    expect([...shown].sort()).toEqual(models.map(({ id }) => id).sort())
  })

  test('lists the project’s models first if they are usable', () => {
    const project = { name: 'Harbour', models: ['Alpha/A two', 'Beta/B one'] }
    const [first, ...others] = groupModels({ models, providers, query: '', project })
    expect([first?.title, first?.choices.map(({ model }) => model.id)]).toEqual(['Harbour', ['Alpha/A two']])
    expect(others.flatMap(({ choices }) => choices.map(({ model }) => model.id))).not.toContain('Alpha/A two')
  })
})
