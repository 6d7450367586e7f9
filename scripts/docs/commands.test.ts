/** Runs what the pages tell a reader to type, in a home with the demo notes. */
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const LAUNCHER = join(ROOT, 'packages/cli/bin/varve.js')
/** Other pages of the reference are made from the program itself. */
const PAGES = globSync('docs/{*,concepts/*,how-to/*}.md', { cwd: ROOT }).toSorted()
/** What a line needs that is not here. */
const NOT_RUN: readonly (readonly [needs: string, line: RegExp])[] = [
  ['ends by itself never', /^varve (?:start|open|simulate|chat$|mcp|~\/)/],
  ['another program', /^(?:npm|git clone|docker|sudo) /],
  ['a server elsewhere', /postgres:|--server|models add|models open/],
  ['the network', /models (?:get|runtime)|local\/qwen3/],
  ['a cloud model', /-m (?:openai|anthropic)\/|chats compare/],
  ['a variable of the reader', /^export /],
  ['a file of the reader', /chats import FILE/],
]

let home: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'varve-commands-'))
  for (const name of ['notes', 'vault'])
    cpSync(join(ROOT, 'examples/demo-vault'), join(home, name), { recursive: true })
  const place = join(home, 'notes')
  writeFileSync(join(place, 'plan.md'), '# Plan\n\nWe launch on 1 December.\n')
  writeFileSync(join(place, 'AGENTS.md'), 'Answer briefly.\n')
  writeFileSync(join(place, 'letter.txt'), 'Dear Ada, see you soon.\n')
  writeFileSync(
    join(place, 'trace.jsonl'),
    [1, 2, 3].map((turn) => `{"turn":${turn},"user":"Question ${turn}","assistant":"Yes."}\n`).join(''),
  )
  mkdirSync(join(home, 'backups'))
  mkdirSync(join(home, 'bin'))
  const command = join(home, 'bin/varve')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`)
  chmodSync(command, 0o755)
  environment = {
    ...process.env,
    HOME: home,
    VARVE_HOME: join(home, '.varve'),
    PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH']}`,
  }
  await type(
    'git init -q . && varve workspaces add ~/notes && varve workspaces add ~/vault && varve ask --workspace ~/notes "When do we launch?"',
  )
}, 120_000)

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

function type(line: string): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((done) => {
    const child = execFile(
      'bash',
      ['-c', line],
      { cwd: join(home, 'notes'), env: environment },
      (error, out, problem) => done({ code: error ? Number(error.code) : 0, said: out + problem }),
    )
    // Asked for by `keys set`; everything else would take it as context.
    child.stdin?.end(line.includes('keys set') ? 'sk-of-a-test\n' : '')
  })
}

/** The commands of a page, one to a line; continued lines are one. */
function linesOf(page: string): readonly string[] {
  const blocks = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)
  return [...blocks]
    .flatMap(([, code = '']) => code.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /\bvarve /.test(line) && !NOT_RUN.some(([, pattern]) => pattern.test(line)))
}

const isPosix = process.platform !== 'win32'
const LINES = PAGES.filter((page) => page !== 'docs/api.md').flatMap((page) =>
  linesOf(page).map((line) => [page, line] as const),
)

test.runIf(isPosix).each(LINES)(
  '%s: %s',
  async (_, line) => {
    const chats = /\bCHAT\b/.test(line) ? (await type('varve chats ls --workspace ~/notes')).said : ''
    const typed = line
      .replaceAll(/\bCHAT\b/g, /^\S{36}/.exec(chats)?.[0] ?? '')
      .replaceAll(/\bFILE\b/g, join(home, `backups/${Math.random()}.db`))
      .replace('--turn 2', '--turn 1')
    const { code, said } = await type(typed)
    // Private data that is found, where the line looks for it.
    expect([code, said], typed).toEqual([
      /scan/.test(line) && said.includes('CREDIT_CARD') ? expect.any(Number) : 0,
      said,
    ])
  },
  60_000,
)

/** `--json` came with 7.82. */
function hasTools(): boolean {
  try {
    execFileSync('jq', ['--version'])
    const [, major = 0, minor = 0] =
      /^curl (\d+)\.(\d+)/.exec(execFileSync('curl', ['--version'], { encoding: 'utf8' })) ?? []
    return Number(major) * 100 + Number(minor) >= 782
  } catch {
    return false
  }
}

test.runIf(isPosix && hasTools())(
  'the walk through the HTTP API in docs/api.md works from top to bottom',
  async () => {
    const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
    const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
    const script = blocks
      .join("echo '==='\n")
      .replaceAll('packages/cli/bin/varve.js', LAUNCHER)
      .replace('start --no-open', 'start --no-open --port 0')
    const { code, said } = await type(`set -eo pipefail; trap 'kill %1; wait' EXIT\n${script}`)
    expect(code, said).toBe(0)
    const shown = said.split('===')
    for (const [place, words] of [
      [0, 'Slackwater Studio'],
      [1, '2026'],
      [2, 'answerId'],
      [3, 'launch'],
      [5, '"kept"'],
      [6, 'usedTokens'],
      [9, 'search-empty'],
    ] as const)
      expect(shown[place], blocks[place]).toContain(words)
    expect(blocks).toHaveLength(shown.length)
  },
  120_000,
)
