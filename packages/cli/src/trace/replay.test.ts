import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growingTrace, SAMPLE_TRACE } from '../testing/sample-trace.ts'
import { jsonLines, type Run, runsOn, spawnVarve, varve, VARVE } from '../testing/varve.ts'

let folder = ''
let file = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-replay-'))
  file = join(folder, 'trace.jsonl')
  writeFileSync(file, SAMPLE_TRACE)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = runsOn(() => folder)
const replay = (input: string, options = {}): Promise<Run> =>
  command('replay', ['-'], { provider: 'anthropic', json: true, ...options }, { input })

describe('varve replay', () => {
  test.each(['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const)(
    'prints a JSON line per turn in the documented shape: %s',
    async (provider) => {
      const run = await replay(SAMPLE_TRACE, { provider, model: 'm-1' })
      expect(run.status).toBe(0)
      expect(run.stderr).toMatch(
        /^varve: The model "m-1" is not known: the prices and the window of \S+ are used\.\n$/,
      )
      const turns = jsonLines(run)
      expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 3])
      for (const turn of turns) {
        expect(Object.keys(turn).join()).toBe(
          'conversation,turn,provider,model,request,envelope,epoch,predicted,divergence',
        )
        expect(turn).toMatchObject({
          conversation: 'c1',
          provider,
          model: 'm-1',
          request: {},
          envelope: {
            hashes: { L1: expect.stringMatching(/^[0-9a-f]{64}$/), content: expect.any(String) },
            omissions: [],
            layers: ['L1', 'L2', 'L3', 'L4', 'L5'].map((id) => ({
              id,
              tokens: expect.any(Number),
              segments: expect.any(Array),
            })),
          },
          epoch: { id: 1, reason: 'none' },
          divergence: { layer: expect.any(String), key: expect.any(String), tokens: 0 },
        })
        const predicted = turn.predicted as Record<'input' | 'cached' | 'written' | 'uncached', number>
        expect(predicted.cached + predicted.written + predicted.uncached).toBe(predicted.input)
      }
      expect(JSON.stringify(turns[0]?.request)).toContain('limits.md, line 3')
    },
  )

  test('prints the body that the provider accepts', async () => {
    const body = async (provider: string) => jsonLines(await replay(SAMPLE_TRACE, { provider }))[1]?.request
    expect(await body('anthropic')).toMatchObject({
      max_tokens: expect.any(Number),
      system: [{}],
      stream: true,
    })
    expect(await body('openai-5.6')).toMatchObject({ input: expect.any(Array), prompt_cache_key: 'c1' })
    expect(await body('gemini')).toMatchObject({ contents: expect.any(Array), systemInstruction: {} })
    expect(await body('deepseek')).toMatchObject({ messages: expect.any(Array), stream: true })
    expect(await body('ollama')).toMatchObject({ options: { num_ctx: 131_072 } })
  })

  test('--all-calls adds the other requests, --timings the times', async () => {
    const [first] = jsonLines(await replay(SAMPLE_TRACE, { allCalls: true, timings: true }))
    const { request, requests, predictions, buildMs } = first ?? {}
    expect(requests).toHaveLength(2)
    expect((requests as unknown[])[1]).toEqual(request)
    expect(predictions).toHaveLength(2)
    expect(buildMs).toEqual(expect.any(Number))
  })

  test('prints a table for people', async () => {
    const run = await replay(SAMPLE_TRACE, { json: false })
    expect(run.stdout.split('\n')).toHaveLength(6)
    expect(run.stdout).toMatch(/^conversation +turn +calls/)
  })

  test('[L-1] is byte-identical under another time zone, language and folder, and from standard input', () => {
    const options = ['--provider', 'anthropic', '--model', 'm-1', '--layout', 'auto', '--json', '--all-calls']
    const { status, stdout } = spawnVarve(['replay', file, ...options])
    expect(status).toBe(0)
    expect(stdout.length).toBeGreaterThan(10_000)
    const env = { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
    expect(spawnVarve(['replay', 'trace.jsonl', ...options], { cwd: folder, env }).stdout).toBe(stdout)
    expect(spawnVarve(['replay', '-', ...options], { input: SAMPLE_TRACE, env: { TZ: 'UTC' } }).stdout).toBe(
      stdout,
    )
  })

  test('a closed pipe is not an error', async () => {
    const big = join(folder, 'big.jsonl')
    writeFileSync(big, growingTrace(40))
    const child = spawn(process.execPath, [VARVE, 'replay', big, '--json'], {
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

describe('hostile traces', () => {
  test('an empty trace is refused, by cost and explain too', async () => {
    for (const empty of ['', '\n\n'])
      expect(await replay(empty, { json: false })).toEqual({
        status: 2,
        stdout: '',
        stderr: 'varve: - is empty: it holds no turn.\n',
      })
  })

  test('a byte order mark and Windows line endings change nothing', async () => {
    const plain = await replay(SAMPLE_TRACE)
    expect(await replay(`\uFEFF${SAMPLE_TRACE.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  })

  test('reads a line of 10 MB', async () => {
    const attach = [{ kind: 'paste', content: 'words and words\n'.repeat(655_360) }]
    const line = JSON.stringify({ conversation: 'c', turn: 1, attach, user: 'x', assistant: 'y' })
    const run = await replay(line, { window: 9_000_000, provider: 'gemini' })
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
  ])('%s exits with 2, says where and why, and prints nothing for that turn', async (bad, reason) => {
    const run = await replay(`${SAMPLE_TRACE.split('\n')[0]}\n${bad}\n`)
    expect(run.status).toBe(2)
    expect(run.stderr).toContain(reason)
    expect(jsonLines(run)).toHaveLength(1)
  })

  test('the process exits with the code and the reason', () => {
    const run = spawnVarve(['replay', '-', '--json'], { input: '{"conversation":"c"}\n' })
    expect(JSON.parse(run.stdout)).toEqual({
      error: { code: 'input-malformed', message: expect.stringMatching(/^-, line 1: turn: /) as string },
    })
    expect(run).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('varve: -, line 1: turn: expected number'),
    })
  })

  test('a turn over the budget exits with 1 and says by how much', async () => {
    const run = await replay(SAMPLE_TRACE, { window: 500 })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('This does not fit')
    expect(jsonLines(run)[0]).toMatchObject({ request: null, error: { code: 'over-budget' } })
    expect(jsonLines(run)).toHaveLength(3)
  })
})

test('invalid arguments exit with 2 and a reason', async () => {
  for (const [args, reason] of [
    [['replay', join(folder, 'none.jsonl')], 'there is no such file'],
    [['replay', 'x', '--provider', 'acme'], 'Allowed choices are openai'],
    [['replay', 'x', '--window', '-5'], 'whole number above 0'],
  ] as const) {
    const refused = await varve(args)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain(reason)
  }
})

test('the table prints the trace’s warnings to standard error', async () => {
  const turn = { conversation: 'c', turn: 1, user: 'x', forget: ['lost.md'], pin: ['gone.md'] }
  const table = await replay(`${JSON.stringify(turn)}\n`, { json: false })
  const lines = await replay(`${JSON.stringify(turn)}\n`)
  const [{ warnings } = {}] = jsonLines(lines) as { warnings?: readonly string[] }[]
  expect(warnings?.join('\n')).toContain('lost.md')
  expect(warnings?.join('\n')).toContain('gone.md')
  for (const { stderr } of [table, lines])
    expect(stderr).toBe((warnings ?? []).map((warning) => `varve: line 1: ${warning}\n`).join(''))
})

test('an invalid picture exits with 2, its line and the reason', async () => {
  const image = { mimeType: 'text/html', data: 'PGh0bWw+' }
  const turn = { conversation: 'c', turn: 1, user: 'x', images: [image] }
  expect(await replay(`\n${JSON.stringify(turn)}\n`, { json: false })).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('line 2: images[0]: "text/html" is not a kind of image'),
  })
})
