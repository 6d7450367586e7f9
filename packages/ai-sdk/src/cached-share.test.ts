import { estimateTokenizer } from '@varve/engine'
import { startSimulator } from '@varve/lab/simulator'
import { describe, expect, test } from 'vitest'
import { CLIENTS, converse, SCENARIOS } from './testing/converse.ts'

const HIGHEST_DIFFERENCE = 0.03

describe('the reported cached share', () => {
  test.each(CLIENTS)('$name: is within 3 points of the prediction in every call', async (client) => {
    const simulator = await startSimulator({
      clock: () => Date.parse('2026-01-05T09:00:00Z'),
      tokenizer: estimateTokenizer(),
      scenarios: SCENARIOS,
    })
    try {
      const reports = await converse(client, simulator.url)
      const calls = reports.flatMap((report) => report.calls)
      const rows = calls.map(({ predicted, reported }) => ({
        predicted: predicted.cached / predicted.input,
        reported: (reported?.cached ?? Number.NaN) / (reported?.input ?? 1),
      }))
      expect(calls).toHaveLength(SCENARIOS.length)
      for (const row of rows)
        expect(Math.abs(row.predicted - row.reported)).toBeLessThanOrEqual(HIGHEST_DIFFERENCE)
      expect(rows.at(-1)?.reported).toBeGreaterThan(0.9)
    } finally {
      await simulator.close()
    }
  })
})
