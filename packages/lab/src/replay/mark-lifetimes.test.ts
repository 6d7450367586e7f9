import { describe, expect, test } from 'vitest'
import { compareCosts } from './compare-costs.ts'
import { printReplayed, writeBody } from './print-replayed.ts'
import { readTraceLines } from './read-trace.ts'
import { loadReplayModels, type ReplayProvider } from './replay-models.ts'
import { replayTurns } from './replay-trace.ts'

const NOTE = 'The limit is 40 requests a minute for each key. '.repeat(400)

/** A conversation about one note, with these pauses between its turns, in minutes. */
function traceLines(pauses: readonly number[]): readonly string[] {
  let at = Date.UTC(2026, 0, 5, 9)
  return [0, ...pauses].map((pause, index) => {
    at += pause * 60_000
    return JSON.stringify({
      conversation: 'c',
      turn: index + 1,
      at: new Date(at).toISOString(),
      ...(index === 0 ? { attach: [{ kind: 'note', path: 'limits.md', content: NOTE }] } : {}),
      user: `Question ${index + 1}?`,
      assistant: 'Yes.',
    })
  })
}

async function print(pauses: readonly number[], provider: ReplayProvider = 'anthropic') {
  const models = await loadReplayModels({ provider })
  const lines: string[] = []
  for (const replayed of replayTurns(readTraceLines(traceLines(pauses)), { models }))
    if (replayed.kind === 'turn') lines.push(await printReplayed(replayed, { writeBody }))
  return lines
}

interface Line {
  readonly lifetime?: string
  readonly predicted: { readonly cached: number; readonly written: number; readonly costUSD: number }
}

const PAUSES = [20, 20, 20, 20, 20]

describe('lifetimes of marks in a replay', () => {
  test('pauses of 5 to 60 minutes lead to marks for an hour, from the fourth such turn on', async () => {
    const lines = await print(PAUSES)
    const parsed = lines.map((line) => JSON.parse(line) as Line)
    expect(parsed.map(({ lifetime }) => lifetime)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      '1h',
      '1h',
    ])
    const marks = lines.map((line) => line.match(/"cache_control":\{[^}]*\}/g) ?? [])
    const long = marks.map((found) => found.filter((mark) => mark.includes('"ttl":"1h"')).length)
    expect(long).toEqual([0, 0, 0, 0, marks[4]?.length, marks[5]?.length])
    expect(marks[4]?.length).toBeGreaterThan(0)
    // Lost after each pause, until it is kept for an hour: written once more, then read.
    const read = parsed.map(({ predicted }) => predicted.cached > 0)
    expect(read).toEqual([false, false, false, false, false, true])
  })

  test('only earlier pauses count: a longer trace begins with the same lines', async () => {
    const whole = await print(PAUSES)
    for (let length = 0; length < PAUSES.length; length += 1)
      expect(await print(PAUSES.slice(0, length))).toEqual(whole.slice(0, length + 1))
    expect((await print([20, 20, 20, 1, 1, 1])).slice(0, 4)).toEqual(whole.slice(0, 4))
  })

  test('a quick conversation, and a provider without a choice, keep the usual lifetime', async () => {
    for (const line of await print([1, 1, 1, 1, 1, 1])) expect(line).not.toMatch(/"ttl"|"lifetime"/)
    for (const line of await print(PAUSES, 'openai-5.6')) expect(line).not.toMatch(/"ttl"|"lifetime"/)
  })

  test('costs include turns with the longer lifetime at its write price', async () => {
    const models = [await loadReplayModels({ provider: 'anthropic' })]
    const report = compareCosts(readTraceLines(traceLines(PAUSES)), { models, layouts: ['auto'] })
    if ('kind' in report) throw new Error(report.reason)
    const auto = report.rows.find(({ layout }) => layout === 'auto')
    expect(auto?.longLived).toBe(2)
    const printed = (await print(PAUSES)).map((line) => JSON.parse(line) as Line)
    const predicted = printed.reduce((sum, line) => sum + line.predicted.costUSD, 0)
    const { cached = 0, written = 0, uncached = 0 } = auto?.money ?? {}
    expect(cached + written + uncached).toBeCloseTo(predicted, 6)
  })
})
