import { describe, expect, test } from 'vitest'
import {
  attachedAs,
  type Draft,
  EMPTY_DRAFT,
  withAttached,
  withExtracts,
  optionalAttachables,
  withMark,
  withoutAttached,
  withText,
} from './draft.ts'

const paste = { kind: 'paste', content: 'x' } as const
const draft = [paste, 'note.md', 'Why?'].reduce<Draft>(
  (now, item) => withAttached(now, item),
  withText(EMPTY_DRAFT, 'Hello'),
)

describe('marks on items of a draft', () => {
  test('are sent with each item in the form of the request', () => {
    const marked = withMark(withMark(draft, 'note.md', 'essential'), paste, 'optional')
    expect(optionalAttachables(marked)).toEqual([paste])
    expect(attachedAs(marked)).toEqual([
      { kind: 'paste', content: 'x', priority: 'optional' },
      { kind: 'name', name: 'note.md', priority: 'essential' },
      { kind: 'name', name: 'Why?' },
    ])
    expect(attachedAs(draft).slice(0, 2)).toEqual([paste, 'note.md'])
  })

  test('survive typing, and go with the item', () => {
    const marked = withMark(draft, 'note.md', 'essential')
    expect(withText(marked, 'Hello you').marks).toEqual({ 'note.md': 'essential' })
    expect(withoutAttached(marked, 'note.md')).not.toHaveProperty('marks')
    expect(withMark(marked, 'note.md', undefined)).not.toHaveProperty('marks')
    const { marks } = withAttached(withoutAttached(marked, 'note.md'), 'note.md')
    expect(marks).toBeUndefined()
  })
})

test('consent to extracts can be given and withdrawn', () => {
  const allowed = withExtracts(draft, true)
  expect(withText(allowed, 'x').allowExtracts).toBe(true)
  expect(withExtracts(allowed, false)).not.toHaveProperty('allowExtracts')
})
