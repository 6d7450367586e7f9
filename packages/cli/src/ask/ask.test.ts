import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskHome, askHome } from '../testing/ask-home.ts'
import { jsonLines, type Run } from '../testing/varve.ts'

const CLOUD = 'anthropic/claude-sonnet-4-5'
const CARD = '4111 1111 1111 1111'
const PRIVATE = `Is ${CARD} my card? Tell ada.lovelace@posteo.net.`

let home: AskHome

beforeAll(async () => {
  home = await askHome()
})

afterAll(() => home.remove())

const json = (run: Run) => jsonLines(run)[0] as Record<string, never>
const chatOf = ({ stderr }: Run) => /New chat: (\S+)/.exec(stderr)?.[1] ?? ''

function show(id: string): Promise<Run> {
  return home.run('chats show', [id], { workspace: home.notes })
}

describe('varve ask', () => {
  test('prints only the answer to stdout, and id, sources and usage to stderr; the chat stores it', async () => {
    const run = await home.ask(['When', 'is', 'the', 'launch?'], { attach: ['plan.md'] })
    expect(run.status).toBe(0)
    expect(run.stdout).toMatch(/^1 passage from 1 note.*12 December at the lighthouse\.\[\^1\]\n$/s)
    expect(run.stderr).toMatch(
      /varve: New chat: \S+\nvarve: \[1\] plan\.md:1-3\nvarve: [\d,]+ new · \d+ out · free · /,
    )
    const shown = await show(chatOf(run))
    expect(shown.stdout).toContain('> When is the launch?')
    expect(shown.stdout).toContain('12 December at the lighthouse.[^1]')
    expect(readdirSync(join(home.notes, 'Varve/chats')).filter((name) => name.endsWith('.md'))).toHaveLength(
      1,
    )
  })

  test('--chat continues a chat with the model that answered in it, and prints the price', async () => {
    const first = await home.ask(['When is the launch? @plan'], { model: [CLOUD] })
    expect(first.stderr).toMatch(/varve: [\d,]+ new · .*\d+ out · \$0\.\d+ · /)
    const chat = chatOf(first)
    const next = await home.ask(['-'], { chat, json: true }, { input: 'And where?\nSay it.\n' })
    expect(json(next)).toMatchObject({ chatId: chat, answers: [{ modelId: CLOUD, status: 'complete' }] })
    expect(next.stderr).toBe('')
    expect((await show(chat)).stdout).toContain('> And where?\nSay it.')
  })

  test('prints several models under their names', async () => {
    const model = [CLOUD, 'anthropic/claude-haiku-5-5']
    const { stdout, stderr, status } = await home.ask(['When?'], { attach: ['plan.md'], model })
    expect(status).toBe(0)
    expect(stdout.match(/^# .*$/gm)?.slice(0, 1)).toEqual([expect.stringContaining(`(${CLOUD})`)])
    expect(stdout).toMatch(/\n\n# .*\(anthropic\/claude-haiku-5-5\)\n\n/)
    expect(stderr.match(/: [\d,]+ new · /g)).toHaveLength(2)
  })

  test('-c continues the most recent chat, with or without the verb', async () => {
    const begun = chatOf(await home.ask(['When?'], { attach: ['plan.md'] }))
    const next = await home.run('And where?', ['-c', '-w', home.notes, '--json'])
    expect(json(next)).toMatchObject({ chatId: begun, answers: [{ status: 'complete' }] })
  })

  test('--json prints a single object with everything', async () => {
    const run = await home.ask(['When? @plan and @"no such note"'], { json: true })
    expect(run.stderr).toBe('')
    expect(json(run)).toMatchObject({
      workspaceId: expect.any(String),
      chatId: expect.any(String),
      turnId: expect.any(String),
      answers: [
        {
          text: expect.any(String),
          status: 'complete',
          usage: { costUSD: expect.any(Number) },
          sources: [{ number: 1, path: 'plan.md' }],
        },
      ],
      notices: [{ code: 'not-found', subject: 'no such note' }],
      attachments: [{ title: expect.any(String), form: 'full' }],
    })
  })

  test('--json --stream prints one line per event, and the last one says how it ended', async () => {
    const run = await home.ask(['When?'], { attach: ['plan.md'], json: true, stream: true })
    const kinds = jsonLines(run).map(({ kind }) => kind)
    expect([...new Set(kinds)]).toEqual(['sent', 'begun', 'text', 'ended', 'done'])
    expect(jsonLines(run).at(-1)).toMatchObject({ kind: 'done', answers: [{ status: 'complete' }] })
    const refused = await home.ask(['When?'], { model: ['none/such'], json: true, stream: true })
    expect(jsonLines(refused)).toMatchObject([{ kind: 'error', error: { code: 'model-unknown' } }])
    expect(await home.ask(['When?'], { stream: true })).toMatchObject({ status: 2, stdout: '' })
  })

  test('attaches a pipe as context, without treating it as the message or sending control codes to a terminal', async () => {
    const input = 'The colour is \u001b[31mteal.\n'
    const asked = { attach: ['-'] }
    expect((await home.ask(['What is the colour?'], asked, { input })).stdout).toContain('is \u001b[31mteal.')
    const shown = await home.ask(['What is the colour?'], asked, { input, isScreen: true })
    expect(shown.stdout).toContain('The colour is \ufffd[31mteal.')
    expect((await home.ask(['-'], { attach: ['-'] }, { input: 'x' })).status).toBe(2)
  })
})

test('reads a chat’s context from a workspace in the database', async () => {
  const workspace = (await home.run('files create', ['Mine'])).stdout.trim()
  await home.run('files put', ['tide.md', '-'], { workspace }, { input: 'High at noon.\n' })
  const chat = chatOf(await home.ask(['When?'], { workspace, attach: ['tide.md'] }))
  const shown = await home.run('chats show', [chat], { workspace, json: true })
  expect(json(shown)).toMatchObject({ kept: [{ key: 'tide.md', status: 'current' }] })
})

describe('private data', () => {
  test('stops when the guard asks, names the types but never the values, and says which options decide', async () => {
    const run = await home.ask([PRIVATE], { model: [CLOUD], json: true })
    expect(run.status).toBe(3)
    expect(run.stderr).toMatch(
      /Private data was found\. Nothing has been sent\.\n {2}critical {2}CREDIT_CARD/,
    )
    expect(run.stderr).toMatch(/Also \w+: 1 EMAIL\n--redact/)
    expect(json(run)).toMatchObject({
      error: { code: 'guard-findings', guard: { findings: [{ type: 'CREDIT_CARD', place: 'message' }] } },
    })
    expect(run.stdout + run.stderr).not.toContain(CARD)
  })

  test('--redact and --send decide, and the output says what was done', async () => {
    const redacted = await home.ask([PRIVATE], { model: [CLOUD], redact: true })
    expect(redacted.status).toBe(0)
    expect(redacted.stderr).toContain('Replaced before sending: 1 CREDIT_CARD, 1 EMAIL')
    const sent = await home.ask([PRIVATE], { model: [CLOUD], send: true, json: true })
    expect(json(sent)).toMatchObject({ guard: { sent: { CREDIT_CARD: 1 } } })
  })
})

describe('refused questions', () => {
  test.each([
    [
      'a model that there is not',
      { model: ['none/such'] },
      2,
      /There is no model "none\/such"\. Available models: offline, .*Choose one with --model\./,
    ],
    ['a chat that there is not', { chat: 'none' }, 1, /There is no such chat\./],
    [
      'a note that there is not',
      { attach: ['none.md'] },
      1,
      /"none\.md" cannot be attached: .* Nothing has been sent\./,
    ],
    ['an agent that there is not', { agent: 'nobody' }, 2, /nobody/],
    [
      'a model without a key',
      { model: ['deepseek/deepseek-v4-flash'] },
      1,
      /no key for DeepSeek.*varve keys set/,
    ],
    [
      'a workspace that there is not',
      { workspace: 'nowhere' },
      1,
      /no workspace "nowhere" in this data. Name one by/,
    ],
  ] as const)('%s', async (_, options, status, words) => {
    const run = await home.ask(['When?'], { ...options, json: true })
    expect(run.status).toBe(status)
    expect(run.stderr).toMatch(words)
    expect(json(run)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
  })

  test('refuses an empty message, and no message on a terminal', async () => {
    const run = await home.ask([], {}, { input: '\n ' })
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('The message is empty.')
    const typed = await home.ask([], { json: true }, { isTyped: true })
    expect(typed).toMatchObject({ status: 2, stderr: expect.stringContaining('Say what to ask') })
    expect(json(typed)).toMatchObject({ error: { code: 'usage' } })
  })

  test('says with numbers when the context does not fit, and what to do', async () => {
    writeFileSync(join(home.notes, 'long.md'), 'The tide comes in and goes out again. '.repeat(60_000))
    const run = await home.ask(['Sum it up.'], { attach: ['long.md'] })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/This does not fit: [\d,]+ of [\d,]+ tokens.*Nothing has been sent\.\n {2}/)
    expect(run.stderr).toContain('--model')
  })

  test('uses the most recent workspace when no folder is named, and creates none', async () => {
    const { stderr, status } = await home.ask(['When?'], { workspace: undefined })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(stderr).toContain(`In the workspace notes (${home.notes}), since you are in none here.`)
    const below = await home.ask(['When?'], { workspace: undefined }, { cwd: join(home.notes, 'Varve') })
    expect(below.status).toBe(0)
    expect(below.stderr).not.toContain('In the workspace')
  })
})

describe('a failing answer', () => {
  let failing: AskHome

  beforeAll(async () => {
    failing = await askHome(['cut', '401'])
  })

  afterAll(() => failing.remove())

  test('prints and keeps what arrived, and names the chat that holds the message', async () => {
    const run = await failing.ask(['Tell me.'], { model: [CLOUD] })
    expect(run.status).toBe(1)
    expect(run.stdout).toMatch(/^This is sentence 1 of a long text\./)
    expect(run.stderr).toContain(`The message is in chat ${chatOf(run)}.`)
  })

  test('is complete as JSON', async () => {
    const run = await failing.ask(['Tell me.'], { model: [CLOUD], json: true })
    expect(run.status).toBe(1)
    expect(json(run)).toMatchObject({ answers: [{ status: 'failed', errorCode: 'key-rejected', text: '' }] })
  })
})

test('piped text becomes context for the question; an empty pipe adds nothing', async () => {
  const input = 'The keel was laid on 3 March.\n'
  const run = await home.ask(['When', 'was', 'the', 'keel', 'laid?'], { json: true }, { input })
  expect(json(run)).toMatchObject({ attachments: [{ kind: 'paste' }], answers: [{ status: 'complete' }] })
  expect(JSON.stringify(json(run)['answers'])).toContain('3 March')
  const none = await home.ask(['Hello?'], { json: true }, { input: '', isPipe: () => true })
  expect(json(none)).toMatchObject({ attachments: [], answers: [{ status: 'complete' }] })
})
