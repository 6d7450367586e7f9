import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppendLog } from './append-log.ts'

describe('AppendLog', () => {
  test('an empty log has no items', () => {
    const log = AppendLog.empty<number>()
    expect(log.length).toBe(0)
    expect([...log]).toEqual([])
    expect(log.last()).toBeUndefined()
    expect(log.get(0)).toBeUndefined()
  })

  test('appending nothing gives the same log', () => {
    const log = AppendLog.from([1, 2])
    expect(log.append([])).toBe(log)
  })

  test('items outside the log are undefined, also where a fork has grown past it', () => {
    const short = AppendLog.from([1])
    const long = short.append([2, 3])
    expect(short.get(1)).toBeUndefined()
    expect(short.get(-1)).toBeUndefined()
    expect(long.get(2)).toBe(3)
    expect(short.last()).toBe(1)
  })

  test('a log made from a list does not see later changes of that list', () => {
    const items = [1, 2]
    const log = AppendLog.from(items)
    items.push(3)
    items[0] = 9
    expect([...log]).toEqual([1, 2])
  })

  test('a log that is appended to itself ends', () => {
    const log = AppendLog.from([1, 2])
    expect([...log.append(log.slice())]).toEqual([1, 2, 1, 2])
  })

  test('slice stops at the length of this log, and is a copy', () => {
    const short = AppendLog.from([1, 2, 3])
    short.append([4, 5])
    expect(short.slice(1)).toEqual([2, 3])
    expect(short.slice(1, 99)).toEqual([2, 3])
    expect(short.slice(0, 1)).toEqual([1])
    expect(short.slice(-2)).toEqual([2, 3])
    expect(short.slice(0, -1)).toEqual([1, 2])
    expect(short.slice()).not.toBe(short.slice())
  })

  test('[C-1] whole groups are the very same arrays in every longer log, and a fork has its own', () => {
    const short = AppendLog.from(Array.from({ length: 70 }, (_, index) => index))
    expect(short.groups()[2]).toEqual([64, 65, 66, 67, 68, 69])
    const long = short.append(Array.from({ length: 40 }, (_, index) => 70 + index))
    const fork = short.append(Array.from({ length: 40 }, () => -1))
    const [first, second, third] = long.groups()
    expect(short.groups()[0]).toBe(first)
    expect(fork.groups()[1]).toBe(second)
    expect(third?.at(-1)).toBe(95)
    expect(fork.groups()[2]?.at(-1)).toBe(-1)
    expect(short.groups()[2]).toEqual([64, 65, 66, 67, 68, 69])
  })

  test('serialises as a plain array', () => {
    expect(JSON.stringify(AppendLog.from([1, 2]))).toBe('[1,2]')
  })

  test('[P-3] however logs fork, each keeps exactly its own past', () => {
    const growth = fc.record({ from: fc.nat(), items: fc.array(fc.integer(), { maxLength: 5 }) })
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.array(growth, { maxLength: 40 }), (start, growths) => {
        const versions = [{ log: AppendLog.from(start), model: start }]
        for (const { from, items } of growths) {
          const base = versions[from % versions.length]
          if (base === undefined) continue
          versions.push({ log: base.log.append(items), model: [...base.model, ...items] })
        }
        for (const { log, model } of versions) {
          expect([...log]).toEqual(model)
          expect(log.groups().flat()).toEqual(model)
          expect(log.toJSON()).toEqual(model)
          expect(log.length).toBe(model.length)
          expect(log.last()).toBe(model.at(-1))
        }
      }),
    )
  })
})
