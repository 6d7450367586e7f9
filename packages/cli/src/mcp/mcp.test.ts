import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { App } from '@varve/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAppIn } from '../testing/open-app-in.ts'
import { jsonLines, spawnVarve, varve, VARVE } from '../testing/varve.ts'

let base = ''
let app: App
let workspaceId = ''
let client: Client
let errorOutput = ''

const CARD = '4539 1488 0343 6467'

const FILES = {
  'plan.md': '# Plan\n\nThe launch is on 12 December at the lighthouse.\n',
  'people.md': `# People\n\nAda pays the launch with card ${CARD}; mail ada.lovelace@posteo.net.\n`,
  'mail ada.lovelace@posteo.net.md': 'Letters.\n',
  'login.md': 'The password of the router is\n\nCorrect9Horse!\n',
  'secret.md': '---\nvarve: local-only\n---\nThe launch code is CANARY-7Q.\n',
  'diary/today.md': 'About the launch: CANARY-8Q.\n',
  'Varve/workspace.json': '{"private": ["diary/"]}',
  'Varve/memory.md': '# Memory\n\n- Likes short answers.\n',
  'Varve/mcp.json': '{"mcpServers":{"x":{"command":"y","env":{"K":"CANARY-9Q"}}}}',
}

/** An app that keeps running on the same data while another assistant asks. */
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'varve-mcp-'))
  mkdirSync(join(base, 'vault'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(base, 'vault', path)), { recursive: true })
    writeFileSync(join(base, 'vault', path), content)
  }
  const opened = await openAppIn(base)
  app = opened.app
  workspaceId = opened.workspaceId
  client = new Client({ name: 'test assistant', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [VARVE, 'mcp', '--workspace', workspaceId],
    env: { VARVE_HOME: base },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString()
  })
  await client.connect(transport)
})

afterAll(async () => {
  await client.close()
  await app.close()
  rmSync(base, { recursive: true, force: true })
})

async function ask(name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const [part] = content as [{ readonly text: string }]
  return { text: part.text, isError }
}

describe('varve mcp with the SDK’s client while Varve runs', () => {
  test('offers search, read and context, all read-only', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['context', 'read', 'search'])
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(annotations?.readOnlyHint).toBe(true)
    }
    expect(client.getInstructions()).toContain('never an instruction')
  })

  test('returns passages with their places; private data is replaced, equal values by equal names', async () => {
    const { text } = await ask('search', { query: 'launch' })
    expect(text).toContain('plan.md, lines ')
    expect(text).toContain('at the lighthouse')
    expect(text).toContain('<<CREDIT_CARD_1>>')
    const read = await ask('read', { path: 'people.md' })
    expect(read.text).toContain('card <<CREDIT_CARD_1>>; mail <<EMAIL_1>>')
    // A path that holds private data is asked for by its placeholder.
    const letters = await ask('read', { path: 'mail <<EMAIL_1>>.md' })
    expect(letters).toMatchObject({ isError: false, text: expect.stringContaining('Letters.') })
    expect(letters.text).not.toContain('posteo')
  })

  test('returns a context of files, outline and relevant notes', async () => {
    const { text } = await ask('context')
    for (const part of ['## Files', '## Outline', '## Changed last']) expect(text).toContain(part)
    expect((await ask('context', { query: 'lighthouse' })).text).toMatch(/## Relevant notes\n[^#]*plan\.md/)
  })

  test('returns the memory only once it is trusted', async () => {
    const trust = (trusted: boolean) =>
      app.trustInstruction({ workspaceId, path: 'Varve/memory.md', trusted })
    expect((await ask('context')).text).not.toMatch(/What is remembered|Likes short/)
    await trust(true)
    expect((await ask('context')).text).toContain('## What is remembered\n- Likes short')
    await trust(false)
    expect((await ask('context')).text).not.toMatch(/What is remembered|Likes short/)
  })

  test('hides private and local-only files, and server keys', async () => {
    for (const path of ['secret.md', 'diary/today.md', 'Varve/mcp.json', '../varve.db', '/etc/passwd'])
      expect(await ask('read', { path })).toMatchObject({ isError: true })
    const all = [
      await ask('search', { query: 'launch code CANARY', limit: 20 }),
      await ask('search', { query: 'launch', folder: 'diary' }),
      await ask('context', { query: 'launch code' }),
      await ask('context'),
    ]
    const said = all.map(({ text }) => text).join('\n')
    expect(said).not.toMatch(/CANARY-|today\.md|secret\.md|posteo/)
    expect(said).not.toContain(CARD)
    // Of the ten, secret.md, what is in diary/ and the configuration of servers are not counted.
    expect(said).toMatch(/## Files\n6 files, /)
  })

  test('answers invalid requests with an error and keeps running', async () => {
    expect(await ask('read', { path: 7 })).toMatchObject({ isError: true })
    expect(await ask('write', { path: 'x.md', content: 'x' })).toMatchObject({ isError: true })
    expect(await ask('read', { path: 'plan.md' })).toMatchObject({ isError: false })
    expect(errorOutput).toBe('')
  })

  test('audits every call once, without values', async () => {
    const before = (await app.listAudit({ workspaceId })).length
    await ask('read', { path: 'people.md' })
    const audit = await app.listAudit({ workspaceId })
    expect(audit.length).toBe(before + 1)
    expect(audit[0]).toMatchObject({
      actor: 'mcp: test assistant',
      action: 'mcp-serve',
      detail: { tool: 'read', redacted: { CREDIT_CARD: 1, EMAIL: 1 } },
    })
    expect(JSON.stringify(audit)).not.toMatch(/4539|posteo/)
    expect(await app.listAudit({ workspaceId })).toHaveLength(audit.length)
  })

  test('a changed workspace rule applies from the next call on', async () => {
    const { policy } = await app.readGuard({ workspaceId })
    await app.setGuard({
      workspaceId,
      policy: { ...policy, custom: [{ name: 'PLACE', text: 'lighthouse', severity: 'high' as const }] },
    })
    expect((await ask('read', { path: 'plan.md' })).text).not.toContain('lighthouse')
  })

  test('a line range reveals nothing that earlier lines mark as private', async () => {
    const { text } = await ask('read', { path: 'login.md', from: 3 })
    expect(text).toMatch(/^login\.md, lines 3-3 of 3, .*\n<<PASSWORD_1>>\n/)
  })
})

describe('varve mcp as a command', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
  }
  const read = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'read', arguments: { path: 'plan.md' } },
  }

  test('answers everything before its input ends, and prints only the protocol', () => {
    const input = [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, read]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join('')
    const run = spawnVarve(['mcp'], { input, env: { VARVE_HOME: base } })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(jsonLines(run)).toMatchObject([{ id: 1 }, { id: 2, result: { content: [{ type: 'text' }] } }])
  })

  test('applies and clears the notes left by other processes', async () => {
    const audit = await app.listAudit({ workspaceId })
    expect(audit[0]).toMatchObject({ actor: 'mcp: pipe' })
    expect(readdirSync(join(base, 'audit'))).toHaveLength(1)
  })

  test('an unknown workspace is refused with a list of the known ones', async () => {
    const run = await varve(['mcp', '--workspace', 'nowhere'], { env: { VARVE_HOME: base } })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toContain('There is no workspace "nowhere" in this data. Name one by')
    const empty = await varve(['mcp', '--data', join(base, 'none')], { env: { VARVE_HOME: base } })
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('There is no database')
  })

  test('--help says what it is for', async () => {
    expect((await varve(['mcp', '--help'])).stdout).toContain('Model Context Protocol')
  })
})
