import { expect, test } from 'vitest'
import { modelView } from '../testing/model-view.ts'
import { hasLargerWindow, largePieces } from './over-budget-card.tsx'

test('each large item offers what works for it: drop a chip, forget a kept note', () => {
  const largest = ['rent.md', 'lease.md', 'answer of turn 2'].map((key) => ({ key, tokens: 9 }))
  const pieces = largePieces(largest, { attached: ['rent.md'], kept: ['lease.md', 'rent.md'] })
  expect(pieces.map(({ fix }) => fix)).toEqual(['remove', 'forget', 'none'])
})

test('dropping a chip takes everything a folder or pasted text brought', () => {
  const paste = { kind: 'paste', content: 'x' } as const
  const largest = ['plans/a.md', 'paste:01', 'other.md'].map((key) => ({ key, tokens: 9 }))
  const pieces = largePieces(largest, { attached: ['plans/', paste], kept: [] })
  expect(pieces.map(({ item }) => item)).toEqual(['plans/', paste, undefined])
})

test('an upload that is too large can be dropped, by its content', () => {
  const upload = { id: 'u1', name: 'huge.txt', kind: 'file', bytes: 9, hash: '4567' } as const
  const pieces = largePieces([{ key: 'upload:4567', tokens: 9 }], {
    attached: ['upload:u1'],
    uploads: [upload],
    kept: [],
  })
  expect(pieces).toEqual([{ key: 'upload:4567', tokens: 9, fix: 'remove', item: 'upload:u1' }])
})

test('names what the text or the project brings, since it has no chip to drop', () => {
  const largest = ['huge.md', 'plans/a.md', 'rules.md', 'old.md'].map((key) => ({ key, tokens: 9 }))
  const pieces = largePieces(largest, {
    attached: [],
    named: ['huge.md', 'plans/'],
    pinned: ['rules.md', 'huge.md'],
    kept: ['huge.md', 'old.md'],
  })
  expect(pieces.map(({ fix }) => fix)).toEqual(['named', 'named', 'pinned', 'forget'])
})

test('omits tiny items, since dropping them would not help', () => {
  const largest = [
    { key: 'a.md', tokens: 100_000 },
    { key: 'b.md', tokens: 1_000 },
    { key: 'c.md', tokens: 999 },
  ]
  const pieces = largePieces(largest, { attached: [], kept: [] })
  expect(pieces.map(({ key }) => key)).toEqual(['a.md', 'b.md'])
})

test('suggests another model only if a usable one holds more', () => {
  const chosen = modelView({ id: 'a', window: 100 })
  expect(hasLargerWindow([chosen, modelView({ id: 'b', window: 200, ready: true })], chosen)).toBe(true)
  expect(hasLargerWindow([chosen, modelView({ id: 'b', window: 200, ready: false })], chosen)).toBe(false)
  expect(hasLargerWindow([chosen, modelView({ id: 'b', window: 100 })], chosen)).toBe(false)
  expect(hasLargerWindow([chosen], undefined)).toBe(false)
})
