import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApp } from '@varve/app'
import { listen } from '@varve/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteRunning } from './start/running.ts'
import { type AskHome, askHome } from './testing/ask-home.ts'
import { type Given, jsonLines, type Run } from './testing/varve.ts'

const CLOUD = 'anthropic/claude-sonnet-4-5'
const PRIVATE = 'Is 4111 1111 1111 1111 my card?'

let home: AskHome
let address = ''
let apiKey = ''
let folder = ''
const closing: (() => unknown)[] = []

beforeAll(async () => {
  home = await askHome()
  const report = (): undefined => undefined
  const { app, workspaceId } = await openApp({ ...home.opening, report })
  const listening = await listen({ app, workspaceId, page: home.notes, port: 0, report })
  address = `http://127.0.0.1:${listening.port}`
  apiKey = (await app.createApiKey({ name: 'test', access: 'write' })).key
  folder = (await app.openWorkspace({ root: home.notes })).id
  closing.push(
    noteRunning(home.opening.dataFolder, { address, key: listening.key }),
    listening.close,
    app.close,
    home.remove,
  )
})

afterAll(async () => {
  for (const close of closing) await close()
})

const json = (run: Run) => jsonLines(run)[0] as Record<string, never>

describe('while the app runs on the same data', () => {
  test('a question and another answer go through it', async () => {
    const run = await home.ask(['When is the launch?'], { attach: ['plan.md'], json: true })
    expect(run).toMatchObject({ status: 0 })
    const { chatId, answers } = json(run) as unknown as {
      chatId: string
      answers: readonly { text: string }[]
    }
    expect(answers[0]?.text).toContain('12 December')
    const again = await home.run('chats regenerate', [chatId], { workspace: home.notes })
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('12 December') })
  })

  test('it accepts every option of ask and ask-again', async () => {
    const fitting = { allowExtracts: true, dropOptional: true, unrecorded: 'allow' } as const
    const options = { attach: ['plan.md?'], ...fitting, leaveOut: ['other.md'], json: true }
    const run = await home.ask(['When is the launch?'], options)
    expect(run).toMatchObject({ status: 0 })
    const chat = String(json(run)['chatId'])
    const again = await home.run('chats edit', [chat, 'And when?'], { workspace: home.notes, ...fitting })
    expect(again).toMatchObject({ status: 0 })
  })

  test('its refusals are printed word for word', async () => {
    const found = await home.ask([PRIVATE], { model: [CLOUD] })
    expect(found).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining('--redact') })
    const unknown = await home.ask(['x'], { model: ['none/such'] })
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining('Available models') })
  })

  test('Ctrl-C stops the answer there, and says so', async () => {
    const run = await home.ask(['Tell me.'], { model: [CLOUD] }, { stopped: () => Promise.resolve() })
    expect(run).toMatchObject({ status: 130, stderr: expect.stringContaining('Stopped.') })
  })
})

test('chats are restored from files, and folders become workspaces, through it', async () => {
  const back = await home.run('reindex', [], { workspace: home.notes })
  expect(back).toMatchObject({ status: 0, stdout: expect.stringMatching(/0 chats brought back, \d+ known/) })
  const added = await home.run('workspaces add', [join(home.base, 'vault')], { json: true })
  expect(added).toMatchObject({ status: 0 })
  expect(await home.run('keys forget', ['openai'])).toMatchObject({ status: 0 })
})

