import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ApiKeyScope } from '@varve/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

const CARD = '4539 1488 0343 6467'

const FILES = {
  'people.md': `# People\n\nAda pays the launch with card ${CARD}; mail ada.lovelace@posteo.net.\n`,
  'mail ada.lovelace@posteo.net.md': 'Letters.\n',
  'secret.md': '---\nvarve: local-only\n---\nThe launch code is CANARY-7Q.\n',
  'diary/today.md': 'About the launch: CANARY-8Q.\n',
  'Varve/workspace.json': '{"private": ["diary/"]}',
  'Varve/templates/brief.md':
    '---\ndescription: A short brief\n---\nWrite a brief of {[[plan]]} for {{reader}}.\n',
}

let it: TestServer
let listening: Listening
let client: Client

beforeAll(async () => {
  it = await testServer()
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(it.base, 'workspaces', it.workspaceId, path)), { recursive: true })
    it.write(path, content)
  }
  const { app, workspaceId, page } = it
  listening = await listen({ app, workspaceId, page, port: 0, report: () => undefined })
  await it.app.controlIndex({ workspaceId, action: 'refresh' })
  client = await connect({ access: 'read' })
})

afterAll(async () => {
  await client.close()
  await listening.close()
  await it.close()
})

const url = (path = '') => new URL(`http://127.0.0.1:${listening.port}/mcp${path}`)

async function keyOf(scope: ApiKeyScope): Promise<string> {
  return (await it.app.createApiKey({ name: 'Assistant', ...scope })).key
}

async function connect(scope: ApiKeyScope, path = ''): Promise<Client> {
  const headers = { authorization: `Bearer ${await keyOf(scope)}` }
  const made = new Client({ name: 'test assistant', version: '1' })
  await made.connect(new StreamableHTTPClientTransport(url(path), { requestInit: { headers } }))
  return made
}

interface Said {
  readonly text: string
  readonly structured: unknown
  readonly isError: boolean
}

async function call(name: string, args: Record<string, unknown> = {}, by = client): Promise<Said> {
  const {
    content,
    structuredContent: structured,
    isError = false,
  } = await by.callTool({
    name,
    arguments: args,
  })
  return {
    text: (content as [{ readonly text: string }])[0].text,
    structured,
    isError: Boolean(isError),
  }
}

async function resources() {
  const all: { readonly uri: string; readonly name: string }[] = []
  let cursor: string | undefined
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor })
    all.push(...page.resources)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return all
}

const textOf = async (uri: string) =>
  ((await client.readResource({ uri })).contents[0] as { readonly text: string }).text

