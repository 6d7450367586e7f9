import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FrontEntry, type FrontValue, readJson, readYaml } from './front-matter.ts'

const plain = (value: FrontValue): unknown => {
  if (value.kind === 'text') return value.text
  if (value.kind === 'number') return value.value
  if (value.kind === 'nothing') return null
  return value.kind === 'list' ? value.items.map(plain) : entriesOf(value.entries)
}
const entriesOf = (entries: readonly FrontEntry[]): unknown =>
  Object.fromEntries(entries.map(({ name, value }) => [name, plain(value)]))

test('JSON and YAML readings agree', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', '*', ':', '-', '"', '#', '日'),
    maxLength: 8,
  })
  const leaf = fc.oneof(text, fc.nat(), fc.constant(null))
  const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(text, leaf, { maxKeys: 3 }))
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), (object) => {
      const block = JSON.stringify(object, null, 2)
      const yaml = readYaml(block, 2)
      expect(entriesOf(readJson(block, 2) ?? [])).toEqual(object)
      expect(yaml.kind === 'read' && entriesOf(yaml.entries)).toEqual(object)
    }),
  )
})

test.each(['name: Bees', '{ name: Bees }', '[1]', '', '{"a": 1', '{"a": 1} x'])(
  'other front matter is left to YAML: %s',
  (block) => {
    expect(readJson(block, 2)).toBeUndefined()
  },
)
