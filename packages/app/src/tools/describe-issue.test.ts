import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseCall } from './parse-call.ts'
import { describeIssue } from './describe-issue.ts'

const SCHEMA = z.strictObject({
  edits: z.array(z.strictObject({ old: z.string().min(2), count: z.int().max(3).optional() })).min(1),
  mode: z.enum(['all', 'first']),
  own: z
    .string()
    .refine((text) => text === 'x', 'Only x is taken')
    .optional(),
})

const faults = (value: unknown) =>
  SCHEMA.safeParse(value, { reportInput: true }).error?.issues.map((issue) =>
    describeIssue(issue, 'arguments'),
  )

test.each([
  [[], ['What is given as arguments must be an object.']],
  [{ edits: [{ old: 3 }], mode: 'all' }, ['“edits, item 1, old” must be text.']],
  [{ edits: [{}], mode: 'all' }, ['“edits, item 1, old” is missing.']],
  [
    { edits: [{ old: '', count: 4 }], mode: 'all' },
    ['“edits, item 1, old” must have at least 2 characters.', '“edits, item 1, count” must be at most 3.'],
  ],
  [{ edits: [], mode: 'none' }, ['“edits” must have at least 1 item.', '“mode” must be "all" or "first".']],
  [{ edits: [{ old: 'ab' }], mode: 'all', more: 1 }, ['Unknown in the arguments: more.']],
  [{ edits: [{ old: 'ab' }], mode: 'all', own: 'y' }, ['“own”: Only x is taken.']],
])('%j', (value, expected) => {
  expect(faults(value)).toEqual(expected)
})

test('a call with wrong arguments says so in words', () => {
  expect(parseCall({ tool: 'read', arguments: '{"path":3}' })).toEqual({
    kind: 'wrong',
    problem: 'The arguments of read are wrong. “path” must be text.',
  })
})