describe('MCP over HTTP with the SDK’s client', () => {
  test('offers the tools of varve mcp, each with an output schema', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['context', 'read', 'search'])
    for (const { outputSchema, annotations } of tools) {
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations?.readOnlyHint).toBe(true)
    }
  })

  test('returns results as text and as fields, without private data in either', async () => {
    const found = await call('search', { query: 'launch' })
    expect(found.structured).toMatchObject({
      passages: expect.arrayContaining([
        expect.objectContaining({ path: 'plan.md', text: expect.stringContaining('12 December') }),
      ]),
    })
    const read = await call('read', { path: 'people.md' })
    expect(read.text).toContain('card <<CREDIT_CARD_1>>; mail <<EMAIL_1>>')
    expect(read.structured).toMatchObject({
      path: 'people.md',
      text: expect.stringContaining('card <<CREDIT_CARD_1>>; mail <<EMAIL_1>>'),
    })
    const around = await call('context')
    expect(around.structured).toMatchObject({ sections: [{ title: 'Files' }, { title: 'Outline' }, {}] })
    const all = JSON.stringify([found, read, around])
    for (const secret of [CARD, 'posteo', 'CANARY', 'secret.md', 'today.md'])
      expect(all).not.toContain(secret)
    expect(await call('read', { path: 'secret.md' })).toMatchObject({ isError: true })
  })

  test('lists notes and chats as resources, and reads them', async () => {
    const { id } = await it.app.createChat({ workspaceId: it.workspaceId })
    for await (const _ of it.app.ask({
      workspaceId: it.workspaceId,
      chatId: id,
      text: `Is ${CARD} the card?`,
      attach: ['plan.md'],
      modelIds: ['offline'],
      signal: new AbortController().signal,
    }));
    const hidden = await it.app.createChat({ workspaceId: it.workspaceId })
    for await (const _ of it.app.ask({
      workspaceId: it.workspaceId,
      chatId: hidden.id,
      text: 'What is the code?',
      attach: ['secret.md'],
      modelIds: ['offline'],
      signal: new AbortController().signal,
    }));
    const all = await resources()
    const uris = all.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(['varve:///files/plan.md', `varve:///chats/${id}`]))
    const listed = JSON.stringify(all)
    for (const secret of ['secret.md', 'diary', CARD, 'posteo', hidden.id])
      expect(listed).not.toContain(secret)
    expect(await textOf('varve:///files/plan.md')).toContain('12 December')
    const letters = uris.find((uri) => uri.includes('EMAIL')) ?? ''
    expect(await textOf(letters)).toContain('Letters.')
    const chat = await textOf(`varve:///chats/${id}`)
    expect(chat).toContain('<<CREDIT_CARD_1>>')
    expect(chat).not.toContain(CARD)
    for (const uri of [
      'varve:///files/secret.md',
      'varve:///files/diary%2Ftoday.md',
      'varve:///files/../../secret.md',
      'varve:///files/%2e%2e%2fvarve.db',
      'varve:///files/%00',
      `varve:///chats/${hidden.id}`,
      'varve:///chats/none',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow()
    await expect(client.listResources({ cursor: 'files:-1' })).rejects.toThrow('no such page')
  })

  test('a refusal names no value behind a placeholder', async () => {
    await call('read', { path: 'people.md' })
    const words: string[] = []
    for (const held of ['<<CREDIT_CARD_1>>', '<<EMAIL_1>>']) {
      const named = encodeURIComponent(`${held}.md`)
      for (const asked of [
        () => client.readResource({ uri: `varve:///files/${named}` }),
        () => client.readResource({ uri: `varve:///files/../${named}` }),
        () => client.readResource({ uri: `varve:///chats/${named}` }),
        () => client.getPrompt({ name: held }),
        () => client.getPrompt({ name: 'brief', arguments: { [held]: held } }),
      ])
        words.push(await asked().then(JSON.stringify, String))
      for (const args of [{ path: held }, { path: 'people.md', from: 1e6, [held]: held }])
        words.push((await call('read', args)).text)
      words.push((await call('search', { query: held, folder: held })).text)
    }
    for (const secret of [CARD, 'posteo']) expect(words.join('\n')).not.toContain(secret)
    expect(words[0]).toContain('<<CREDIT_CARD_1>>')
  })

  test('offers trusted templates as prompts, with their notes', async () => {
    expect((await client.listPrompts()).prompts).toEqual([])
    const [template] = await it.app.listDefinitions({ workspaceId: it.workspaceId, kind: 'template' })
    const { workspaceId } = it
    await it.app.trustDefinition({ workspaceId, kind: 'template', id: 'brief', hash: template?.hash ?? '' })
    expect((await client.listPrompts()).prompts).toEqual([
      { name: 'brief', description: 'A short brief', arguments: [{ name: 'reader', required: true }] },
    ])
    const { messages } = await client.getPrompt({ name: 'brief', arguments: { reader: 'Ada' } })
    expect(messages).toMatchObject([
      { content: { type: 'text', text: expect.stringMatching(/^Write a brief of .*plan.* for Ada\.$/) } },
      { content: { type: 'resource_link', uri: 'varve:///files/plan.md' } },
    ])
    await expect(client.getPrompt({ name: 'brief' })).rejects.toThrow('"reader"')
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('no prompt')
  })

  test('audits every call without values', async () => {
    await call('read', { path: 'people.md' })
    const audit = await it.app.listAudit({ workspaceId: it.workspaceId })
    expect(audit[0]).toMatchObject({
      actor: 'mcp: test assistant',
      action: 'mcp-serve',
      detail: { tool: 'read', redacted: { CREDIT_CARD: 1, EMAIL: 1 } },
    })
    expect(JSON.stringify(audit)).not.toMatch(/4539|posteo/)
  })
})

describe('access of an MCP client', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }

  const post = (headers: Record<string, string>, body: unknown, path = '') =>
    fetch(url(path), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('is limited to the workspace of its key, with or without the id in the address', async () => {
    const { id } = await it.app.createWorkspace({ name: 'Another place' })
    const scope = { access: 'read', workspaces: [id] } as const
    for (const path of ['', `/${id}`, '/another-place']) {
      const other = await connect(scope, path)
      expect((await call('search', { query: 'launch' }, other)).structured).toEqual({ passages: [] })
      await other.close()
    }
    await expect(connect(scope, `/${it.workspaceId}`)).rejects.toThrow('no such workspace')
    await expect(connect({ access: 'read' }, '/none')).rejects.toThrow('no such workspace')
  })

  test('is refused without a key, with a revoked key, or in another client’s session', async () => {
    expect((await post({}, initialize)).status).toBe(401)
    const { key, apiKey } = await it.app.createApiKey({ name: 'Old', access: 'read' })
    const authorization = `Bearer ${key}`
    const begun = await post({ authorization }, initialize)
    expect(begun.status).toBe(200)
    const session = begun.headers.get('mcp-session-id') ?? ''
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const going = { authorization, 'mcp-session-id': session }
    expect((await post(going, list)).status).toBe(200)
    const another = { ...going, authorization: `Bearer ${await keyOf({ access: 'write' })}` }
    expect((await post(another, list)).status).toBe(404)
    await it.app.revokeApiKey({ id: apiKey.id })
    expect((await post(going, list)).status).toBe(401)
  })

  test('other methods, forms and nonsense are refused, and DELETE ends the session', async () => {
    const authorization = `Bearer ${await keyOf({ access: 'read' })}`
    expect((await fetch(url(), { headers: { authorization } })).status).toBe(405)
    expect((await post({ authorization, 'content-type': 'text/plain' }, initialize)).status).toBe(415)
    expect((await post({ authorization }, '{')).status).toBe(400)
    expect((await post({ authorization }, ' '.repeat(5_000_000))).status).toBe(413)
    const begun = await post({ authorization }, initialize)
    const going = { authorization, 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    expect((await fetch(url(), { method: 'DELETE', headers: going })).status).toBe(200)
    expect((await post(going, { jsonrpc: '2.0', id: 2, method: 'tools/list' })).status).toBe(404)
  })
})
