import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthServer, startOAuthServer } from '@varve/app/testing'
import { type CommandHome, commandHome, type Given, VARVE } from '../testing/varve.ts'

let it: CommandHome
let workspace = ''

beforeAll(async () => {
  it = commandHome()
  workspace = await it.inFolder()
  writeFileSync(join(workspace, 'plan.md'), '# Plan\n')
  await it.run('workspaces add', [workspace])
})

afterAll(() => it.remove())

const mcp = (command: string, words: readonly string[] = [], options = {}, given: Given = {}) =>
  it.run(`mcp ${command}`, words, { workspace, ...options }, { cwd: workspace, ...given })
const fileOf = () => JSON.parse(readFileSync(join(workspace, 'Varve/mcp.json'), 'utf8')) as unknown

describe('varve mcp', () => {
  test('adds a program as a server, trusts it, and lists its tools: here another Varve', async () => {
    expect((await mcp('list')).stdout).toBe('There is no MCP server.\n')
    const words = ['self', '--', process.execPath, VARVE, 'mcp', '--workspace', workspace]
    const added = await it.run('mcp add', [
      '--workspace',
      workspace,
      '--env',
      `VARVE_HOME=${it.base}`,
      ...words,
    ])
    expect(added).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^self: connected\n {2}context: /),
    })
    expect(fileOf()).toEqual({
      mcpServers: {
        self: {
          command: process.execPath,
          args: [VARVE, 'mcp', '--workspace', workspace],
          env: { VARVE_HOME: it.base },
        },
      },
    })
    expect((await mcp('list')).stdout).toMatch(/self +trusted .*varve\.js mcp --workspace .* 3$/m)
    expect(JSON.parse((await mcp('test', ['self'], { json: true })).stdout)).toMatchObject({ state: 'ready' })
  })

  test('an untrusted server is neither started nor tested', async () => {
    expect((await mcp('trust', ['self'], { revoke: true })).stdout).toBe('self: not used\n')
    expect(await mcp('test', ['self'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not trusted'),
    })
    expect((await mcp('trust', ['self'])).stdout).toMatch(/^self: connected\n/)
  })

  test('a server that does not start says why, with the end of its output', async () => {
    const broken = [
      'broken',
      '--',
      process.execPath,
      '-e',
      'console.error("No such vault.\\nBye."); process.exit(1)',
    ]
    const added = await it.run('mcp add', ['--workspace', workspace, ...broken])
    expect(added.stdout).toMatch(/^broken: does not work\n/)
    const tested = await mcp('test', ['broken'])
    expect(tested).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/failed: .*\n {2}No such vault\.\n {2}Bye\.\n$/),
    })
    expect((await mcp('remove', ['broken'])).stdout).toBe('Removed broken.\n')
    expect(Object.keys((fileOf() as { readonly mcpServers: object }).mcpServers)).toEqual(['self'])
  })

  test.each([
    [['x', 'https://mcp.example.org/mcp', 'more'], {}, 'An address takes no arguments'],
    [['x', 'program'], { header: 'A: b' }, '--header and --local are for an address'],
    [['x', 'program'], { env: 'SECRET' }, 'A name, "=" and a value belong together.'],
    [['a__b', 'program'], {}, 'A server has a name of 1 to 20 letters'],
  ] as const)('%j is refused', async (words, options, reason) => {
    expect(await mcp('add', words, options)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(reason),
    })
  })

  test.each(['trust', 'remove', 'test', 'sign-in'])('%s of what is not there is refused', async (command) => {
    const { status, stderr } = await mcp(command, ['nobody'])
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining('no MCP server "nobody"')])
  })
})

describe('a server that wants its users to sign in', () => {
  let server: OAuthServer

  beforeAll(async () => {
    server = await startOAuthServer()
  })

  afterAll(() => server.close())

  /** Somebody who follows the printed address. */
  const follow = (): Given => {
    let said = ''
    return {
      heardError: (text) => {
        said += text
        const [url] = /http:\/\/\S+\/authorize\S+(?=\n)/.exec(said) ?? []
        if (url === undefined) return
        said = ''
        void fetch(url)
      },
    }
  }

  test('is added, signed in to, used, and refused once the user says no', async () => {
    expect((await mcp('add', ['secure', server.url])).stdout).toMatch(/^secure: wants you to sign in/)
    expect(await mcp('test', ['secure'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Run: varve mcp sign-in secure'),
    })
    expect((await mcp('sign-in', ['secure'], {}, follow())).stdout).toMatch(/^secure: connected\n/)
    // In another process, so to speak: with what was sealed.
    expect((await mcp('test', ['secure'])).stdout).toMatch(/^secure: connected\n/)
    server.revoke()
    server.deny()
    expect(await mcp('sign-in', ['secure'], {}, follow())).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('was refused: access_denied'),
    })
  })

  test('Ctrl-C ends the waiting', async () => {
    const { status, stderr } = await mcp('sign-in', ['secure'], {}, { stopped: () => Promise.resolve() })
    expect([status, stderr]).toEqual([130, expect.stringContaining('Stopped before secure was connected.')])
  })
})
