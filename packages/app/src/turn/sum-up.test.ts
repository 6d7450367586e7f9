import { estimateTokenizer } from '@varve/engine'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asked, SUMMARY_LIMITS, fitTokens, splitParts, sumUp, summaryTask } from './summaries.ts'

const tokenizer = estimateTokenizer()
const words = (count: number, word = 'tide'): string => Array.from({ length: count }, () => word).join(' ')

describe('parts', () => {
  test('contain all of the text in order, and each fits the window', () => {
    const texts = fc.array(fc.string({ maxLength: 4000, unit: 'binary' }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 900, max: 9000 }), (pieces, window) => {
        const parts = splitParts(pieces, { tokenizer, window })
        if (!parts) return
        const bare = (all: readonly string[]) => all.join('').replace(/\n/g, '')
        expect(bare(parts)).toBe(bare(pieces))
        for (const part of parts) expect(tokenizer.count(part)).toBeLessThan(window)
      }),
      { numRuns: 60 },
    )
  })

  test('a short text has one, a long one several, and a far too long one none', () => {
    const split = (count: number, window: number) => splitParts([words(count)], { tokenizer, window })?.length
    expect(split(100, 200_000)).toBe(1)
    expect(split(40_000, 200_000)).toBeGreaterThan(2)
    expect(split(40_000, 4000)).toBeUndefined()
    expect(split(100, 600)).toBeUndefined()
  })
})

describe('summarizing', () => {
  const task = (text: string) =>
    summaryTask({ kind: 'compaction', id: 'compaction:1', key: 'a.md', text, maximumTokens: 50 })

  async function run(text: string, said: (asked: Asked) => string) {
    const asked: Asked[] = []
    const told: string[] = []
    const summary = await sumUp(task(text), {
      tokenizer,
      window: 10_000,
      onCall: (call, calls) => told.push(`${call} of ${calls}`),
      ask: async (one) => {
        asked.push(one)
        return said(one)
      },
    })
    return { summary, asked, told }
  }

  test('takes one call if possible, and is cut to the requested size', async () => {
    const { summary, asked, told } = await run(words(100), () => ` ${words(200, 'short')} `)
    expect(told).toEqual(['1 of 1'])
    expect(asked[0]).toMatchObject({ text: words(100), maxOutputTokens: 100 + SUMMARY_LIMITS.thoughtTokens })
    expect(tokenizer.count(summary)).toBeLessThanOrEqual(50)
    expect(summary).toMatch(/^short(?: short)+…$/)
  })

  test('otherwise one per part and one for all, reported as they finish', async () => {
    const paragraphs = Array.from({ length: 6 }, (_, index) => words(2500, `part${index}`)).join('\n\n')
    const { summary, asked, told } = await run(paragraphs, ({ text }) =>
      text.startsWith('Part 1') ? `all of ${text.match(/note \d/g)?.join(' ')}` : `note ${text.slice(4, 5)}`,
    )
    expect(told).toEqual(asked.map((_, index) => `${index + 1} of ${asked.length}`))
    expect(asked.length).toBeGreaterThan(3)
    expect(asked[0]?.instructions).toContain(`part 1 of ${asked.length - 1}`)
    expect(asked.at(-1)?.instructions).toContain('notes on the parts of one text')
    expect(summary).toMatch(/^all of note 0 note \d/)
  })

  test('an empty result is not a summary', async () => {
    await expect(run(words(10), () => ' \n')).rejects.toThrow('The model said nothing.')
    await expect(run(words(200_000), () => 'x')).rejects.toMatchObject({ code: 'does-not-fit' })
  })

  test('names turns, and begins with the previous summary', () => {
    const turns = [{ number: 3, user: 'Why?', answer: '' }]
    const earlier = { turns: 2, text: 'It began.' }
    const summary = summaryTask({ kind: 'summary', id: 's', earlier, turns, maximumTokens: 300 })
    expect(summary.name).toBe('turns 1–3')
    expect(summary.pieces).toEqual([
      'Turns 1 to 2, summed up before:\nIt began.',
      'Turn 3\nUser: Why?\nAssistant: (no answer)',
    ])
  })

  test('cuts between characters', () => {
    const cut = fitTokens('🌊'.repeat(400), 20, tokenizer)
    expect(cut.isWellFormed()).toBe(true)
    expect(tokenizer.count(cut)).toBeLessThanOrEqual(20)
  })
})
