import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskHome, askHome } from '../testing/ask-home.ts'
import { HAS_PSEUDO_TERMINAL, inTerminal, type Step } from '../testing/pseudo-terminal.ts'
import type { Run } from '../testing/varve.ts'
import { mentions } from './chat.ts'

const CLOUD = 'anthropic/claude-sonnet-4-5'
const CARD = '4111 1111 1111 1111'

let home: AskHome

beforeAll(async () => {
  home = await askHome()
  writeFileSync(join(home.notes, 'two words.md'), '# Two\n')
})

afterAll(() => home.remove())

/** Types each line once the words before it are on the screen, and leaves with the end of the input. */
async function talk(
  steps: readonly Step[],
  args: readonly string[] = [],
  env: object = {},
  where = home,
): Promise<Run> {
  let seen = ''
  let mark = 0
  let wake = (): void => undefined
  const heard = (text: string): void => {
    seen += stripVTControlCharacters(text)
    wake()
  }
  async function* keys(): AsyncGenerator<string> {
    for (const [words, typed] of steps) {
      while (!seen.slice(mark).includes(words)) await new Promise<void>((resolve) => (wake = resolve))
      mark = seen.indexOf(words, mark) + words.length
      yield typed
    }
    yield '\u0004'
  }
  const given = { input: keys(), heard, isTyped: true, isScreen: true, env: { ...where.env, ...env } }
  return where.run('chat', ['-w', where.notes, ...args], {}, given)
}

const plain = ({ stdout }: Run) => stripVTControlCharacters(stdout)

