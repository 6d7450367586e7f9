import type { ProviderView } from '@varve/contract'
import { expect, test } from 'vitest'
import { modelView } from '../../testing/model-view.ts'
import {
  canRemoveKey,
  describeKept,
  describeKey,
  describeRefused,
  describeRemoved,
  type KeptKey,
} from './models.ts'

const provider: ProviderView = {
  id: 'cloud',
  name: 'Cloud',
  location: 'cloud',
  keyVariable: 'CLOUD_API_KEY',
  key: 'none',
  modelCount: 2,
}

test('says where a key comes from', () => {
  expect(describeKey({ ...provider, key: 'environment' })).toBe('From CLOUD_API_KEY')
  expect(describeKey({ ...provider, key: 'memory' })).toBe('In memory until Varve stops')
  expect(describeKey({ ...provider, key: 'sealed' })).toBe('On this machine, encrypted')
  expect(describeKey(provider)).toBe('None yet')
  expect(describeKey({ ...provider, keyProblem: 'There is no master key.' })).toBe('Can’t be decrypted')
})

test('only entered keys can be removed, even if they cannot be opened', () => {
  const origins = ['environment', 'memory', 'sealed', 'none', 'not-needed'] as const
  expect(origins.filter((key) => canRemoveKey({ ...provider, key }))).toEqual(['memory', 'sealed'])
  expect(canRemoveKey({ ...provider, key: 'environment', keyProblem: 'It was changed.' })).toBe(true)
})

test('a working key shows its number of models; an unchecked key says so', () => {
  const kept = { provider, models: [modelView(), modelView({ id: 'x', provider: 'other' })] }
  const said = (check: KeptKey['check']) => describeKept({ ...kept, check })
  expect(said({ kind: 'works', models: 14 })).toBe('Key works: 14 models found.')
  expect(said({ kind: 'works', models: 1 })).toBe('Key works: 1 model found.')
  expect(said({ kind: 'works' })).toBe('Key works.')
  expect(said({ kind: 'untold' })).toBe('Key saved, not verified: Cloud has no way to check it.')
  expect(said({ kind: 'unreached' })).toBe('Key saved, not verified: Cloud did not answer.')
})

test('says when no model can be used despite the key', () => {
  const models = [modelView({ ready: false })]
  expect(describeKept({ provider, models, check: { kind: 'works' } })).toBe(
    'Key works. No model of Cloud is ready.',
  )
})

test('a refused key was not stored', () => {
  expect(describeRefused(provider)).toBe('Cloud refused this key. It was not saved.')
})

test('says what is used after removal', () => {
  expect(describeRemoved(provider)).toBe('Key removed. Cloud has no key now.')
  expect(describeRemoved({ ...provider, key: 'environment' })).toContain('CLOUD_API_KEY again')
})
