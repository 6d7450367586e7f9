import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameToSend, restoreArguments, settleCalls } from './settle-calls.ts'

const call = (callId: string, tool = 'ls', args = '{}') => ({ callId, tool, arguments: args })

test('keeps usable ids, and replaces invalid and duplicate ones', () => {
  const used = new Set<string>()
  const wanted = ['a', 'a', '', 'b c', 'b_c', 'x'.repeat(500), 'a\n', 'call-2']
  const ids = settleCalls(
    wanted.map((id) => call(id)),
    used,
  ).calls.map(({ callId }) => callId)
  expect(ids[0]).toBe('a')
  expect(ids[3]).toBe('b c')
  expect(new Set(ids).size).toBe(wanted.length)
  expect(settleCalls([call('a')], used).calls[0]?.callId).not.toBe('a')
})

test('makes all ids distinct for any steps, even for the strictest provider', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ maxLength: 4 }), { maxLength: 8 }), { maxLength: 5 }),
      (steps) => {
        const used = new Set<string>()
        const ids = steps.flatMap((step) =>
          settleCalls(
            step.map((id) => call(id)),
            used,
          ).calls.map(({ callId }) => callId.replace(/[^a-zA-Z0-9_-]/g, '_')),
        )
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
  )
})

test('counts calls over the limit; cuts giant arguments and names', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    call(`${index}`, 'x'.repeat(5000), ' '.repeat(2_000_001)),
  )
  const { calls, left } = settleCalls(many, new Set())
  expect([calls.length, left]).toEqual([32, 68])
  for (const { tool, arguments: args } of calls) expect(tool.length + args.length).toBeLessThan(2000)
})

test('sends names back in a form every provider accepts', () => {
  expect(['read', 'rm -rf /', '', 'é'.repeat(100)].map(nameToSend)).toEqual([
    'read',
    'rm_-rf__',
    'unnamed',
    '_'.repeat(64),
  ])
})

test('keeps a value with quotes in its argument', () => {
  const values = { '<<PASSWORD_1>>': 'x","path":"../evil.md", "y":"\\' }
  const restored = restoreArguments('{"path":"a.md","content":["<<PASSWORD_1>> z"],"n":1}', values)
  expect(JSON.parse(restored)).toEqual({ path: 'a.md', content: [`${values['<<PASSWORD_1>>']} z`], n: 1 })
  const broken = '{"path": "<<PASSWORD_1>>'
  expect(restoreArguments(broken, values)).toBe(broken)
  expect(restoreArguments('{ "as": "it was" }', values)).toBe('{ "as": "it was" }')
})
