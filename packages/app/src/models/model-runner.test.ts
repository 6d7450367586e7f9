import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstalledModel, TurnView } from '@varve/contract'
import { writeRandomModel } from '@varve/local/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { offlineChatModel } from './offline-chat-model.ts'

const MODEL = 'local/tiny'
const NOTE = 'The tide comes in at six, and goes out again at noon. '.repeat(30)

test('a local model answers, and does not reread the chat after a restart', async () => {
  const first = await runningApp()
  const chatId = await startChat(first)
  first.write('tides.md', NOTE)
  const one = await first.ask(chatId, 'When does the tide come in?', ['tides.md'], MODEL)
  expect(one.answers[0]).toMatchObject({ status: 'complete', modelId: MODEL })
  expect(one.answers[0]?.usage?.cached).toBe(0)
  const two = await first.ask(chatId, 'And out?', [], MODEL)
  expect(tokensRead(two)).toBeLessThan(100)
  const draft = { workspaceId: WORKSPACE, text: 'Are you sure?', attach: [], modelIds: [MODEL] }
  expect((await first.app.forecastTurn({ ...draft, chatId })).reading).toMatchObject({
    seconds: expect.any(Number),
  })
  const second = await first.reopen()
  // Restored and not read: it is on disk, and how fast this machine reads is remembered.
  const { reading } = await second.app.forecastTurn({ ...draft, chatId })
  expect(reading?.tokens).toBeLessThan(300)
  expect(reading?.seconds).toBeLessThan(2)
  const three = await second.ask(chatId, 'Are you sure?', [], MODEL)
  expect(tokensRead(three)).toBeLessThan(100)
  expect(three.answers[0]?.usage?.input).toBeGreaterThan(2000)
  await second.app.close()
})

test('an open chat is read ahead unless that is off; it goes with its chat or workspace', async () => {
  const { app, write, database } = await runningApp()
  const it = { app }
  const chatId = await startChat(it)
  write('tides.md', NOTE)
  const draft = { workspaceId: WORKSPACE, chatId, attach: ['tides.md'], modelIds: [MODEL] }
  const before = await app.forecastTurn({ ...draft, text: 'W' })
  expect(before.reading?.tokens).toBeGreaterThan(400)
  const read = (): Promise<number | undefined> =>
    app.forecastTurn({ ...draft, text: 'When does it come in?' }).then(({ reading }) => reading?.tokens)
  await expect.poll(read).toBeLessThan(200)
  const states = (): readonly string[] =>
    globSync(join(dirname(database), 'models', 'states', '*', '*.state'))
  await expect.poll(states).toHaveLength(1)
  expect(readFileSync(states()[0] ?? '').includes('tide')).toBe(false)
  await app.deleteChat({ workspaceId: WORKSPACE, chatId })
  expect(states()).toEqual([])
  const other = await startChat(it)
  await app.forecastTurn({ ...draft, chatId: other, text: 'W' })
  await expect.poll(states).toHaveLength(1)
  await app.removeWorkspace({ workspaceId: WORKSPACE })
  expect(states()).toEqual([])
})

test('what must stay on this machine is given to its model, and nothing on disk tells it', async () => {
  const it = await runningApp()
  it.write('Varve/workspace.json', '{"localOnly":["pay/"]}')
  it.write(
    'pay/salary.md',
    `The salary of Ada is 7,431 florins, paid to DE89 3704 0044 0532 0130 00.\n${NOTE}`,
  )
  const chatId = await startChat(it)
  // The model runs here: the guard neither asks nor redacts, and a local-only note is not refused.
  const turn = await it.ask(chatId, 'What does Ada get?', ['pay/salary.md'], MODEL)
  expect(turn.answers[0]?.status).toBe('complete')
  const { wire } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 1 })
  expect(wire?.bodyText).toContain('DE89 3704 0044 0532 0130 00')
  await it.app.close()
  const folder = join(dirname(it.database), 'models')
  const files = globSync(join(folder, '**', '*'), { withFileTypes: true }).filter((file) => file.isFile())
  const states = files.filter(({ name }) => name.endsWith('.state'))
  expect(states).toHaveLength(1)
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name))
    expect(bytes.includes('florins') || bytes.includes('DE89')).toBe(false)
  }
  // Tokens are bytes here, so the words would be there as numbers of 32 bits.
  const plain = Buffer.from(Int32Array.from([...Buffer.from('florins')], (byte) => byte + 6).buffer)
  for (const { parentPath, name } of states)
    expect(readFileSync(join(parentPath, name)).includes(plain)).toBe(false)
})

function tokensRead({ answers: [answer] }: TurnView): number {
  const { input = 0, cached = 0 } = answer?.usage ?? {}
  return input - cached
}

/** An app that runs a model of random weights: the real llama.cpp, and words without meaning. */
async function runningApp(): Promise<TemporaryApp> {
  const it = await temporaryApp([offlineChatModel()], { runsModels: true })
  onTestFinished(() => it.remove())
  const folder = join(dirname(it.database), 'models')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'tiny.gguf')
  writeRandomModel(path, { context: 16_384 })
  const model: InstalledModel = {
    id: 'tiny',
    path: 'tiny.gguf',
    name: 'Tiny',
    kind: 'chat',
    size: statSync(path).size,
    architecture: 'llama',
    context: 16_384,
    bytesPerToken: 256,
    chatTemplate: true,
    added: '2026-11-19T08:00:00.000Z',
  }
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models: [model], settings: { threads: 1 } }))
  return it
}

async function startChat({ app }: Pick<TemporaryApp, 'app'>): Promise<string> {
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  const settings = { maxOutputTokens: 24, temperature: 0 }
  await app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings })
  return chatId
}
