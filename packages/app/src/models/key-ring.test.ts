import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyRing } from './key-ring.ts'

const OPENAI = { provider: 'openai', keyVariable: 'OPENAI_API_KEY' }

test('an entered key precedes that of the environment while it is stored', async () => {
  const environment: Record<string, string> = {}
  const keys = new KeyRing(environment)
  expect([keys.find(OPENAI), keys.originOf(OPENAI)]).toEqual([undefined, 'none'])
  environment['OPENAI_API_KEY'] = ' from-environment\n'
  expect([keys.find(OPENAI), keys.originOf(OPENAI)]).toEqual(['from-environment', 'environment'])
  keys.keep('openai', ' typed ')
  expect([keys.find(OPENAI), keys.originOf(OPENAI)]).toEqual(['typed', 'memory'])
  await keys.forget('openai')
  expect(keys.find(OPENAI)).toBe('from-environment')
})

test('a provider without keys gets none, whatever the environment holds', () => {
  const keys = new KeyRing({ '': 'stray' })
  keys.keep('ollama', 'typed')
  const place = { provider: 'ollama', keyVariable: '' }
  expect([keys.find(place), keys.originOf(place)]).toEqual([undefined, 'not-needed'])
})

test('refuses a key that no header can hold without repeating it; in the environment it is ignored', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 4, maxLength: 40 }),
      fc.constantFrom('\n', ' ', '\0', 'é', '🌊'),
      (text, bad) => {
        const key = `secret-${text}${bad}x`
        const keys = new KeyRing({ OPENAI_API_KEY: key })
        expect(keys.find(OPENAI)).toBeUndefined()
        let message = ''
        try {
          keys.keep('openai', key)
        } catch (error) {
          message = String(error)
        }
        expect(message).toContain('A key has')
        expect(message).not.toContain('secret-')
      },
    ),
  )
})

test('printing objects prints no key', () => {
  const keys = new KeyRing({})
  keys.keep('openai', 'secret-key')
  expect(inspect(keys, { depth: 9, showHidden: true }) + JSON.stringify({ keys })).not.toContain('secret-key')
})

test('without a key store, a lasting key is refused; one for this run is accepted', async () => {
  const keys = new KeyRing({})
  await expect(keys.seal('openai', 'secret-key')).rejects.toMatchObject({ code: 'key-not-kept' })
  expect(keys.originOf(OPENAI)).toBe('none')
  keys.keep('openai', 'secret-key')
  expect(keys.originOf(OPENAI)).toBe('memory')
})
