import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../bin/varve.js', import.meta.url))
const session = fileURLToPath(new URL('../../../../shared/data/traj/pi-large-session.jsonl', import.meta.url))
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-replay-'))
  write('trace.jsonl', TRACE)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NOTE = `# Limits\n\n${'The limit is 40 requests a minute for each key. '.repeat(120)}`
const TRACE = [
  {
    conversation: 'c1',
    turn: 1,
    at: '2026-01-05T09:00:00Z',
    system: 'Be brief.',
    attach: [{ kind: 'note', path: 'limits.md', content: NOTE }],
    tools: [{ name: 'localSearch', args: { query: 'limit' }, result: 'limits.md, line 3' }],
    user: 'What is the limit?',
    assistant: '40 a minute.',
  },
  {
    conversation: 'c1',
    turn: 2,
    at: '2026-01-05T09:01:00Z',
    attach: [{ kind: 'note', path: 'limits.md' }],
    user: 'Per key?',
    assistant: 'Yes.',
  },
  {
    conversation: 'c1',
    turn: 3,
    at: '2026-01-05T09:02:00Z',
    parent: 1,
    user: 'And für 北京?',
    assistant: 'Same.',
  },
]
  .map((turn) => `${JSON.stringify(turn)}\n`)
  .join('')

function write(name: string, text: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function varve(args: readonly string[], options: { input?: string; cwd?: string; env?: object } = {}) {
  const { env, ...rest } = options
  return spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    ...rest,
    env: { ...process.env, ...env },
  })
}

