import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printJson } from './print-json.ts'

test('prints like JSON.stringify, for every value', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const compact = JSON.stringify(JSON.parse(text))
      expect(printJson(compact).join('\n')).toBe(JSON.stringify(JSON.parse(compact), undefined, 2))
    }),
  )
})

test('keeps numbers, escapes and repeated names that parsing would change', () => {
  expect(printJson('{"a":1.0,"a":12345678901234567890,"b":"\\u00e4 \\"{,}"}')).toEqual([
    '{',
    '  "a": 1.0,',
    '  "a": 12345678901234567890,',
    '  "b": "\\u00e4 \\"{,}"',
    '}',
  ])
})

test('shows text that is not JSON unchanged', () => {
  expect(printJson('--part\nname=a')).toEqual(['--part', 'name=a'])
  expect(printJson('{"a":')).toEqual(['{"a":'])
})
