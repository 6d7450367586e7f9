import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackMemo, packJson } from './packed-json.ts'

const item = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.record({ text: fc.string({ maxLength: 200 }), list: fc.array(fc.integer(), { maxLength: 80 }) }),
)

test('growing data is packed to the same bytes with a memo, and a failed write does not count as done', () => {
  const rounds = fc.array(fc.record({ items: fc.array(item, { maxLength: 90 }), isWritten: fc.boolean() }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(rounds, (script) => {
      const memo = new PackMemo()
      const stored = new Map<string, string>()
      const list: unknown[] = []
      for (const { items, isWritten } of script) {
        list.push(...items)
        const value = { list: [...list], other: list.slice(10) }
        const plain = packJson(value)
        const packed = packJson(value, memo)
        expect(packed.root).toEqual(plain.root)
        const missing = new Set([...packed.objects.keys()].filter((hash) => !stored.has(hash)))
        packed.settle(missing)
        if (!isWritten) continue
        for (const hash of missing) stored.set(hash, packed.objects.get(hash) ?? '')
        for (const [hash, text] of plain.objects) expect(stored.get(hash)).toBe(text)
      }
    }),
    { numRuns: 60 },
  )
})

test('only the end of a growing list is read', () => {
  const memo = new PackMemo()
  const list = Array.from({ length: 640 }, (_, index) => ({ text: `${index} `.repeat(100) }))
  const all = packJson(list, memo)
  // 80 pages, 10 above them, and one above 8 of those.
  expect(all.objects.size).toBe(640 + 80 + 10 + 1)
  all.settle(new Set())
  const next = packJson([...list, { text: 'new '.repeat(100) }], memo)
  expect(next.objects.size).toBe(1)
})
