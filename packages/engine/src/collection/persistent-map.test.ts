import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PersistentMap } from './persistent-map.ts'

type Action =
  | { readonly kind: 'set'; readonly key: string; readonly value: number; readonly on: number }
  | { readonly kind: 'delete'; readonly key: string; readonly on: number }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Few keys, so that sets and deletes meet; some are names that plain objects trip over. */
const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    'd',
    '__proto__',
    'constructor',
    'toString',
    '',
    '\ud800',
    '\u00e9',
    'e\u0301',
  ),
  fc.nat({ max: 60 }).map((number) => `notes/${number}.md`),
)
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat({ max: 3 }), on: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), key, on: fc.nat() }),
)

function expectSame(map: PersistentMap<number>, model: ReadonlyMap<string, number>): void {
  expect([...map]).toEqual([...model])
  expect(map.size).toBe(model.size)
  for (const [name, value] of model) {
    expect(map.get(name)).toBe(value)
    expect(map.has(name)).toBe(true)
  }
}

describe('PersistentMap', () => {
  test('an empty map has nothing', () => {
    const map = PersistentMap.empty<number>()
    expect(map.size).toBe(0)
    expect(map.get('a')).toBeUndefined()
    expect(map.has('a')).toBe(false)
    expect([...map]).toEqual([])
    expect(map.delete('a')).toBe(map)
  })

  test('[L2-2] a key that is set again keeps its place; deleted and set again it stands last', () => {
    const map = PersistentMap.from([
      ['z', 1],
      ['a', 2],
      ['m', 3],
    ])
    expect([...map.set('z', 9)]).toEqual([
      ['z', 9],
      ['a', 2],
      ['m', 3],
    ])
    expect([...map.delete('z').set('z', 9)].map(([name]) => name)).toEqual(['a', 'm', 'z'])
  })

  test('a value of undefined is held, and told from a missing key', () => {
    const map = PersistentMap.empty<undefined>().set('a', undefined)
    expect(map.has('a')).toBe(true)
    expect(map.size).toBe(1)
    expect([...map]).toEqual([['a', undefined]])
  })

  test('a change that changes nothing gives the same map', () => {
    const map = PersistentMap.from([['a', Number.NaN]])
    expect(map.set('a', Number.NaN)).toBe(map)
    expect(map.delete('b')).toBe(map)
    expect(map.set('a', 1)).not.toBe(map)
  })

  test('serialises as entries and comes back', () => {
    const map = PersistentMap.from([
      ['b', 1],
      ['a', 2],
    ])
    const text = JSON.stringify(map)
    expect(text).toBe('[["b",1],["a",2]]')
    expect([...PersistentMap.from(JSON.parse(text) as [string, number][])]).toEqual([...map])
  })

  test('[P-3] every version stays as it was, like a map copied at each change', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
        const versions = [{ map: PersistentMap.empty<number>(), model: new Map<string, number>() }]
        for (const step of actions) {
          const base = versions[step.on % versions.length]
          if (base === undefined) continue
          const model = new Map(base.model)
          if (step.kind === 'set') model.set(step.key, step.value)
          else model.delete(step.key)
          const map = step.kind === 'set' ? base.map.set(step.key, step.value) : base.map.delete(step.key)
          versions.push({ map, model })
        }
        for (const { map, model } of versions) expectSame(map, model)
      }),
    )
  })

  test('one long line of changes agrees with a map', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 200, maxLength: 600 }), (actions) => {
        let map = PersistentMap.empty<number>()
        const model = new Map<string, number>()
        for (const step of actions) {
          if (step.kind === 'set') {
            map = map.set(step.key, step.value)
            model.set(step.key, step.value)
          } else {
            map = map.delete(step.key)
            model.delete(step.key)
          }
        }
        expectSame(map, model)
      }),
      { numRuns: 30 },
    )
  })

  test('keys whose hashes are equal stay apart', () => {
    const colliding = ['1lcsa3', '37ss1r', '92k4g1', '9xeiab']
    const map = PersistentMap.from(colliding.map((name, index) => [name, index]))
    expect(colliding.map((name) => map.get(name))).toEqual([0, 1, 2, 3])
    const rest = map.delete('1lcsa3').delete('9xeiab')
    expect(rest.has('1lcsa3')).toBe(false)
    expect([...rest]).toEqual([
      ['37ss1r', 1],
      ['92k4g1', 2],
    ])
    expect([...rest.delete('37ss1r').delete('92k4g1')]).toEqual([])
  })

  test('100,000 entries, half of them deleted again: order and values hold', () => {
    const full = PersistentMap.from(numbers(100_000).map((index) => [`key ${index}`, index]))
    let half = full
    for (const index of numbers(50_000)) half = half.delete(`key ${index * 2}`)
    expect(full.size).toBe(100_000)
    expect(half.size).toBe(50_000)
    expect([...half].every(([, value], index) => value === index * 2 + 1)).toBe(true)
    expect([...full].every(([name, value], index) => value === index && name === `key ${index}`)).toBe(true)
    expect(half.get('key 77')).toBe(77)
    expect(half.get('key 78')).toBeUndefined()
  })

  test('a small map that has changed 80,000 times keeps its order', () => {
    let map = PersistentMap.from([['kept', 0]])
    for (const index of numbers(40_000)) map = map.set(`passing ${index}`, index).delete(`passing ${index}`)
    expect([...map.set('last', 1)]).toEqual([
      ['kept', 0],
      ['last', 1],
    ])
  })
})
