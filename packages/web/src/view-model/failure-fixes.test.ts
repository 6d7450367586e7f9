import type { AnswerView, ProviderView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { modelView } from '../testing/model-view.ts'
import { failureFixes } from './failure-fixes.ts'

const models = [modelView({ id: 'offline', provider: 'offline', location: 'offline' }), modelView()]
const provider: ProviderView = {
  id: 'cloud',
  name: 'Cloud',
  location: 'cloud',
  keyVariable: 'CLOUD_API_KEY',
  key: 'environment',
  modelCount: 1,
}
const failed = (error: string, modelId = 'cloud/model'): AnswerView => ({
  id: 'a',
  modelId,
  modelName: 'M',
  status: 'failed',
  text: '',
  sources: [],
  error,
})

test.each(['Cloud answered 401: no', 'Cloud: Incorrect API key provided', 'unauthorized'])(
  '“%s” is about the key',
  (error) => {
    expect(failureFixes(failed(error), { models, providers: [provider] })).toEqual(['key', 'model', 'again'])
  },
)

test('other failures offer another model, if there is one, and asking again', () => {
  const error = 'Cloud answered 529: overloaded'
  expect(failureFixes(failed(error), { models, providers: [provider] })).toEqual(['model', 'again'])
  expect(failureFixes(failed(error), { models: [modelView()], providers: [provider] })).toEqual(['again'])
})

test('a provider without a key asks for one, whatever it said; one that needs none never does', () => {
  const without = { ...provider, key: 'none' } as const
  expect(failureFixes(failed('Failed.'), { models, providers: [without] })[0]).toBe('key')
  const local = { ...provider, key: 'not-needed' } as const
  expect(failureFixes(failed('401'), { models, providers: [local] })).toEqual(['model', 'again'])
  expect(failureFixes(failed('401', 'gone'), { models, providers: [provider] })).toEqual(['model', 'again'])
})
