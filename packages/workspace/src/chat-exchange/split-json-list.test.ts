import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitJsonList } from './chat-json.ts'

const split = (text: string) => [...splitJsonList(text, text.indexOf('['))]

test('finds the same items as a parser', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (list, indent) => {
      const parts = split(` ${JSON.stringify(list, null, indent)}\n`)
      const values = parts.map((part) => part.kind === 'item' && (JSON.parse(part.text) as unknown))
      expect(values).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

test.each(['[', '[1', '[1,', '[[1]', '["1]', '[1]]', '[] 1'])('%s is broken', (text) => {
  expect(split(text).at(-1)).toEqual({ kind: 'broken' })
})

test('a list can be abandoned halfway', () => {
  const parts = splitJsonList(`[1,2,${'['.repeat(100_000)}`, 0)
  expect([parts.next().value, parts.next().value]).toEqual([
    { kind: 'item', text: '1' },
    { kind: 'item', text: '2' },
  ])
})
