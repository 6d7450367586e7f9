import { describe, expect, test } from 'vitest'
import { isNamedLocal, serverPlace } from './server-place.ts'
import { parseMcpConfig } from './parse-mcp-config.ts'

const config = (mcpServers: unknown): string => JSON.stringify({ mcpServers }, undefined, 2)
const only = (entry: unknown) => parseMcpConfig(config({ one: entry }))

describe('Varve/mcp.json', () => {
  test('programs and addresses, sorted by name', () => {
    const { servers, problems } = parseMcpConfig(
      config({
        web: { type: 'http', url: 'https://mcp.example.org/', headers: { Authorization: 'Bearer x' } },
        files: { command: 'npx', args: ['-y', 'files'], env: { ROOT: '/x' }, disabled: true },
      }),
    )
    expect(problems).toEqual([])
    expect(servers).toMatchObject([
      { name: 'files', disabled: true, entry: { kind: 'stdio', command: 'npx', env: { ROOT: '/x' } } },
      { name: 'web', disabled: false, entry: { kind: 'http', local: false } },
    ])
  })

  test('any change of an entry needs trust again, except the order of its fields', () => {
    const hashes = [
      { command: 'a', args: [] },
      { args: [], command: 'a' },
      { command: 'a', args: ['x'] },
      { command: 'a', args: [], env: { A: '1' } },
      { command: 'a' },
    ].map((entry) => only(entry).servers[0]?.hash)
    expect(hashes[0]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(4)
    const renamed = parseMcpConfig(config({ two: { command: 'a', args: [] } })).servers[0]?.hash
    expect(renamed).not.toBe(hashes[0])
  })

  test('an invalid entry is reported with its place, and affects no other', () => {
    const { servers, problems } = parseMcpConfig(
      config({
        good: { command: 'a' },
        'bad name': { command: 'a' },
        args: { command: 'a', args: ['x', 7] },
        more: { command: 'a', cmd: 'b' },
        web: { url: 'file:///etc/passwd' },
        none: {},
        list: [],
      }),
    )
    expect(servers.map(({ name }) => name)).toEqual(['good'])
    expect(problems.map(({ line, place }) => [line, place])).toEqual([
      [6, 'mcpServers.bad name'],
      [13, 'mcpServers.args.args.1'],
      [16, 'mcpServers.more'],
      [21, 'mcpServers.web.url'],
      [23, 'mcpServers.none.command'],
      [24, 'mcpServers.list'],
    ])
  })

  test('an unknown variable is reported with its line', () => {
    const { servers, problems } = parseMcpConfig(
      config({
        good: { command: 'a', env: { TOKEN: 'Bearer ${VARVE_MCP_TOKEN}', PRICE: '$5' } },
        sly: { command: 'a', env: { KEY: '${ANTHROPIC_API_KEY}' } },
        web: { url: 'https://example.org/', headers: { Authorization: 'Bearer ${OPENAI_API_KEY}' } },
      }),
    )
    expect(servers.map(({ name }) => name)).toEqual(['good'])
    expect(problems.map(({ line, place }) => [line, place])).toEqual([
      [13, 'mcpServers.sly.env.KEY'],
      [19, 'mcpServers.web.headers.Authorization'],
    ])
    expect(problems[0]?.message).toContain('${VARVE_MCP_…}')
  })

  test.each([
    ['{\n  "mcpServers": {\n', 3],
    ['[]', undefined],
    ['{"mcpServers": []}', undefined],
    [`{"mcpServers": {"a": ${'['.repeat(50)}${']'.repeat(50)}}}`, undefined],
    [`{"mcpServers": {}, "x": "${'x'.repeat(70_000)}"}`, undefined],
  ])('%.40s is not valid', (text, line) => {
    const { servers, problems } = parseMcpConfig(text)
    expect(servers).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]?.line).toBe(line)
  })

  test('a duplicate name is reported: the user may have reviewed the other one', () => {
    const text = '{"mcpServers": {\n"a": {"command": "good"},\n"a": {"command": "bad"}\n}}'
    expect(parseMcpConfig(text).problems).toEqual([
      { line: 3, place: '', message: 'This name is there twice.' },
    ])
  })
})

describe('the location of a server', () => {
  test.each([
    ['http://localhost:3000/', true, 'this-machine'],
    ['http://127.0.0.1:3000/', true, 'this-machine'],
    ['http://[::1]:3000/', true, 'this-machine'],
    ['http://2130706433:3000/', true, 'this-machine'],
    ['http://192.168.1.7/', true, 'remote'],
    ['https://localhost.example.org/', false, 'remote'],
    ['https://mcp.example.org/', false, 'remote'],
    ['https://8.8.8.8/', false, 'remote'],
  ])('%s', (url, isLocal, place) => {
    const entry = only({ url }).servers[0]?.entry
    if (entry?.kind !== 'http') throw new Error('It is no address.')
    expect([isNamedLocal(entry), serverPlace(entry)]).toEqual([isLocal, place])
    expect(isNamedLocal({ ...entry, local: true })).toBe(true)
  })
})
