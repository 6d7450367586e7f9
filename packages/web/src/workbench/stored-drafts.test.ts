import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptyDraft } from '../view-model/draft.ts'
import { parseDrafts, printDrafts } from './stored-drafts.ts'

const text = fc.string({ unit: 'grapheme' })
const line = fc.integer({ min: 1, max: 9_999 })
const attachable = fc.oneof(
  fc.string(),
  fc.record({ kind: fc.constant('paste' as const), content: text }),
  fc.record({
    kind: fc.constant('selection' as const),
    path: text,
    lines: fc.tuple(line, line),
    content: text,
  }),
)
const upload = fc.record({
  id: fc.string(),
  name: text,
  kind: fc.constantFrom('note', 'file', 'pdf', 'image'),
  bytes: fc.nat(),
  hash: fc.string(),
})
const marks = fc.dictionary(
  fc.string().filter((id) => id !== '__proto__'),
  fc.constantFrom('essential' as const, 'optional' as const),
)
const draft = fc.record(
  {
    text,
    attach: fc.array(attachable),
    uploads: fc.array(upload),
    areas: fc.array(fc.string()),
    jurisdictions: fc.array(fc.string()),
    marks,
  },
  { requiredKeys: ['text', 'attach'] },
)

test('text and chips of every chat are restored; empty drafts are not stored', () => {
  const chats = fc.dictionary(
    fc.string({ minLength: 1 }).filter((id) => id !== '__proto__'),
    draft,
  )
  fc.assert(
    fc.property(chats, (drafts) => {
      const filled = Object.entries(drafts).filter(([, each]) => !isEmptyDraft(each))
      expect(Object.entries(parseDrafts(printDrafts(drafts) ?? null))).toEqual(
        Object.entries(Object.fromEntries(filled)),
      )
    }),
  )
})

test('reads drafts of an earlier version with paths only', () => {
  expect(parseDrafts('{"c":{"text":"x","attach":["a.md",7]}}')).toEqual({
    c: { text: 'x', attach: ['a.md'] },
  })
})

test('drops chips of unknown kinds and keeps the rest of the draft', () => {
  const stored = {
    c: {
      text: 'x',
      attach: [
        { kind: 'paste' },
        { kind: 'selection', path: 'a.md', lines: [1], content: 'y' },
        { kind: 'later', content: 'z' },
        '#tag',
      ],
      uploads: [{ id: 'u' }],
    },
  }
  expect(parseDrafts(JSON.stringify(stored))).toEqual({ c: { text: 'x', attach: ['#tag'], uploads: [] } })
})

test('does not store a message’s idempotency key', () => {
  const stored = printDrafts({ c: { text: 'x', attach: [], idempotencyKey: 'secret' } })
  expect(stored).toBe('{"c":{"text":"x","attach":[]}}')
})

test.each(['', 'no JSON', 'null', '[1]', '{"c":1}', '{"c":{"text":1,"attach":[]}}', '{"c":{"text":"x"}}'])(
  'drops invalid drafts: %s',
  (stored) => {
    expect(parseDrafts(stored)).toEqual({})
  },
)
