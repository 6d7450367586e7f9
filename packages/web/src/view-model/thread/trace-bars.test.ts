import type { TracedCallView } from '@varve/contract'
import { expect, test } from 'vitest'
import { describeTraceBar, phaseFacts, traceAxis } from './trace-bars.ts'

const BEGIN = Date.UTC(2026, 10, 15, 9)

function call(number: number, after: number, change: Partial<TracedCallView> = {}): TracedCallView {
  return {
    number,
    status: 'complete',
    at: new Date(BEGIN + after).toISOString(),
    phases: [{ phase: 'plan', milliseconds: 50 }],
    firstMilliseconds: 400,
    milliseconds: 1_000,
    ...change,
  }
}

test('calls share one axis from the first preparation to the last word, with tools between', () => {
  const { milliseconds, bars } = traceAxis([call(1, 0), call(2, 1_250)])
  expect(milliseconds).toBe(2_300)
  expect(bars.get(1)).toEqual({
    start: 0,
    parts: [
      { kind: 'prepare', milliseconds: 50 },
      { kind: 'wait', milliseconds: 400 },
      { kind: 'stream', milliseconds: 600 },
    ],
    toolsMilliseconds: 0,
  })
  expect(bars.get(2)).toMatchObject({ start: 1_250, toolsMilliseconds: 200 })
})

test('an empty call was waited for; unknown times have no bar', () => {
  const { firstMilliseconds: _, ...silent } = call(1, 0)
  const { bars } = traceAxis([silent, { number: 2, status: 'streaming', phases: [] }])
  expect(bars.get(1)?.parts.at(-1)).toEqual({ kind: 'stream', milliseconds: 0 })
  expect(bars.has(2)).toBe(false)
  expect(traceAxis([]).milliseconds).toBe(0)
})

test('describes a bar in a sentence for screen readers', () => {
  const bar = traceAxis([call(1, 0)]).bars.get(1)
  expect(bar && describeTraceBar(1, bar).replaceAll('\u00a0', ' ')).toBe(
    'Call 1, starting at 0 ms: 50 ms prepared, 400 ms waited, 600 ms received',
  )
})

test('omits preparation that took no time', () => {
  const phases = [
    { phase: 'hydrate', milliseconds: 0 },
    { phase: 'commit', milliseconds: 3.25 },
  ] as const
  expect(phaseFacts(call(1, 0, { phases }))).toEqual(['saving it 3.3\u00a0ms'])
})
