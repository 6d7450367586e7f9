import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { McpConnection } from './mcp-connection.ts'
import type { McpEntry } from '../tools/mcp-entry.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import type { OfferedTools } from './offered-tools.ts'
import type { McpEnvironment } from './open-transport.ts'
import { parseMcpConfig } from './parse-mcp-config.ts'
import { resultText } from './result-text.ts'
import { type HttpServer, startHttpServer } from './testing/http-server.ts'

const program = (file: string): string => fileURLToPath(new URL(`./testing/${file}`, import.meta.url))
const SAMPLE = { command: process.execPath, args: [program('stdio-server.ts')] }
const hostile = (kind: string) => ({
  command: process.execPath,
  args: [program('hostile-stdio-server.ts'), kind],
})

const open: { close: () => Promise<void> }[] = []
const heard: OfferedTools[] = []
const signal = (): AbortSignal => new AbortController().signal

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  heard.length = 0
})

function connect(entry: object, environment: McpEnvironment = {}, remembered?: OfferedTools): McpConnection {
  const [server] = parseMcpConfig(JSON.stringify({ mcpServers: { sample: entry } })).servers
  if (!server) throw new Error('The entry is wrong.')
  const connection = new McpConnection({
    server,
    cwd: process.cwd(),
    environment,
    timer: () => performance.now(),
    remembered,
    onOffered: (offered) => heard.push(offered),
  })
  open.push(connection)
  return connection
}

async function http(): Promise<HttpServer> {
  const server = await startHttpServer()
  open.push(server)
  return server
}

const ask = async (connection: McpConnection, tool: string, args = {}): Promise<string> =>
  resultText(await connection.call(tool, args, signal()))
const names = (offered: OfferedTools | undefined) => offered?.tools.map(({ name }) => name)

async function later<Result>(act: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, 10))
  return act()
}

