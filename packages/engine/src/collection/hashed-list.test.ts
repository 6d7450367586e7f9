import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Hash, hashText } from '../artifact/hash.ts'
import { HashedList } from './hashed-list.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const hashOf = (item: number): Hash => hashText(`item ${item}`)
const listOf = (items: Iterable<number>) => HashedList.from(items, hashOf)

describe('HashedList', () => {
  test('an empty list has no items and a hash', () => {
    const list = HashedList.empty(hashOf)
    expect(list.length).toBe(0)
    expect([...list]).toEqual([])
    expect(list.get(0)).toBeUndefined()
    expect(list.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(listOf([]).hash).toBe(list.hash)
  })

  test('[E-1] the hash is the same however the list was built, at every shape of the tree', () => {
    let grown = HashedList.empty(hashOf)
    for (const length of numbers(1100)) {
      if (length % 31 === 0 || length % 32 < 2) expect(grown.hash).toBe(listOf(numbers(length)).hash)
      expect(grown.length).toBe(length)
      grown = grown.append(length)
    }
    expect([...grown]).toEqual(numbers(1100))
  })

  test('[E-1] other items, another order or another length give another hash', () => {
    const different = [
      [],
      [0],
      [1],
      [0, 1],
      [1, 0],
      [0, 0],
      numbers(32),
      numbers(33),
      numbers(1024),
      numbers(1025),
    ]
    expect(new Set(different.map((items) => listOf(items).hash)).size).toBe(different.length)
  })

  test('a list of one child is not the child', () => {
    const inner = listOf([1])
    const outer = HashedList.from([inner], (list) => list.hash)
    expect(outer.hash).not.toBe(inner.hash)
  })

  test('[C-1] a change hashes only the item that is new', () => {
    let hashed = 0
    const counting = (item: number): Hash => {
      hashed += 1
      return hashOf(item)
    }
    let list = HashedList.from(numbers(5000), counting)
    expect(hashed).toBe(0)
    expect(list.hash).toBe(listOf(numbers(5000)).hash)
    expect(hashed).toBe(5000)
    list = list.append(5000).set(17, -1)
    expect(list.hash).toBe(listOf(numbers(5001).with(17, -1)).hash)
    expect(hashed).toBe(5002)
  })

  test('setting outside the list is refused with the numbers', () => {
    const list = listOf([1, 2])
    for (const index of [-1, 2, 0.5, Number.NaN]) expect(() => list.set(index, 0)).toThrow(`index ${index}`)
  })

  test('setting the same item gives the same list', () => {
    const list = listOf([1, 2])
    expect(list.set(1, 2)).toBe(list)
  })

  test('slice follows arrays, and JSON is an array', () => {
    const items = numbers(100)
    const list = listOf(items)
    fc.assert(
      fc.property(fc.integer({ min: -120, max: 120 }), fc.integer({ min: -120, max: 120 }), (from, to) => {
        expect(list.slice(from, to)).toEqual(items.slice(from, to))
      }),
    )
    expect(list.slice()).toEqual(items)
    expect(JSON.stringify(listOf([1, 2]))).toBe('[1,2]')
  })

  test('[C-1] groups that did not change are the very same arrays in the next version', () => {
    const list = HashedList.from(
      Array.from({ length: 100 }, (_, index) => `item ${index}`),
      (item) => item,
    )
    const next = list.append('new').set(0, 'other')
    expect(next.groups().flat()).toEqual(['other', ...list.slice(1), 'new'])
    expect(next.groups().map((group, index) => group === list.groups()[index])).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('[P-3] every version stays as it was, and has the hash of its items', () => {
    const change = fc.record({
      on: fc.nat(),
      item: fc.nat({ max: 9 }),
      at: fc.option(fc.nat()),
      read: fc.boolean(),
    })
    const start = fc.constantFrom(0, 1, 30, 31, 32, 33, 1023, 1024, 1025).map(numbers)
    fc.assert(
      fc.property(start, fc.array(change, { maxLength: 40 }), (items, changes) => {
        const versions = [{ list: listOf(items), model: items }]
        for (const { on, item, at, read } of changes) {
          const base = versions[on % versions.length]
          if (base === undefined) continue
          // Reading a hash between changes fills caches; it must not show in any later hash.
          if (read) expect(base.list.hash).toHaveLength(64)
          const index = at === null || base.model.length === 0 ? base.model.length : at % base.model.length
          const model = base.model.slice()
          model[index] = item
          const list = index === base.model.length ? base.list.append(item) : base.list.set(index, item)
          versions.push({ list, model })
        }
        for (const { list, model } of versions) {
          expect([...list]).toEqual(model)
          expect(list.length).toBe(model.length)
          expect(list.get(model.length - 1)).toBe(model.at(-1))
          expect(list.hash).toBe(listOf(model).hash)
        }
      }),
      { numRuns: 60 },
    )
  })
})
