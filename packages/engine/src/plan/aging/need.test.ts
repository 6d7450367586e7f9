import { describe, expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { LIMITS } from '../../budget/limits.ts'
import { summarizeHistory } from '../../budget/summarize-history.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import { createMemo, NO_MEMO } from '../../memo.ts'
import { sendMessages, testModel } from '../../testing/walkthroughs/send-message.ts'
import { compactionId, summarizeTurns } from './need.ts'

const { state } = sendMessages([
  { text: 'One', answer: 'First.' },
  { text: 'Two', answer: null },
  { text: 'Three', answer: 'Third.' },
]).at(-1)!
const turns = [
  { number: 1, user: 'One', answer: 'First.' },
  { number: 2, user: 'Two', answer: '' },
]

describe('[L4-2] summarizeTurns', () => {
  test('is extracted, and asked for, by a name that the turns give it', () => {
    const maximumTokens = LIMITS.history.maximumSummaryTokens
    const { text, needs } = summarize(3)
    expect(text).toBe(summarizeHistory(turns, { tokenizer: testModel().tokenizer, maximumTokens }))
    const hashes = [0, 1].map((index) => state.history.get(index)!.hash)
    expect(needs).toEqual([
      { kind: 'summary', id: `summary:${hashText(hashes.join('\n'))}`, turns, maximumTokens },
    ])
  })

  test('[B-3] is the text that a model provided, and then not asked for', () => {
    const [need] = summarize(3).needs
    const provided = PersistentMap.from([[need!.id, 'They talked.']])
    expect(summarize(3, { ...state, provided })).toEqual({ text: 'They talked.', needs: [] })
    expect(summarize(4, { ...state, provided }).needs).toHaveLength(1)
  })

  test('goes on from the summary of the turns that were stripped before', () => {
    const [need] = summarize(2).needs
    const known = { ...state, provided: PersistentMap.from([[need!.id, 'It began.']]) }
    const later = (strippedBefore: number, from = known) =>
      summarizeTurns({ state: from, model: testModel(), memo: NO_MEMO, before: 3, strippedBefore }).needs[0]
    expect(later(2)).toEqual({
      ...summarize(3).needs[0],
      earlier: { turns: 1, text: 'It began.' },
      turns: turns.slice(1),
    })
    expect(later(2, state)).toEqual(summarize(3).needs[0])
    expect(later(0)).toEqual(summarize(3).needs[0])
  })

  test('is nothing where no turn is left out', () => {
    for (const before of [0, 1]) expect(summarize(before)).toEqual({ text: '', needs: [] })
    expect(summarize(2).needs[0]).toMatchObject({ turns: turns.slice(0, 1) })
  })

  test('[C-1] a memo changes no byte', () => {
    const memo = createMemo()
    for (const before of [2, 3, 4, 3])
      expect(summarizeTurns({ state, model: testModel(), memo, before })).toEqual(summarize(before))
  })
})

test('[B-3] a compaction is named by the text', () => {
  expect(compactionId('abc')).toBe('compaction:abc')
})

function summarize(before: number, from = state) {
  return summarizeTurns({ state: from, model: testModel(), memo: NO_MEMO, before })
}