/** A crash of a process is seen a moment later than its last words. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe.each(['stdio', 'http'] as const)('a server over %s', (kind) => {
  const sample = async (): Promise<McpConnection> =>
    connect(kind === 'stdio' ? SAMPLE : { url: (await http()).url })

  test('connects when first needed, lists its tools in order, and answers', async () => {
    const connection = await sample()
    expect(connection).toMatchObject({ state: 'idle', offered: undefined })
    const offered = await connection.offeredSoon('wait')
    expect(names(offered)).toEqual(names(offered)?.toSorted())
    expect(offered?.tools.find(({ tool }) => tool === 'echo')).toEqual({
      name: 'mcp__sample__echo',
      tool: 'echo',
      description: 'Says it again.',
      parameters: {
        properties: { text: { description: 'Any words.', type: 'string' } },
        required: ['text'],
        type: 'object',
      },
    })
    expect(await ask(connection, 'echo', { text: 'Hello' })).toBe('Hello')
    expect(await connection.call('refuse', {}, signal())).toMatchObject({ isError: true })
    expect(connection.state).toBe('ready')
  })

  test('content other than text is named and not fetched', async () => {
    const text = await ask(await sample(), 'parts')
    expect(text).toContain('One.\n[image, image/png, 4 characters of base64, not shown]')
    expect(text).toContain('file:///a.txt:\nTwo.\n[link: three https://tracker.example/pixel]')
  })

  test('ending in mid-call is a clear error, and the next call reconnects', async () => {
    const connection = await sample()
    await expect(ask(connection, 'crash')).rejects.toMatchObject({
      code: 'mcp-failed',
      message: expect.stringMatching(/^The MCP server "sample" .* It is started again at the next call\.$/),
    })
    expect(connection.state).toBe('idle')
    expect(await ask(connection, 'echo', { text: 'again' })).toBe('again')
    expect(connection).toMatchObject({ state: 'ready', problem: undefined })
  })

  test('an oversized message is aborted, and the next call reconnects', async () => {
    const connection = await sample()
    await expect(ask(connection, 'huge')).rejects.toThrow(`more than ${MCP_LIMITS.messageBytes} bytes`)
    expect(await ask(connection, 'echo', { text: 'again' })).toBe('again')
  })

  test('endless output is aborted', async () => {
    const connection = await sample()
    await expect(ask(connection, 'flood')).rejects.toThrow('talks without end')
  })

  test('a silent one can be aborted', async () => {
    const connection = await sample()
    await connection.connect()
    const stopping = new AbortController()
    const asked = connection.call('never', {}, stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(asked).rejects.toThrow('stopped')
    expect(await ask(connection, 'echo', { text: 'on' })).toBe('on')
  })

  test('a changed list applies to the next request', async () => {
    const connection = await sample()
    const before = await connection.offeredSoon('wait')
    await ask(connection, 'grow')
    expect(before?.tools).toHaveLength(11)
    // Over HTTP the notification comes by a stream of its own, a moment later.
    let after = before
    while (!names(after)?.includes('mcp__sample__grown'))
      after = await later(() => connection.offeredSoon('wait'))
    expect(after?.tools).toHaveLength(12)
    expect(before?.tools).toHaveLength(11)
    expect(heard).toHaveLength(2)
  })
})

describe('a program', () => {
  test('gets harmless variables and those of its entry, never provider keys', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-canary')
    try {
      const entry = {
        ...SAMPLE,
        env: { OWN: 'a', TOKEN: 'Bearer ${VARVE_MCP_TOKEN}' },
      }
      const variables = JSON.parse(
        await ask(connect(entry, { VARVE_MCP_TOKEN: 't0', OPENAI_API_KEY: 'sk-canary' }), 'environment'),
      ) as Record<string, string>
      expect(variables).toMatchObject({ OWN: 'a', TOKEN: 'Bearer t0' })
      expect(JSON.stringify(variables)).not.toContain('sk-canary')
      const known = [
        'OWN',
        'TOKEN',
        'HOME',
        'LOGNAME',
        'PATH',
        'SHELL',
        'TERM',
        'USER',
        '__CF_USER_TEXT_ENCODING',
      ]
      expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('ends with its connection', async () => {
    const connection = connect(SAMPLE)
    const pid = Number(await ask(connection, 'pid'))
    expect(process.kill(pid, 0)).toBe(true)
    await connection.close()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(ask(connection, 'pid')).rejects.toThrow('no longer in use')
  })

  test('its stderr is kept for the user', async () => {
    const connection = connect(SAMPLE)
    await connection.connect()
    await until(() => connection.errorOutput !== '')
    expect(connection.errorOutput).toBe('The sample server has started.\n')
  })

  test.each([
    [{ command: 'varve-no-such-program' }, 'ENOENT'],
    [hostile('dies'), 'Connection closed'],
    [hostile('junk'), 'talks without end'],
    [hostile('nothing'), 'tools'],
    [{ ...SAMPLE, env: { A: '${VARVE_MCP_NONE}' } }, 'VARVE_MCP_NONE is not set'],
  ])('a broken one says so, and later messages do not wait for it: %j', async (entry, words) => {
    const connection = connect(entry)
    expect(await connection.offeredSoon('wait')).toBeUndefined()
    expect(connection.state).toBe('failed')
    expect(connection.problem).toContain(words)
    expect(await connection.offeredSoon('wait')).toBeUndefined()
  })

  test('a silent one does not delay urgent callers, or those with cached tools', async () => {
    const remembered = { tools: [], problems: [] }
    expect(await connect(hostile('silent')).offeredSoon('hurry')).toBeUndefined()
    expect(await connect(hostile('silent'), {}, remembered).offeredSoon('wait')).toBe(remembered)
  })
})

describe('an address', () => {
  test('gets the headers of its entry', async () => {
    const server = await http()
    const headers = { Authorization: 'Bearer ${VARVE_MCP_KEY}' }
    await connect({ url: server.url, headers }, { VARVE_MCP_KEY: 'k1' }).connect()
    expect(server.requests.length).toBeGreaterThan(0)
    for (const request of server.requests) expect(request.authorization).toBe('Bearer k1')
  })

  test.each([
    ['http://example.org/mcp', 'needs https://'],
    ['http://169.254.169.254/mcp', 'link-local|metadata|not public|may not'],
    ['https://metadata.google.internal/mcp', 'metadata'],
    ['https://server.internal/mcp', 'names this machine or its network'],
  ])('%s is refused: only the entry’s own local address is opened', async (url, words) => {
    const connection = connect({ url } satisfies Partial<McpEntry>)
    await expect(connection.connect()).rejects.toThrow(new RegExp(words))
  })
})

describe('a tool list', () => {
  test('has provider-safe unique names and object schemas; the rest is reported', async () => {
    const offered = await connect(hostile('names')).offeredSoon('wait')
    expect(names(offered)).toMatchInlineSnapshot(`
      [
        "mcp__sample____proto__",
        "mcp__sample__either",
        "mcp__sample__l_schen____cd51caed",
        "mcp__sample__read_file____etc",
        "mcp__sample__read_file____etc_80dd90ad",
        "mcp__sample__same",
        "mcp__sample__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_0d4e2ca9",
      ]
    `)
    for (const name of names(offered) ?? []) expect(name).toMatch(/^mcp__sample__[A-Za-z0-9_-]{1,51}$/)
    expect(offered?.problems).toMatchInlineSnapshot(`
      [
        "Tool 7: name: Too small: expected string to have >=1 characters",
        "Tool 8: name: Invalid input: expected string, received undefined",
        "Tool 9: inputSchema: Invalid input: expected record, received array",
        "Tool 10: inputSchema: Invalid input: expected record, received string",
        "Tool 11: "number" does not take an object.",
        "Tool 12: The schema of "deep" is nested too deep.",
        "Tool 13: The schema of "wide" has 28040 characters; the limit is 16000.",
        "Tool 16: : Invalid input: expected object, received string",
        "Tool 17: : Invalid input: expected object, received null",
        "Two tools are called "same".",
      ]
    `)
    expect(offered?.tools.find(({ tool }) => tool === 'same')?.description).toBe('a')
    expect(offered?.tools.find(({ tool }) => tool === 'either')?.parameters).toEqual({
      properties: { a: { type: 'string' } },
      required: ['a'],
      type: 'object',
    })
  })

  test('ends even if the server pages without end or in a circle', async () => {
    expect(names(await connect(hostile('endless')).offeredSoon('wait'))).toHaveLength(MCP_LIMITS.pages)
    const circle = await connect(hostile('circle')).offeredSoon('wait')
    expect(names(circle)).toEqual(['mcp__sample__one'])
  })

  test('an invalid response is an error', async () => {
    await expect(ask(connect(hostile('names')), 'same')).rejects.toMatchObject({ code: 'mcp-failed' })
  })

  test('hidden or overlong text does not reach a model', async () => {
    const [tool] = (await connect(hostile('orders')).offeredSoon('wait'))?.tools ?? []
    expect(tool?.description).toMatch(/^Helps\. <important>/)
    expect(tool?.description.length).toBeLessThan(MCP_LIMITS.descriptionCharacters + 10)
  })
})
