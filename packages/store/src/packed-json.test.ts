import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packJson } from './packed-json.ts'
import { unpackJson } from './unpack-json.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ minLength: 90, maxLength: 300 }),
  fc.constant('\ud800'.repeat(100)),
)
const { json } = fc.letrec<{ json: unknown; list: unknown; record: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('record'),
  ),
  list: fc.oneof(
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.integer(), { minLength: 5, maxLength: 700 }),
    fc.array(fc.array(text, { minLength: 8, maxLength: 70 }), { minLength: 1, maxLength: 2 }),
  ),
  record: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('json'), { maxKeys: 4 }),
}))

const from =
  (objects: ReadonlyMap<string, string>) =>
  (hashes: Iterable<string>): Promise<ReadonlyMap<string, string>> =>
    Promise.resolve(
      new Map([...hashes].flatMap((hash) => (objects.has(hash) ? [[hash, objects.get(hash) ?? '']] : []))),
    )

test('any JSON round-trips, as text in a column', async () => {
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      const { root, objects } = packJson(value)
      const { value: back, missing } = await unpackJson(JSON.parse(JSON.stringify(root)), from(objects))
      expect(back).toEqual(value)
      expect(missing.size).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('a list that grows by one item stores only that item, and refers to few pages at any length', () => {
  const items = Array.from({ length: 5000 }, (_, index) => ({ index, text: `${index} `.repeat(60) }))
  const before = packJson({ items })
  const after = packJson({ items: [...items, { index: 5000, text: 'new '.repeat(60) }] })
  const added = [...after.objects.keys()].filter((hash) => !before.objects.has(hash))
  expect(added).toHaveLength(1)
  expect(JSON.stringify(after.root).length).toBeLessThan(2500)
})

test('an item that fills a page stores that page, and one for each full level above', () => {
  const items = Array.from({ length: 512 }, (_, index) => index)
  const before = packJson(items.slice(0, 511))
  const { root, objects, pages } = packJson(items)
  expect(root).toEqual({ $pages: [expect.any(String)] })
  expect([...objects.keys()].filter((hash) => !before.objects.has(hash))).toHaveLength(3)
  expect(pages).toEqual(new Set(objects.keys()))
})

test('data packed before nested pages is restored', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ index }))
  const objects = new Map([
    ['first', JSON.stringify(items.slice(0, 64))],
    ['last', JSON.stringify(items.slice(64))],
  ])
  const { value } = await unpackJson({ list: { $pages: ['first', 'last'] } }, from(objects))
  expect(value).toEqual({ list: items })
})

test('missing parts are named; the rest is there', async () => {
  const { root, objects } = packJson({
    kept: 'k'.repeat(100),
    lost: 'l'.repeat(100),
    list: Array.from({ length: 16 }, () => 1),
  })
  const [kept] = objects.keys()
  const { value, missing } = await unpackJson(root, from(new Map([[kept ?? '', 'k'.repeat(100)]])))
  expect(value).toMatchObject({ kept: 'k'.repeat(100), list: [] })
  expect(missing.size).toBe(objects.size - 1)
})
