import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../testing/temporary-app.ts'
import type { SendMessageInput } from '../turn/send.ts'

const MODEL = 'openai/gpt-5.6'
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Lines such as a key has, none like another. */
const BODY = Array.from({ length: 60 }, (_, line) =>
  Array.from(
    { length: 64 },
    (_sign, at) => SIGNS[(line * 37 + at * (2 * line + 11) + (at * at) / 4) & 63],
  ).join(''),
)
const KEY = ['-----BEGIN PRIVATE KEY-----', ...BODY, '-----END PRIVATE KEY-----', ''].join('\n')
/** Of its middle, which looks like nothing by itself. */
const MIDDLE = BODY.slice(9, 13)
/** In one line, as a service account has it. */
const ESCAPED = JSON.stringify({ type: 'service_account', private_key: KEY })

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  it.write('server.md', `# Server\n\nIts key is kept here.\n\n${KEY}\n\nThe harbour is east of it.\n`)
  it.write('account.json', ESCAPED)
  it.write('login.md', '# Login\n\nThe password of the router is\n\nCorrect9Horse!\n')
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () => it.simulator.requests.map(({ bodyText }) => bodyText).join('\n')

async function send(more: Partial<SendMessageInput> = {}): Promise<void> {
  const message = { ...place(), text: 'What is there?', attach: [], modelId: MODEL, ...more }
  const { answerId } = await it.app.sendMessage(message)
  await collect(it.app, answerId)
}

function expectKept(): void {
  const sent = bodies()
  for (const line of BODY) expect(sent).not.toContain(line.slice(20, 50))
  expect(sent).not.toContain('Correct9Horse!')
}

describe('parts of a file are scanned with their surroundings', () => {
  test('what an agent reads and finds', async () => {
    const sign = BODY[10]?.slice(0, 12) ?? ''
    const calls = [
      ['read', { path: 'server.md', from: 15, to: 18 }],
      ['read', { path: 'server.md', from: 62 }],
      ['read', { path: 'login.md', from: 5 }],
      ['grep', { pattern: sign, path: 'server.md' }],
      ['grep', { pattern: sign, path: 'account.json' }],
      ['grep', { pattern: '9Horse', context: 1 }],
    ].map(([tool = '', args], index) => ({
      tool: tool as string,
      arguments: JSON.stringify(args),
      callId: `call-${index}`,
    }))
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    it.simulator.play({ kind: 'answer', calls }, { kind: 'answer', text: 'So it is.' })
    await send()
    expectKept()
    for (const shown of [
      'lines 15-18',
      'harbour is east',
      'account.json',
      'login.md, lines 5-5',
      '<<PASSWORD_1>>',
    ])
      expect(bodies()).toContain(shown)
  })

  test('passages found for a question', async () => {
    it.write('server.md', `# Server\n\n${KEY.trim()}\nThe harbour is east of it.\n`)
    await it.app.setChatSettings({ ...place(), settings: { runner: 'vault-qa' } })
    await send({ text: 'What is east of the harbour?', decision: { action: 'redact' } })
    expect(bodies()).toContain('harbour is east')
    expectKept()
  })

  test('asks about a passage selected by the user', async () => {
    const passage = {
      kind: 'selection',
      path: 'server.md',
      lines: [15, 18],
      content: MIDDLE.join('\n'),
    } as const
    for (const attach of [[passage], ['server.md#L15-18'], ['login.md#L5']])
      await expect(send({ attach })).rejects.toMatchObject({ code: 'guard-findings' })
    await send({ attach: [passage], decision: { action: 'redact' } })
    expectKept()
  })
})
