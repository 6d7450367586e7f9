import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokenizer } from './estimate-tokenizer.ts'
import { o200kTokenizer } from './o200k-tokenizer.ts'
import { type HistoryTurn, summarizeHistory } from './summarize-history.ts'
import { anyText } from './testing/any-text.ts'

const TURNS: readonly HistoryTurn[] = [
  {
    number: 1,
    user: 'Here is our plan. Which database should we use?',
    answer:
      '<think>hm</think>\n# Choice\n\nThere are two candidates. Both work.\n\n- We decided on SQLite because it needs no server.\n',
  },
  {
    number: 2,
    user: 'Rename notes/plan.md please',
    answer: 'I renamed it.\n\n```\nmv plan.md 2024.md\n```\nThe move took 3 seconds.',
  },
]

describe('summarizeHistory', () => {
  test('[L4-2] quotes questions, beginnings, decisions and numbers under their turns', () => {
    expect(summarizeHistory(TURNS, { tokenizer: o200kTokenizer, maximumTokens: 300 })).toBe(
      [
        'Excerpts of turns 1 to 2:',
        'Turn 1: asked: Which database should we use? | There are two candidates. | We decided on SQLite because it needs no server.',
        'Turn 2: asked: Rename notes/plan.md please | I renamed it. | The move took 3 seconds.',
      ].join('\n'),
    )
  })

  test('[L4-2] a long conversation gives 200 to 300 tokens, and says how much it quotes', () => {
    const turns = Array.from({ length: 10_000 }, (_, index) => ({
      number: index + 1,
      user: `What about part ${index} of the plan, and who takes care of it?`,
      answer: `Part ${index} is due on day ${index}. It was agreed that the team takes care of it.`,
    }))
    const summary = summarizeHistory(turns, { tokenizer: o200kTokenizer, maximumTokens: 300 })
    const tokens = o200kTokenizer.count(summary)
    expect(tokens).toBeGreaterThan(200)
    expect(tokens).toBeLessThanOrEqual(300)
    expect(summary).toMatch(/^Excerpts of turns 1 to 10000 \(\d+ of 10000 quoted\):\nTurn 1: /)
    expect(summary).toContain('Turn 10000: ')
    expect(summary).toContain('agreed')
  })

  test('nothing to summarize, or no room for it, gives nothing', () => {
    expect(summarizeHistory([], { tokenizer: o200kTokenizer, maximumTokens: 300 })).toBe('')
    expect(summarizeHistory(TURNS, { tokenizer: o200kTokenizer, maximumTokens: 8 })).toBe('')
  })

  test('[L4-2] any history: never over the limit, one line per turn in order, the same each time', () => {
    const text = fc.oneof(
      fc.lorem({ maxCount: 30 }),
      anyText(200),
      fc.constantFrom(
        '',
        '\n',
        '?',
        '漢字を決定しました。'.repeat(30),
        '<think>',
        '```\ncode',
        'a'.repeat(9000),
      ),
    )
    const history = fc
      .array(fc.tuple(text, text), { maxLength: 12 })
      .map((pairs) => pairs.map(([user, answer], index) => ({ number: index + 3, user, answer })))
    const tokenizer = fc.constantFrom(o200kTokenizer, estimateTokenizer(), estimateTokenizer(2))
    fc.assert(
      fc.property(history, tokenizer, fc.integer({ min: 0, max: 300 }), (turns, counter, maximumTokens) => {
        const summary = summarizeHistory(turns, { tokenizer: counter, maximumTokens })
        expect(counter.count(summary)).toBeLessThanOrEqual(maximumTokens)
        expect(summarizeHistory(turns, { tokenizer: counter, maximumTokens })).toBe(summary)
        const named = summary
          .split('\n')
          .slice(1)
          .map((line) => Number(/^Turn (\d+): ./u.exec(line)?.[1]))
        expect(named).toEqual(named.toSorted((left, right) => left - right))
        expect(named.every((number) => turns.some((turn) => turn.number === number))).toBe(true)
      }),
    )
  })
})