function lines({ stdout }: SpawnSyncReturns<string>): readonly Record<string, unknown>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('varve replay', () => {
  test.each(['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek', 'ollama'])(
    'prints a JSON line for each turn in the documented shape: %s',
    (provider) => {
      const run = varve(['replay', 'trace.jsonl', '--provider', provider, '--model', 'm-1', '--json'], {
        cwd: folder,
      })
      expect(run).toMatchObject({ status: 0, stderr: '' })
      const turns = lines(run)
      expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 3])
      for (const turn of turns) {
        expect(Object.keys(turn)).toEqual([
          'conversation',
          'turn',
          'provider',
          'model',
          'request',
          'envelope',
          'epoch',
          'predicted',
          'divergence',
        ])
        expect(turn).toMatchObject({
          conversation: 'c1',
          provider,
          model: 'm-1',
          request: expect.objectContaining({}),
          envelope: {
            hashes: { L1: expect.stringMatching(/^[0-9a-f]{64}$/), content: expect.any(String) },
            omissions: [],
            layers: ['L1', 'L2', 'L3', 'L4', 'L5'].map((id) =>
              expect.objectContaining({ id, tokens: expect.any(Number), segments: expect.any(Array) }),
            ),
          },
          epoch: { id: 1, reason: 'none' },
          divergence: { layer: expect.any(String), key: expect.any(String), reason: 'none', tokens: 0 },
        })
        const { input, cached, written, uncached } = turn.predicted as Record<string, number>
        expect(cached! + written! + uncached!).toBe(input)
      }
      expect(JSON.stringify(turns[0]?.request)).toContain('limits.md, line 3')
    },
  )

  test('--all-calls adds the other requests, --timings the time; both only then', () => {
    const [first] = lines(
      varve(['replay', join(folder, 'trace.jsonl'), '--json', '--all-calls', '--timings']),
    )
    const { request, requests, predictions, buildMs } = first ?? {}
    expect(requests).toHaveLength(2)
    expect((requests as unknown[])[1]).toEqual(request)
    expect(predictions).toHaveLength(2)
    expect(buildMs).toEqual(expect.any(Number))
  })

  test('reads the standard input, and prints a table for people', () => {
    const run = varve(['replay', '-', '--provider', 'anthropic'], { input: TRACE })
    expect(run.status).toBe(0)
    expect(run.stdout.split('\n')).toHaveLength(6)
    expect(run.stdout).toMatch(/^conversation +turn +calls/)
  })

  test('[L-1] is byte-identical under another time zone, language and folder, and between runs', () => {
    const file = join(folder, 'trace.jsonl')
    const args = ['replay', file, '--provider', 'anthropic', '--json', '--all-calls']
    const { stdout } = varve(args)
    expect(stdout.length).toBeGreaterThan(1000)
    for (const TZ of ['Pacific/Chatham', 'America/New_York', 'UTC'])
      expect(
        varve(args, { cwd: tmpdir(), env: { TZ, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }).stdout,
      ).toBe(stdout)
    const piped = varve(['replay', '-', '--provider', 'anthropic', '--json', '--all-calls'], { input: TRACE })
    expect(piped.stdout).toBe(stdout)
  })

  test('a reader that goes away is no error', async () => {
    const big = write('big.jsonl', bigTrace(40))
    const child = spawn(process.execPath, [bin, 'replay', big, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString()
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const status = await new Promise((resolve) => child.on('close', resolve))
    expect({ status, complaints }).toEqual({ status: 0, complaints: '' })
  })
})

function bigTrace(turns: number): string {
  return Array.from({ length: turns }, (_, index) => {
    const content = `note ${index} ${'lorem ipsum '.repeat(1000)}`
    const attach = [{ kind: 'note', path: `${index}.md`, content }]
    return `${JSON.stringify({ conversation: 'big', turn: index + 1, attach, user: 'x', assistant: 'y' })}\n`
  }).join('')
}

describe('hostile traces', () => {
  test('an empty one prints nothing and is fine', () => {
    expect(varve(['replay', '-', '--json'], { input: '' })).toMatchObject({ status: 0, stdout: '' })
  })

  test('a byte order mark and Windows line ends change nothing', () => {
    const plain = varve(['replay', '-', '--json'], { input: TRACE })
    const input = `\uFEFF${TRACE.replaceAll('\n', '\r\n')}`
    expect(varve(['replay', '-', '--json'], { input }).stdout).toBe(plain.stdout)
  })

  test('a line of 10 MB is read', () => {
    const content = 'words and words\n'.repeat(655_360)
    const turn = {
      conversation: 'c',
      turn: 1,
      attach: [{ kind: 'paste', content }],
      user: 'x',
      assistant: 'y',
    }
    const file = write('long.jsonl', `${JSON.stringify(turn)}\n`)
    const run = varve(['replay', file, '--json', '--window', '9000000', '--provider', 'gemini'])
    expect(run.status).toBe(0)
    expect(run.stdout.length).toBeGreaterThan(10e6)
  })

  test.each([
    ['{"conversation":"c","turn":2', 'line 2: not JSON'],
    ['{"conversation":"c","turn":2}', 'line 2: user: expected string'],
    ['{"conversation":"c1","turn":1,"user":"again"}', 'line 2: turn 1 was given before'],
    ['{"conversation":"c1","turn":2,"user":"x","parent":7}', 'line 2: parent: there is no turn 7'],
    [
      '{"conversation":"c1","turn":2,"user":"x","attach":[{"kind":"selection","path":"a.md","lines":[1,2]}]}',
      'line 2: attach[0]: the selection "a.md", lines 1-2 has no content',
    ],
    [
      '{"conversation":"c1","turn":2,"user":"x","attach":[{"kind":"hologram","content":""}]}',
      'line 2: attach[0]: "hologram" is not a kind',
    ],
  ])('%s exits with 2, says where and why, and prints nothing for that turn', (bad, reason) => {
    const input = `${TRACE.split('\n')[0]}\n${bad}\n`
    const run = varve(['replay', '-', '--json'], { input })
    expect(run.status).toBe(2)
    expect(run.stderr).toContain(reason)
    expect(lines(run)).toHaveLength(1)
  })

  test('what cannot be meant exits with 2 and a reason', () => {
    for (const [args, reason] of [
      [['replay', '/nowhere/trace.jsonl'], 'there is no such file'],
      [['replay', folder], 'it is a folder'],
      [['replay'], "missing required argument 'trace'"],
      [['replay', 'x', '--provider', 'acme'], 'Allowed choices are openai'],
      [['replay', 'x', '--window', '-5'], 'whole number above 0'],
      [['explain', join(folder, 'trace.jsonl'), '--turn', '9'], 'has no turn 9'],
      [['trace', 'convert', join(folder, 'trace.jsonl'), '--from', 'tau'], 'not'],
    ] as const) {
      const run = varve(args)
      expect(run.status).toBe(2)
      expect(run.stderr).toContain(reason)
    }
  })

  test('a turn that does not fit exits with 1 and says by how much', () => {
    const run = varve(['replay', join(folder, 'trace.jsonl'), '--json', '--window', '500'])
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('This does not fit')
    expect(lines(run)[0]).toMatchObject({ request: null, error: { code: 'over-budget' } })
    expect(lines(run)).toHaveLength(3)
  })
})

describe('varve explain', () => {
  test('says epoch, divergence, what is reused, layers and omissions', () => {
    const { status, stdout } = varve([
      'explain',
      join(folder, 'trace.jsonl'),
      '--turn',
      '2',
      '--provider',
      'anthropic',
    ])
    expect(status).toBe(0)
    for (const words of [
      'Epoch 1',
      'only appends',
      'reused',
      'L2 Library',
      'Largest segments',
      'limits.md',
      'Nothing is omitted.',
    ])
      expect(stdout).toContain(words)
  })

  test('--json has the same as data', () => {
    const [turn] = lines(varve(['explain', join(folder, 'trace.jsonl'), '--turn', '1', '--json']))
    expect(turn).toMatchObject({ turn: 1, calls: [{}, {}], epoch: { id: 1, isNew: true }, omissions: [] })
  })
})

// Skipped where the data from outside is not beside the repository.
describe.skipIf(!existsSync(session))('a real session', () => {
  test('becomes a trace that replays', () => {
    const file = join(folder, 'pi.jsonl')
    const converted = varve(['trace', 'convert', session, '--from', 'pi', '--output', file, '--json'])
    expect(JSON.parse(converted.stdout)).toMatchObject({ turns: 88, conversations: 1, toolCalls: 373 })
    expect(converted.stderr).toContain('left out: 18 tool calls that never got a result')
    const run = varve(['replay', file, '--provider', 'anthropic', '--json'])
    expect(run.status).toBe(0)
    expect(lines(run)).toHaveLength(88)
    const direct = varve(['trace', 'convert', session, '--from', 'pi'])
    expect(direct.stdout).toBe(readFileSync(file, 'utf8'))
  })
})

test.each([['replay'], ['explain'], ['trace', 'convert']])('%s --help shows an example', (...command) => {
  const { status, stdout } = varve([...command, '--help'])
  expect(status).toBe(0)
  expect(stdout).toContain(`Example:\n  varve ${command.join(' ')} `)
  expect(stdout).toContain('--json')
})
