import { describe, expect, test } from 'vitest'
import { longNote } from '../../testing/edge-cases/long-note.ts'
import { note, sendAll } from '../../testing/walkthroughs/send-message.ts'
import { FULL_FORMS } from '../epoch/base-forms.ts'
import { listOmissions, writeBasePieces } from '../testing/write-base-pieces.ts'
import type { BaseOptions } from './write-base.ts'

const a = longNote('a')
const b = longNote('b')
const { state } = sendAll([
  { text: 'One', attach: [a, b] },
  { text: 'Two', attach: [note('b.md', `${b.content}\nedited`)] },
])

describe('[B-3] reduced entries', () => {
  const entries = new Map([
    ['a.md', 'preview'],
    ['b.md', 'dropped'],
  ] as const)

  test('stand in short under their key, are listed, and have no copy', () => {
    const { writer, pieces } = writeBasePieces(state, { forms: { ...FULL_FORMS, entries } })
    expect(pieces.filter((piece) => piece.endsWith('.md'))).toEqual(['user compacted a.md'])
    const block = writer.added.find(({ origin }) => origin.key === 'a.md')!
    expect(block.origin).toMatchObject({ turn: 1, contentHash: a.contentHash })
    expect(writer.places.get('a.md')).toEqual({
      copies: [],
      shelf: 'library',
      form: 'compacted',
      standingTokens: block.tokens,
      newestTokens: block.tokens,
      offset: block.end - block.tokens,
    })
    expect(writer.places.has('b.md')).toBe(false)
    const full = writeBasePieces(state, {}).writer
    const size = (key: string) => full.places.get(key)!.standingTokens
    expect(listOmissions(writer)).toEqual([
      { key: 'a.md', reason: 'budget', tokens: size('a.md') - block.tokens, form: 'compacted' },
      { key: 'b.md', reason: 'budget', tokens: size('b.md'), form: 'omitted' },
    ])
  })

  test('are listed as unused where that is why, and extracts as extracts', () => {
    const extract = { ...FULL_FORMS, entries: new Map([['a.md', 'extract'] as const]) }
    expect(listOmissions(writeBasePieces(state, { forms: extract }).writer)).toMatchObject([
      { key: 'a.md', form: 'extract' },
    ])
    const preview = { ...FULL_FORMS, entries: new Map([['a.md', 'preview'] as const]) }
    const { writer } = writeBasePieces(state, { forms: preview, carried: new Set(['a.md']) })
    expect(listOmissions(writer)).toMatchObject([
      { key: 'a.md', reason: 'not-used-lately', form: 'compacted' },
    ])
  })

  test('a shelf of which everything was dropped has no heading', () => {
    const forms = { ...FULL_FORMS, entries: new Map([['b.md', 'dropped'] as const]) }
    expect(
      writeBasePieces(state, { forms }).pieces.filter((piece) => piece.includes('heading')),
    ).toHaveLength(1)
  })

  test('[L3-2] name a tool only where there is one', () => {
    const forms = { ...FULL_FORMS, entries: new Map([['a.md', 'line'] as const]) }
    const text = (options: Partial<BaseOptions>) =>
      JSON.stringify(writeBasePieces(state, { forms, ...options }).writer.added)
    expect(text({ readTool: 'readArtifact' })).toContain('readArtifact')
    expect(text({})).not.toContain('readArtifact')
  })
})
