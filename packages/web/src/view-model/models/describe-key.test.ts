import type { ProviderView } from '@varve/server/types'
import { expect, test } from 'vitest'
import { modelView } from '../../testing/model-view.ts'
import { canRemoveKey, describeKept, describeKey, describeRemoved } from './describe-key.ts'

const provider: ProviderView = {
  id: 'cloud',
  name: 'Cloud',
  location: 'cloud',
  keyVariable: 'CLOUD_API_KEY',
  key: 'none',
  modelCount: 2,
}

test('where a key comes from', () => {
  expect(describeKey({ ...provider, key: 'environment' })).toBe('From CLOUD_API_KEY')
  expect(describeKey({ ...provider, key: 'memory' })).toBe('In memory until Varve stops')
  expect(describeKey({ ...provider, key: 'sealed' })).toBe('On this machine, sealed')
  expect(describeKey(provider)).toBe('None yet')
  expect(describeKey({ ...provider, keyProblem: 'There is no master key.' })).toBe('Cannot be opened')
})

test('only what was entered can be removed, also where it cannot be opened', () => {
  const origins = ['environment', 'memory', 'sealed', 'none', 'not-needed'] as const
  expect(origins.filter((key) => canRemoveKey({ ...provider, key }))).toEqual(['memory', 'sealed'])
  expect(canRemoveKey({ ...provider, key: 'environment', keyProblem: 'It was changed.' })).toBe(true)
})

test('a kept key counts the models of its provider that became ready', () => {
  const models = [modelView(), modelView({ id: 'cloud/b' }), modelView({ id: 'x', provider: 'other' })]
  expect(describeKept(provider, models)).toBe('Key kept: 2 models ready.')
  expect(describeKept(provider, models.slice(0, 1))).toBe('Key kept: 1 model ready.')
  expect(describeKept(provider, [modelView({ ready: false })])).toBe('Key kept. No model of Cloud is ready.')
})

test('after removal, what serves instead', () => {
  expect(describeRemoved(provider)).toBe('Key removed. Cloud has none now.')
  expect(describeRemoved({ ...provider, key: 'environment' })).toContain('CLOUD_API_KEY again')
})
