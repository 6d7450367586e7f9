import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packJson, unpackJson } from './packed-json.ts'

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
    fc.array(fc.integer(), { minLength: 60, maxLength: 200 }),
    fc.array(fc.array(text, { minLength: 65, maxLength: 70 }), { minLength: 1, maxLength: 2 }),
  ),
  record: fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('json'), { maxKeys: 4 }),
}))

const from =
  (objects: ReadonlyMap<string, string>) =>
  (hashes: Iterable<string>): Promise<ReadonlyMap<string, string>> =>
    Promise.resolve(
      new Map([...hashes].flatMap((hash) => (objects.has(hash) ? [[hash, objects.get(hash) ?? '']] : []))),
    )

test('any JSON comes back as it was, through JSON text as a column keeps it', async () => {
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

test('a list that grows by one item stores one page again and no text twice', () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ index, text: `${index} `.repeat(60) }))
  const before = packJson({ items })
  const after = packJson({ items: [...items, { index: 1000, text: 'new '.repeat(60) }] })
  const added = [...after.objects.keys()].filter((hash) => !before.objects.has(hash))
  expect(added).toHaveLength(2)
  expect(JSON.stringify(after.root).length).toBeLessThan(1500)
})

test('what is missing is named; the rest is there', async () => {
  const { root, objects } = packJson({
    kept: 'k'.repeat(100),
    lost: 'l'.repeat(100),
    list: Array.from({ length: 130 }, () => 1),
  })
  const [kept] = objects.keys()
  const { value, missing } = await unpackJson(root, from(new Map([[kept ?? '', 'k'.repeat(100)]])))
  expect(value).toMatchObject({ kept: 'k'.repeat(100), list: [] })
  expect(missing.size).toBe(objects.size - 1)
})
