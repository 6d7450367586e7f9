import { expect, test } from 'vitest'
import { stableJson } from './stable-json.ts'

test('[L-1] equal values give equal bytes, whatever order they were built in', () => {
  const value = { b: [{ z: 1, a: null }, 'text', [3, 2, 1]], a: { d: true, c: undefined, B: 0 } }
  expect(stableJson(value)).toBe('{"a":{"B":0,"d":true},"b":[{"a":null,"z":1},"text",[3,2,1]]}')
  expect(stableJson({ x: 1, y: 2 })).toBe(stableJson({ y: 2, x: 1 }))
})

test('[L-1] names are ordered by code unit, values that are no objects stay as they are', () => {
  expect(stableJson({ ä: 1, z: 2, Z: 3, a: 4, _: 5 })).toBe('{"Z":3,"_":5,"a":4,"z":2,"ä":1}')
  expect([null, 1, 'a', false, [], {}].map(stableJson)).toEqual(['null', '1', '"a"', 'false', '[]', '{}'])
})
