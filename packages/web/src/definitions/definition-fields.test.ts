import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readField, SEVERAL_LINES, writeField } from './definition-fields.tsx'

const AGENT =
  '---\nname: Editor # of texts\ndescription: "Says: \\"so\\"."\nmodel: a/b\ntools: [read, ls]\n---\nBody\n---\nname: no field\n'

test('reads plain and quoted fields of the front matter', () => {
  expect(readField(AGENT, 'name')).toBe('Editor')
  expect(readField(AGENT, 'description')).toBe('Says: "so".')
  expect(readField(AGENT, 'model')).toBe('a/b')
  expect(readField(AGENT, 'temperature')).toBeUndefined()
  expect(readField('no front matter', 'name')).toBeUndefined()
})

test('leaves what spans several lines to the text', () => {
  const text = '---\ndescription: >-\n  Long\n  words\nskills:\n- a\n---\n'
  expect(readField(text, 'description')).toBe(SEVERAL_LINES)
  expect(readField(text, 'skills')).toBe(SEVERAL_LINES)
  expect(readField(AGENT, 'tools')).toBe(SEVERAL_LINES)
})

test('sets, adds and removes one field, and touches nothing else', () => {
  expect(writeField(AGENT, 'model', '')).toBe(AGENT.replace('model: a/b\n', ''))
  expect(writeField(AGENT, 'temperature', '0.2', true)).toBe(
    AGENT.replace('tools: [read, ls]\n', 'tools: [read, ls]\ntemperature: 0.2\n'),
  )
  expect(writeField(AGENT, 'name', 'true')).toContain('\nname: "true"\n'.slice(1))
  expect(writeField('Body\n', 'name', 'Editor')).toBe('---\nname: Editor\n---\nBody\n')
  expect(writeField('---\n---\nBody\n', 'name', 'Editor')).toBe('---\nname: Editor\n---\nBody\n')
})

test('what is written is what is read', () => {
  fc.assert(
    fc.property(
      fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((value) => !/[\n\r\u2028\u2029\u0085]/.test(value)),
      (value) => {
        const text = writeField(AGENT, 'name', value)
        expect(readField(text, 'name')).toBe(value)
        expect(text.endsWith('tools: [read, ls]\n---\nBody\n---\nname: no field\n')).toBe(true)
      },
    ),
  )
})
