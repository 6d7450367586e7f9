import { type CompiledAreas, detectAreas } from '@varve/areas'
import { median, round } from '../../statistics.ts'
import type { Cell } from '../../report.ts'
import type { AreaCase } from './area-cases.ts'

const ROUNDS = 15
const LONG = 100_000

export interface AreaSpeed {
  readonly rows: readonly (readonly Cell[])[]
  readonly messageMilliseconds: number
  readonly longMilliseconds: number
}

/** Milliseconds for a message and for 100 KB, plain and hostile, beside a loop that only looks at each character. */
export function measureAreaSpeed(compiled: CompiledAreas, cases: readonly AreaCase[]): AreaSpeed {
  const messages = cases.map(({ text }) => text)
  const joined = messages.join(' ')
  const prose = joined.repeat(Math.ceil(LONG / joined.length)).slice(0, LONG)
  const perMessage = timeOf(() => messages.forEach((text) => detectAreas(compiled, text))) / messages.length
  const noOpMessage = timeOf(() => messages.forEach(scanNothing)) / messages.length
  const texts: readonly (readonly [string, string])[] = [
    ['100 KB of questions', prose],
    [
      '100 KB, no word twice',
      Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}ed`)
        .join(' ')
        .slice(0, LONG),
    ],
    ['100 KB, one word', 'a'.repeat(LONG)],
    ['100 KB of "the "', 'the '.repeat(LONG / 4)],
    ['100 KB of denials', 'this is not about my '.repeat(LONG / 21)],
    ['100 KB of accents', 'e\u0301\u0323 '.repeat(LONG / 4)],
    ['100 KB of apostrophes', "d'".repeat(LONG / 2)],
  ]
  const long = texts.map(([name, text]) => ({
    name,
    milliseconds: timeOf(() => detectAreas(compiled, text)),
    noOp: timeOf(() => scanNothing(text)),
  }))
  const row = (name: string, milliseconds: number, noOp: number): readonly Cell[] => [
    name,
    round(milliseconds, 4),
    round(noOp, 4),
    `${Math.round(milliseconds / Math.max(noOp, 1e-6))} ×`,
  ]
  return {
    rows: [
      row('a message', perMessage, noOpMessage),
      ...long.map((one) => row(one.name, one.milliseconds, one.noOp)),
    ],
    messageMilliseconds: perMessage,
    longMilliseconds: Math.max(...long.map(({ milliseconds }) => milliseconds)),
  }
}

function timeOf(act: () => unknown): number {
  for (let warm = 0; warm < ROUNDS; warm += 1) act()
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    act()
    return performance.now() - start
  })
  return median(times)
}

function scanNothing(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at)
  return sum
}
