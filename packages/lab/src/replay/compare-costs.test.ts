import { messagesOf } from '@varve/engine'
import { describe, expect, test } from 'vitest'
import { compareCosts } from './compare-costs.ts'
import { explainTurn } from './explain-turn.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels } from './replay-models.ts'
import { type ReplayedTurn, replayTurns } from './replay-trace.ts'

const models = await loadReplayModels({ provider: 'anthropic' })

function note(path: string, content: string) {
  return { kind: 'note', path, content }
}

const LONG = 'A sentence about limits and keys. '.repeat(300)
const TRACE = readTraceLines(
  [
    { attach: [note('a.md', `first ${LONG}`)], user: 'one', assistant: 'answer one' },
    { attach: [note('b.md', 'second note')], user: 'two', assistant: 'answer two' },
    { attach: [note('a.md', `edited ${LONG}`)], user: 'three', assistant: 'answer three' },
    {
      forget: ['b.md'],
      user: 'four',
      tools: [{ name: 'read', args: {}, result: 'found' }],
      assistant: 'done',
    },
    { user: 'five', assistant: 'done' },
  ].map((turn, index) => JSON.stringify({ conversation: 'c', turn: index + 1, ...turn })),
)

function inline(): readonly ReplayedTurn[] {
  return [...replayTurns(TRACE, { models, layout: 'inline' })].filter((turn) => turn.kind === 'turn')
}

/** The texts of the last user message, and of all messages before it. */
function parts(turn: ReplayedTurn | undefined): { readonly last: string; readonly before: string } {
  const messages = messagesOf(turn?.plans[0] ?? { blocks: [] })
  return { last: JSON.stringify(messages.at(-1)), before: JSON.stringify(messages.slice(0, -1)) }
}

describe('everything in the last message', () => {
  test('has the current text of every attachment, and none in the history', () => {
    const third = parts(inline()[2])
    expect(third.last).toContain('edited A sentence')
    expect(third.last).toContain('second note')
    expect(third.last).not.toContain('first A sentence')
    expect(third.before).not.toContain('A sentence')
    for (const words of ['one', 'answer one', 'two', 'answer two']) expect(third.before).toContain(words)
  })

  test('leaves out what was forgotten, and keeps tool results', () => {
    const fifth = parts(inline()[4])
    expect(fifth.last).not.toContain('second note')
    expect(fifth.before).toContain('found')
  })
})

describe('costs', () => {
  test('add up, by call and by component', () => {
    const report = compareCosts(TRACE, { models: [models] })
    if ('kind' in report) throw new Error(report.reason)
    expect(report).toMatchObject({ conversations: 1, turns: 5 })
    expect(report.rows.map(({ layout }) => layout)).toEqual(['auto', 'ledger', 'library', 'inline'])
    for (const row of report.rows) {
      expect(row.calls).toBe(6)
      expect(row.cached + row.written + row.uncached).toBe(row.input)
      const { cached, written, uncached, output } = row.money
      expect(cached + written + uncached + output).toBeCloseTo(row.costUSD, 12)
      expect(row.output).toBeGreaterThan(0)
    }
    const [auto] = report.rows
    expect(auto?.ratio).toBeLessThan(1)
  })

  test('compare only turns that every layout can send', async () => {
    const small = await loadReplayModels({ provider: 'anthropic', window: 6000 })
    const trace = readTraceLines(
      Array.from({ length: 6 }, (_, index) =>
        JSON.stringify({
          conversation: 'c',
          turn: index + 1,
          attach: [note(`${index}.md`, LONG.slice(0, 5000))],
          user: 'x',
          assistant: 'y',
        }),
      ),
    )
    const report = compareCosts(trace, { models: [small], layouts: ['auto'] })
    if ('kind' in report) throw new Error(report.reason)
    expect(report.rows.map(({ unsent }) => unsent > 0)).toEqual([false, true])
    expect(report.rows[0]?.ratio).toBeNull()
  })

  test('return an invalid line', () => {
    expect(compareCosts(readTraceLines(['{']), { models: [models] })).toMatchObject({
      kind: 'malformed',
      line: 1,
    })
  })
})

test('[P-8] a turn is explained by its first diverging call', () => {
  const turns = [...replayTurns(TRACE, { models })].filter((turn) => turn.kind === 'turn')
  const fourth = explainTurn(turns[3] as ReplayedTurn)
  expect(fourth).toMatchObject({
    calls: [{}, {}],
    epoch: { reason: 'forgotten', why: 'Something was forgotten.', isNew: true },
    divergence: { reason: 'forgotten', why: expect.stringContaining('The request differs from') },
  })
  expect(fourth?.largest[0]).toMatchObject({ key: 'a.md' })
  expect(fourth?.layers.map(({ id }) => id)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5'])
})
