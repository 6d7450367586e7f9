import type { JsonValue } from '@varve/engine/internal'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonLine, printJsonLine } from './json-line.ts'

test('escaped names are read as written, whatever was parsed before', () => {
  expect(parseJsonLine('{"a":1,"\\\\":2}')).toEqual({ value: { a: 1, '\\': 2 } })
  expect(parseJsonLine('{"a":1,"\\"":2}')).toEqual({ value: { a: 1, '"': 2 } })
  expect(parseJsonLine('{"a":1,"\\n" : {"\\r":["\\"","name-0"]}}')).toEqual({
    value: { a: 1, '\n': { '\r': ['"', 'name-0'] } },
  })
})

test('prints any JSON on one line without closing a comment', () => {
  const name = fc.array(fc.constantFrom('\\', '"', '\n', 'a', '--', '%%', '\ud800', ':'), { maxLength: 3 })
  const names = name.map((parts) => parts.join(''))
  const value = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      names,
      fc.integer(),
      fc.dictionary(names, tie('tree')),
      fc.array(tie('tree')),
    ),
  })).tree
  fc.assert(
    fc.property(value, (json) => {
      const line = printJsonLine(json)
      expect(line).not.toMatch(/--|%%|[\n\r\u2028]/)
      expect(parseJsonLine(line)).toEqual({ value: json })
    }),
    { numRuns: 500 },
  )
})

test.each(['', '{', '{"a\\":1}', '{"\\x":1}', `${'['.repeat(101)}${']'.repeat(101)}`, '{"\\n":1,}'])(
  'invalid or too deep JSON is refused with a reason: %j',
  (text) => {
    expect(parseJsonLine(text)).toHaveProperty('problem')
  },
)
