import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmptyDraft } from './draft.ts'
import { parseDrafts, printDrafts } from './stored-drafts.ts'

const draft = fc.record({ text: fc.string({ unit: 'grapheme' }), attach: fc.array(fc.string()) })

test('text and chips of every chat come back as they were; empty drafts are not stored', () => {
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

test('the key by which a message is recognised is not stored', () => {
  const text = printDrafts({ c: { text: 'x', attach: [], idempotencyKey: 'secret' } })
  expect(text).toBe('{"c":{"text":"x","attach":[]}}')
})

test.each(['', 'no JSON', 'null', '[1]', '{"c":1}', '{"c":{"text":1,"attach":[]}}', '{"c":{"text":"x"}}'])(
  'what is no draft is left out: %s',
  (text) => {
    expect(parseDrafts(text)).toEqual({})
  },
)
