import type { AnswerErrorCode, AnswerView, ProviderView } from '@varve/contract'
import { expect, test } from 'vitest'
import { modelView } from '../testing/model-view.ts'
import { failureFixes } from './answer-status.tsx'

const models = [modelView({ id: 'offline', provider: 'offline', location: 'offline' }), modelView()]
const provider: ProviderView = {
  id: 'cloud',
  name: 'Cloud',
  location: 'cloud',
  keyVariable: 'CLOUD_API_KEY',
  key: 'environment',
  modelCount: 1,
}
const failed = (errorCode: AnswerErrorCode | undefined, modelId = 'cloud/model'): AnswerView => ({
  id: 'a',
  modelId,
  modelName: 'M',
  status: 'failed',
  text: '',
  startedAt: '2026-01-05T09:00:00.000Z',
  sources: [],
  error: 'Cloud answered 401: Incorrect API key provided.',
  ...(errorCode === undefined ? {} : { errorCode }),
})

test('a refused key is a key problem, whatever the message says', () => {
  const context = { models, providers: [provider] }
  expect(failureFixes(failed('key-rejected'), context)).toEqual(['key', 'model', 'again'])
  for (const code of ['overloaded', 'rate-limited', 'too-long', 'failed', undefined] as const)
    expect(failureFixes(failed(code), context)).toEqual(['model', 'again'])
})

test('without another usable model, offers only a retry', () => {
  expect(failureFixes(failed('overloaded'), { models: [modelView()], providers: [provider] })).toEqual([
    'again',
  ])
})

test('asks for a key when a provider lacks one, never when none is needed', () => {
  const without = { ...provider, key: 'none' } as const
  expect(failureFixes(failed('failed'), { models, providers: [without] })[0]).toBe('key')
  const local = { ...provider, key: 'not-needed' } as const
  expect(failureFixes(failed('key-rejected'), { models, providers: [local] })).toEqual(['model', 'again'])
  const gone = failed('key-rejected', 'gone')
  expect(failureFixes(gone, { models, providers: [provider] })).toEqual(['model', 'again'])
})