/** Commands that change something, each with what it prints. `CHAT` stands for a chat, by how its id begins. */
const WRITING: readonly (readonly [string, RegExp])[] = [
  ['chats rename CHAT Launch day', /Launch day/],
  ['chats pin CHAT', /pinned/],
  ['chats pin CHAT --off', /Launch day\n$/],
  ['chats tag CHAT one two', /#one {2}#two/],
  ['chats archive CHAT', /archived/],
  ['chats archive CHAT --off', /Launch day/],
  ['chats set CHAT runner=chat', /runner=chat/],
  ['chats mark CHAT plan.md essential', /^essential/],
  ['chats forget CHAT plan.md', /plan\.md/],
  ['chats compact CHAT', /Nothing to save/],
  ['chats fork CHAT', /Launch day/],
  ['chats export CHAT', /Launch day/],
  ['trace export CHAT', /"conversation"/],
  ['trace delete CHAT', /deleted/],
  ['chats trash CHAT', /^$/],
  ['chats restore CHAT', /Launch day/],
  ['settings set chat-files off', /off/],
  ['settings set chat-files on', /on/],
  ['memory add The harbour closes at four.', /harbour closes/],
  ['trust Varve/memory.md', /trusted/],
]

test.each([
  ['the one that runs on the same data', (): Given => ({})],
  ['one at an address, by its key', (): Given => ({ env: remote() })],
])('commands that write go through %s', async (_, given) => {
  const options = { workspace: folder }
  const asked = await home.ask(['When is the launch?'], { attach: ['plan.md'], json: true }, given())
  expect(asked).toMatchObject({ status: 0 })
  const chat = String(json(asked)['chatId']).slice(0, 30)
  for (const [words, printed] of WRITING) {
    const run = await home.run(words.replace('CHAT', chat), [], options, given())
    expect({ words, ...run }).toEqual({
      words,
      status: 0,
      stdout: expect.stringMatching(printed),
      stderr: expect.any(String),
    })
  }
  const file = join(home.base, 'chat.json')
  writeFileSync(file, (await home.run('chats export', [chat, '--form', 'json'], options, given())).stdout)
  const imported = await home.run('chats import', [file], options, given())
  expect(imported).toMatchObject({ status: 0, stdout: expect.stringContaining('Launch day') })
})

const remote = () => ({
  VARVE_HOME: join(home.base, 'elsewhere'),
  VARVE_SERVER: address,
  VARVE_API_KEY: apiKey,
})

describe('with a remote address', () => {
  test('lists, models and workspaces come from the server', async () => {
    const given = { env: remote() }
    const workspaces = await home.run('workspaces ls', [], { json: true }, given)
    expect(jsonLines(workspaces)[0]).toContainEqual(expect.objectContaining({ id: folder }))
    expect((await home.run('models', [], {}, given)).stdout).toContain('offline')
    expect((await home.run('chats ls', [], { workspace: 'notes' }, given)).stdout).toContain('Launch day')
    expect((await home.run('chats show', ['none'], {}, given)).stderr).toContain('There is no such chat.')
  })

  test('the key comes from a file or the environment; a missing or wrong key is reported', async () => {
    const file = join(home.base, 'key')
    writeFileSync(file, `${apiKey}\n`)
    const env = { VARVE_HOME: join(home.base, 'elsewhere') }
    const on = (options: Readonly<Record<string, string>>) => home.run('workspaces ls', [], options, { env })
    expect(await on({ server: address, keyFile: file })).toMatchObject({ status: 0 })
    expect(await on({ server: address })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('VARVE_API_KEY'),
    })
    writeFileSync(file, 'wrong')
    expect((await on({ server: address, keyFile: file })).stderr).toContain('This API key is not known here')
    rmSync(file)
    expect(await on({ server: address, keyFile: file })).toMatchObject({ status: 2 })
  })

  test.each([
    ['http://varve.example.org', 'unencrypted'],
    ['ftp://varve.example.org', 'no address of a Varve'],
    ['http://127.0.0.1:9', 'did not respond'],
  ])('%s is refused: %s', async (server, words) => {
    const run = await home.run('chats ls', [], { server }, { env: { VARVE_API_KEY: apiKey } })
    expect(run.status).not.toBe(0)
    expect(run.stderr).toContain(words)
  })

  test('a local-only command says that it is one', async () => {
    const run = await home.run('scan', ['hello'], { server: address })
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining('leave --server out') })
  })
})

test('a leftover note of a stopped Varve is ignored', async () => {
  const other = await askHome()
  try {
    noteRunning(other.opening.dataFolder, { address: 'http://127.0.0.1:9', key: 'gone' })
    expect(await other.ask(['When?'], { attach: ['plan.md'] })).toMatchObject({ status: 0 })
  } finally {
    await other.remove()
  }
})
