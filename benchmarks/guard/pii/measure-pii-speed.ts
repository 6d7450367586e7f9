import { RULES, scanText } from '@varve/guard'
import { createScanTools } from '../../../packages/guard/src/context/scan-tools.ts'
import { median, round } from '../../statistics.ts'
import type { Cell } from '../../report.ts'

const ROUNDS = 5
const LONG = 100_000
/** One is too short for the clock. */
const NO_OPS = 200

export interface PiiSpeed {
  readonly throughput: readonly (readonly Cell[])[]
  readonly growth: readonly (readonly Cell[])[]
  /** Time for four times the text over four times the time. */
  readonly growthFactor: number
  readonly hostile: readonly (readonly Cell[])[]
  readonly slowestRule: number
}

/** Texts that careless patterns take long for: runs of one thing, nearly-matches, and labels without end. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['letters', 'a'],
  ['digits', '7'],
  ['digits and blanks', '1 '],
  ['digits and dashes', '12-'],
  ['blanks', ' '],
  ['lines', '\n'],
  ['at signs', 'a@'],
  ['nearly e-mails', 'a.b@c.d.'],
  ['nearly URLs', 'x://u:p'],
  ['nearly keys', 'sk-'],
  ['nearly JWTs', 'eyJabcdefgh.'],
  ['nearly PEM', '-----BEGIN PRIVATE KEY-----'],
  ['nearly addresses', '12 Main '],
  ['nearly names', 'John A. '],
  ['colons', 'ab:'],
  ['dots', '1.'],
  ['hexadecimal', '0xaB'],
  ['brackets', '<<'],
  ['labels', 'account number '],
  ['labels and digits', 'ssn 123456788 '],
  ['passwords', 'password: '],
  ['pipes', '|'],
  ['table', 'ssn,iban,token\n'],
  ['phones', '(415) 867-2671 '],
  ['plus signs', '+1'],
  ['capitals', 'DEUTDEFF '],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed '],
  ['accents', 'e\u0301\u0323 '],
  ['inserts', "insert into t (a, b) values ('x', '1234567'), "],
  ['births', 'né le 3 mars born '],
  ['keys', 'mrn=1234567 '],
  ['Chinese', '\u4e2d\u6587'],
]

export function measurePiiSpeed(texts: readonly string[]): PiiSpeed {
  const joined = texts.join('\n')
  const prose = joined.repeat(Math.ceil((4 * LONG) / joined.length))
  const sizes = [LONG / 2, LONG, 2 * LONG, 4 * LONG]
  const times = sizes.map((size) => timeOf(() => scanText(prose.slice(0, size))))
  const noOp = timeOf(() => Array.from({ length: NO_OPS }, () => scanNothing(prose.slice(0, LONG)))) / NO_OPS
  const atLong = times[1] ?? 0
  const hostile = HOSTILE.map(([name, piece]) => [name, ...slowestOf(fill(piece))] as const)
  return {
    throughput: [
      ['scan', round(LONG / 1000 / atLong, 2), round(atLong, 2)],
      ['no-op scan', round(LONG / 1000 / noOp, 2), round(noOp, 3)],
    ],
    growth: sizes.map((size, at) => [
      `${size / 1000} KB`,
      round(times[at] ?? 0, 1),
      round((times[at] ?? 0) / (size / LONG), 1),
    ]),
    growthFactor: (times[3] ?? 0) / Math.max(1e-6, 8 * (times[0] ?? 0)),
    hostile: hostile.map(([name, rule, slowest, all]) => [name, rule, round(slowest, 1), round(all, 1)]),
    slowestRule: Math.max(...hostile.map(([, , slowest]) => slowest)),
  }
}

/** The rule that takes longest for the text, each on its own with all that it needs, and the whole scan. */
function slowestOf(text: string): readonly [string, number, number] {
  const timed = RULES.map(({ type, find }) => ({
    type,
    milliseconds: timeOf(() => find(text, createScanTools(text, 'usual', new Set()))),
  }))
  const slowest = timed.reduce((a, b) => (b.milliseconds > a.milliseconds ? b : a))
  return [slowest.type, slowest.milliseconds, timeOf(() => scanText(text))]
}

function fill(piece: string): string {
  return piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG)
}

/** Milliseconds of this thread's own time, so that other work on the machine does not count. */
function timeOf(act: () => unknown): number {
  act()
  return median(
    Array.from({ length: ROUNDS }, () => {
      const before = process.threadCpuUsage()
      act()
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }),
  )
}

function scanNothing(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at)
  return sum
}