describe('varve chat', () => {
  test('answers messages in one chat, and /context shows what was sent by layer', async () => {
    const run = await talk([
      ['›', 'When is the launch? @plan.md\r'],
      ['free ·', 'And where?\r'],
      ['free ·', '/context\r'],
      ['Largest:', '/forget\r'],
      ['tokens', '/forget plan\r'],
      ['is left out', '/model\r'],
      ['offline', '/nonsense-model\r'],
    ])
    expect(run).toMatchObject({ status: 0 })
    expect(plain(run)).toContain('12 December at the lighthouse.')
    expect(plain(run)).toMatch(/█+[▓▒]+.*■\n█ L1 System/s)
    expect(run.stderr.match(/New chat: /g)).toHaveLength(1)
    const listed = await home.run('chats ls', [], { workspace: home.notes })
    expect(listed.stdout).toContain('When is the launch?')
  })

  test('reports an error and keeps the conversation open', async () => {
    const run = await talk([
      ['›', '/model none/such\r'],
      ['›', '/forget x\r'],
      ['keeps nothing', '/help\r'],
      ['leave, like Ctrl-D', '/quit\r'],
    ])
    expect(run.status).toBe(0)
    expect(stripVTControlCharacters(run.stderr)).toContain('There is no available model "none/such"')
    expect(plain(run)).toContain('/context  show the last request by layer')
  })

  test('-c continues the most recent chat; the first message may be on the command line', async () => {
    await talk([], ['When is the launch? @plan.md'])
    const run = await talk([['›', '/quit\r']], ['-c'])
    expect(run.stderr).toContain('You asked last: When is the launch? @plan.md')
  })

  test('asks about private data in the terminal; cancelling sends nothing', async () => {
    const run = await talk(
      [
        ['›', `My card is ${CARD}.\r`],
        ['[r/s/c]', 'c\r'],
        ['Nothing was sent.', `My card is ${CARD}.\r`],
        ['[r/s/c]', 'what\r'],
        ['[r/s/c]', 'r\r'],
        ['out ·', '/quit\r'],
      ],
      ['-m', CLOUD],
    )
    expect(run.status).toBe(0)
    expect(run.stderr).toContain('Replaced before sending: 1 CREDIT_CARD')
  })

  test('the arrow keys recall earlier lines, stored for their owner only', async () => {
    const state = { VARVE_HOME: join(home.base, 'history') }
    await talk([['›', '/help\r']], [], state)
    const file = join(home.base, 'history', 'chat-history')
    expect(readFileSync(file, 'utf8')).toBe('/help\n')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    const run = await talk(
      [
        ['›', '\u001b[A\r'],
        ['this list', '/quit\r'],
      ],
      [],
      state,
    )
    expect(plain(run)).toContain('/context  show')
  })

  test('treats pasted lines as one message; a backslash continues on the next line', async () => {
    const run = await talk([
      ['›', '\u001b[200~one\rtwo\u001b[201~\r'],
      ['free ·', ''],
      ['›', 'three\\\r'],
      ['…', 'four\r'],
      ['free ·', '/quit\r'],
    ])
    const [id = ''] = /New chat: (\S+)/.exec(stripVTControlCharacters(run.stderr))?.slice(1) ?? []
    const { stdout } = await home.run('chats show', [id], { workspace: home.notes })
    expect(stdout).toContain('> one\ntwo')
    expect(stdout).toContain('> three\nfour')
  })

  test('without a terminal it refuses and points to ask', async () => {
    expect(await home.run('chat', ['Hello?'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('varve chat needs a terminal'),
    })
  })
})

test('asks for approval of a tool call, and runs it once allowed', async () => {
  const write = (path: string) =>
    JSON.stringify({
      kind: 'answer',
      calls: [{ tool: 'write', arguments: JSON.stringify({ path, content: 'Hello\n' }), callId: path }],
    })
  const said = (text: string) => JSON.stringify({ kind: 'answer', text })
  const agent = await askHome([write('new.md'), said('Done.'), write('no.md'), said('Not done.')])
  try {
    const steps: Step[] = [
      ['›', 'Write a note.\r'],
      ['Allow it?', 'y\r'],
      ['out ·', 'Another.\r'],
      ['Allow it?', 'n not now\r'],
      ['out ·', '/quit\r'],
    ]
    const run = await talk(steps, ['-m', CLOUD, '--runner', 'agent', '--set', 'mode=act'], {}, agent)
    expect(run.status).toBe(0)
    expect(plain(run)).toContain('+ Hello')
    expect(existsSync(join(agent.notes, 'new.md'))).toBe(true)
    expect(existsSync(join(agent.notes, 'no.md'))).toBe(false)
  } finally {
    await agent.remove()
  }
})

test('completes notes by path, and by name where it is unique', () => {
  const paths = ['plan.md', 'a/plan.md', 'docs/two words.md', 'docs/pier.md']
  expect(mentions(paths, 'p')).toEqual(['@pier.md', '@plan.md'])
  expect(mentions(paths, 'docs/')).toEqual(['@"docs/two words.md"', '@docs/pier.md'])
  expect(mentions(paths, 'PIER')).toEqual(['@docs/pier.md'])
  expect(mentions(paths, 'words')).toEqual(['@"docs/two words.md"'])
  expect(mentions(paths, 'none')).toEqual([])
})

describe.skipIf(!HAS_PSEUDO_TERMINAL)('in a pseudo-terminal (needs python3)', () => {
  test('Tab completes a name with a blank in it, and one that is known from its middle', async () => {
    const steps: Step[] = [
      ['›', 'Read @"two wo\t'],
      ['@"two words.md"', ' and @WORDS\t'],
      ['and @"two words.md"', '\r'],
      ['new ·', '\u0004'],
    ]
    const { seen, status } = await inTerminal(['chat', '-w', home.notes, '-m', 'offline'], {
      env: home.env,
      steps,
    })
    expect({ seen, status }).toMatchObject({ status: 0 })
  })

  test('the first Ctrl-C stops an answer, the second one quits', async () => {
    const slow = await askHome(['slow'])
    try {
      const steps: Step[] = [
        ['›', 'Tell me.\r'],
        ['This is', '\u0003'],
        ['Stopped.', ''],
        ['›', '\u0003'],
      ]
      const { seen, status, left } = await inTerminal(['chat', '-w', slow.notes, '-m', CLOUD], {
        env: slow.env,
        steps,
      })
      expect({ seen, left, status }).toMatchObject({ left: 0, status: 0 })
      expect(seen).toContain('\u001b[')
      const shown = await slow.run('chats ls', [], { workspace: slow.notes })
      expect(shown.stdout).toContain('Tell me.')
    } finally {
      await slow.remove()
    }
  })

  test('tables fit a narrow terminal, with colour unless NO_COLOR is set', async () => {
    const args = ['skills', 'ls']
    const seen = async (env: object) =>
      (await inTerminal(args, { columns: 50, env: { ...home.env, ...env } })).seen
    const [coloured, bare] = await Promise.all([seen({}), seen({ NO_COLOR: '1' })])
    for (const line of stripVTControlCharacters(coloured).split('\r\n'))
      expect(line.length).toBeLessThanOrEqual(50)
    const { seen: chats } = await inTerminal(['chats', 'ls', '-w', home.notes], {
      columns: 50,
      env: home.env,
    })
    for (const line of stripVTControlCharacters(chats).split('\r\n'))
      expect(line.length).toBeLessThanOrEqual(50)
    expect(coloured).toContain('\u001b[1m')
    expect(bare).not.toContain('\u001b[')
  })

  test('progress stays in one line of a narrow terminal', async () => {
    const args = ['index', '--workspace', home.notes, '--rebuild']
    const { seen } = await inTerminal(args, { columns: 20, env: home.env })
    const shown = seen.split('\r\u001b[2K').slice(1, -1)
    expect(shown.some((line) => line.startsWith('Reading'))).toBe(true)
    for (const line of shown) expect(line.length).toBeLessThan(20)
  })
})
