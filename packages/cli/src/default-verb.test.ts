import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processIo } from './call.ts'
import { withDefaultVerb } from './default-verb.ts'
import { createProgram } from './main.ts'

let base = ''

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-verb-'))
  mkdirSync(join(base, 'notes'))
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const program = createProgram(processIo(), { write: async () => true })

function verbOf(argv: readonly string[], isPiped = false): string | undefined {
  const given = withDefaultVerb(argv, program, { cwd: base, isPipe: () => isPiped })
  return given === argv ? undefined : given[0]
}

test.each([
  [['When do we launch?']],
  [['When', 'do', 'we', 'launch?']],
  [['When?', '-a', 'plan.md', '-m', 'one/a', '-m', 'one/b']],
  [['-m', 'one/a', 'when']],
  [['-c', 'and', 'where']],
  [['-w', 'notes', 'Why?']],
  [['-c']],
  [['--', '-5 or 5?']],
  [['notes', 'about', 'the', 'pier']],
  [['Hello']],
])('%j is a question', (argv) => {
  expect(verbOf(argv)).toBe('ask')
})

test.each([
  [[]],
  [['--help']],
  [['--version']],
  [['--no-color']],
  [['chats', 'ls']],
  [['--server', 'http://x', 'chats', 'ls']],
  [['help', 'ask']],
  [['strat']],
  [['chast', 'ls']],
  [['frobnicate']],
])('%j is not a question', (argv) => {
  expect(verbOf(argv)).toBeUndefined()
})

test.each([[['notes']], [['.']], [['notes', '--no-open', '--port', '0']], [['--data', 'notes', 'notes']]])(
  '%j starts Varve with a folder',
  (argv) => {
    expect(verbOf(argv)).toBe('start')
  },
)

test('a folder with an option for questions is neither', () => {
  expect(verbOf(['notes', '-m', 'one/a'])).toBeUndefined()
})

test('a single word with piped text is a question, unless it nearly names a command', () => {
  expect(verbOf(['summarize'], true)).toBe('ask')
  expect(verbOf(['scna'], true)).toBeUndefined()
})
