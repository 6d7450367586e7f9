import { expect, test } from 'vitest'
import { parseModels, printModels } from './workbench.tsx'

test('remembers several models of a chat until one is chosen', () => {
  const first = printModels({}, { a: ['x', 'y'], b: ['x'] })
  expect(parseModels(first)).toEqual({ a: ['x', 'y'] })
  const second = printModels(parseModels(first), { c: ['y', 'z'] })
  expect(parseModels(second)).toEqual({ a: ['x', 'y'], c: ['y', 'z'] })
  expect(parseModels(printModels(parseModels(second), { a: ['y'] }))).toEqual({ c: ['y', 'z'] })
  expect(printModels({ a: ['x', 'y'] }, { a: [] })).toBeUndefined()
})

test('keeps the most recently chosen of many chats', () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`chat ${at}`, ['x', 'y']]))
  const kept = parseModels(printModels(many, { 'chat 0': ['y', 'z'] }))
  expect(Object.keys(kept)).toHaveLength(100)
  expect(kept['chat 0']).toEqual(['y', 'z'])
  expect(kept['chat 1']).toBeUndefined()
})

test.each([undefined, '', '{', 'null', '7', '{"a":"x"}', '{"a":[1,2]}', '{"a":["x"]}'])(
  '%j names no model',
  (text) => {
    expect(parseModels(text)).toEqual({})
  },
)
