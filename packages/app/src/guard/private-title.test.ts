import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'anthropic/claude-sonnet-4-5'
const CARD = '4539 1488 0343 6467'
const MESSAGE = `My card is ${CARD}.`

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

async function send(options: object): Promise<void> {
  const { answerId } = await it.app.sendMessage({
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    text: MESSAGE,
    attach: [],
    ...options,
  })
  await collect(it.app, answerId)
}

/** Every name that the chat goes by. */
async function names(): Promise<string> {
  await it.app.writeChatFiles()
  const chats = join(it.root, 'Varve/chats')
  const files = existsSync(chats) ? readdirSync(chats).filter((name) => name.endsWith('.md')) : []
  const heads = files.map((name) => readFileSync(join(chats, name), 'utf8').split('\n---\n')[0])
  const listed = await it.app.listChats({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId: it.chatId }
  const { name } = await it.app.exportChat({ ...place, form: 'html' })
  return [...files, ...heads, ...listed.map(({ title }) => title), name].join('\n')
}

test.each([
  ['redacted', { modelId: MODEL, decision: { action: 'redact' } }],
  ['sent as it is', { modelId: MODEL, decision: { action: 'send' } }],
  ['asked of a model on this machine', { modelId: 'offline' }],
])('titles and file names show a placeholder for private data that is %s', async (_, options) => {
  await send(options)
  const all = await names()
  expect(all).toContain('My card is <<CREDIT_CARD_1>>')
  expect(all).toContain('My card is CREDIT_CARD_1')
  expect(all.replace(/\D/g, '')).not.toContain(CARD.replaceAll(' ', ''))
})

test('a value redacted later disappears from the title', async () => {
  await send({ modelId: 'offline', text: 'Greet Rosebud99x! for me' })
  const said = { text: 'My password is Rosebud99x!', modelId: MODEL }
  await send({ ...said, decision: { action: 'redact' } })
  const all = await names()
  expect(all).toContain('Greet <<PASSWORD_1>> for me')
  expect(all).not.toContain('Rosebud')
})

test('a plan written by a tool is named with the model’s placeholders', async () => {
  const place = { workspaceId: WORKSPACE, chatId: it.chatId }
  await it.app.setChatSettings({ ...place, settings: { runner: 'agent', mode: 'act' } })
  const plan = { title: 'Block card <<CREDIT_CARD_1>>', content: 'Call the bank about <<CREDIT_CARD_1>>.' }
  it.simulator.play(
    { kind: 'answer', calls: [{ tool: 'plan', callId: 'call-1', arguments: JSON.stringify(plan) }] },
    { kind: 'answer', text: 'Done.' },
  )
  const sent = {
    ...place,
    text: MESSAGE,
    attach: [],
    modelId: MODEL,
    decision: { action: 'redact' } as const,
  }
  const { answerId } = await it.app.sendMessage(sent)
  const answered = collect(it.app, answerId)
  await expect
    .poll(async () =>
      it.app
        .answerCall({ workspaceId: WORKSPACE, answerId, callId: 'call-1', answer: 'approve' })
        .then(() => 'approved')
        .catch(() => 'not asked yet'),
    )
    .toBe('approved')
  await answered
  const [name = ''] = readdirSync(join(it.root, 'Varve/plans'))
  expect(name).toMatch(/Block card CREDIT_CARD_1\.md$/)
  // The plan itself is the user's own, on this machine.
  expect(readFileSync(join(it.root, 'Varve/plans', name), 'utf8')).toContain(CARD)
})

test('titles from first words or imports show placeholders too', async () => {
  await send({ modelId: 'offline' })
  await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId: it.chatId, title: 'Mine' })
  await it.app.suggestTitle({ workspaceId: WORKSPACE, chatId: it.chatId })
  const lines = ['{"role":"user","turn":"t","text":"x"}']
  for (const title of [MESSAGE, `${'word '.repeat(9)}and the card ${CARD}`]) {
    const head = JSON.stringify({ conversation: { id: title.slice(0, 4), title, tags: [] } })
    const bytes = Buffer.from([head, ...lines].join('\n'))
    await it.app.importChats({ workspaceId: WORKSPACE, name: 'chats.jsonl', bytes })
  }
  const untitled = Buffer.from(JSON.stringify({ role: 'user', turn: 'u', text: `Card ${CARD} again` }))
  await it.app.importChats({ workspaceId: WORKSPACE, name: 'chats.jsonl', bytes: untitled })
  const all = await names()
  expect(all.match(/CREDIT_CARD_1/g)?.length).toBeGreaterThanOrEqual(4)
  expect(all).not.toMatch(/4539/)
})
