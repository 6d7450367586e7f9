import { describe, expect, test } from 'vitest'
import { AppendLog } from '../collection/append-log.ts'
import { longNote } from '../edge-cases/long-note.ts'
import { NO_MEMO } from '../memo.ts'
import type { State } from '../state/state.ts'
import { newConversation, note, sendAll, sendMessage, testModel } from '../walkthroughs/send-message.ts'
import { FULL_FORMS } from './base-forms.ts'
import { EpochWriter } from './epoch-writer.ts'
import type { Epoch } from './epoch.ts'
import { type BaseOptions, writeBase } from './write-base.ts'

const a = longNote('a')
const b = longNote('b')
const { state } = sendAll([
  { text: 'One', attach: [a, b] },
  { text: 'Two', attach: [note('b.md', `${b.content}\nedited`)] },
])
/** An epoch in which nothing stands yet. */
const BLANK: Epoch = {
  ...sendMessage(newConversation(), { text: 'x', answer: null }).state.epochs['model-a']!,
  blocks: AppendLog.empty(),
}

describe('[B-3] reduced entries', () => {
  const entries = new Map([
    ['a.md', 'preview'],
    ['b.md', 'dropped'],
  ] as const)

  test('stand in short under their key, are listed, and have no copy', () => {
    const { writer, pieces } = write(state, { forms: { ...FULL_FORMS, entries } })
    expect(pieces.filter((piece) => piece.endsWith('.md'))).toEqual(['user compacted a.md'])
    const block = writer.added.find(({ origin }) => origin.key === 'a.md')!
    expect(block.origin).toMatchObject({ turn: 1, contentHash: a.contentHash })
    expect(writer.places.get('a.md')).toEqual({
      copies: [],
      shelf: 'library',
      form: 'compacted',
      updateTokens: 0,
      standingTokens: block.tokens,
      newestTokens: block.tokens,
      offset: block.end - block.tokens,
    })
    expect(writer.places.has('b.md')).toBe(false)
    const full = write(state, {}).writer
    const size = (key: string) => full.places.get(key)!.standingTokens
    expect(omissions(writer)).toEqual([
      { key: 'a.md', reason: 'budget', tokens: size('a.md') - block.tokens, form: 'compacted' },
      { key: 'b.md', reason: 'budget', tokens: size('b.md'), form: 'omitted' },
    ])
  })

  test('are listed as unused where that is why, and extracts as extracts', () => {
    const extract = { ...FULL_FORMS, entries: new Map([['a.md', 'extract'] as const]) }
    expect(omissions(write(state, { forms: extract }).writer)).toMatchObject([
      { key: 'a.md', form: 'extract' },
    ])
    const preview = { ...FULL_FORMS, entries: new Map([['a.md', 'preview'] as const]) }
    const { writer } = write(state, { forms: preview, carried: new Set(['a.md']) })
    expect(omissions(writer)).toMatchObject([{ key: 'a.md', reason: 'not-used-lately', form: 'compacted' }])
  })

  test('a shelf of which everything was dropped has no heading', () => {
    const forms = { ...FULL_FORMS, entries: new Map([['b.md', 'dropped'] as const]) }
    expect(write(state, { forms }).pieces.filter((piece) => piece.includes('heading'))).toHaveLength(1)
  })

  test('[L3-2] name a tool only where there is one', () => {
    const forms = { ...FULL_FORMS, entries: new Map([['a.md', 'line'] as const]) }
    const text = (options: Partial<BaseOptions>) =>
      JSON.stringify(write(state, { forms, ...options }).writer.added)
    expect(text({ readTool: 'readArtifact' })).toContain('readArtifact')
    expect(text({})).not.toContain('readArtifact')
  })
})

function write(from: State, changes: Partial<BaseOptions>) {
  const writer = new EpochWriter(BLANK, testModel(), NO_MEMO)
  writeBase(writer, {
    state: from,
    layout: 'auto',
    forms: FULL_FORMS,
    summary: '',
    newKeys: new Set(),
    turn: from.turn + 1,
    carried: new Set(),
    wholeFrom: 0,
    aged: new Map(),
    ...changes,
  })
  const pieces = writer.added.map(({ role, origin }) =>
    [role, origin.piece, origin.section ?? (origin.piece === 'tool-call' ? '' : origin.key) ?? '']
      .join(' ')
      .trim(),
  )
  return { writer, pieces }
}

function omissions(writer: EpochWriter) {
  return [...writer.omissions].map(([, omission]) => omission).toSorted((x, y) => (x.key < y.key ? -1 : 1))
}
