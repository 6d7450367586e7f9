import { expect, test } from 'vitest'
import { locationOf } from './provider-info.ts'

const HERE = { keyVariable: '', baseUrl: 'http://127.0.0.1:11434', passedOn: false }

test.each([
  ['a server on this machine', HERE, 'local'],
  ['one by its name', { ...HERE, baseUrl: 'http://localhost:1234/v1' }, 'local'],
  ['one that asks for a key', { ...HERE, keyVariable: 'OPENAI_API_KEY' }, 'cloud'],
  ['one that hands requests on', { ...HERE, passedOn: true }, 'cloud'],
  ['one on the network', { ...HERE, baseUrl: 'http://192.168.1.20:11434' }, 'cloud'],
  ['one that only looks like it', { ...HERE, baseUrl: 'http://127.0.0.1.example.org' }, 'cloud'],
])('%s', (_, model, location) => {
  expect(locationOf(model)).toBe(location)
})
