import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstalledModel, TurnView } from '@varve/contract'
import { writeRandomModel } from '@varve/local/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { offlineChatModel } from './offline-chat-model.ts'

const MODEL = 'local/tiny'
const NOTE = 'The tide comes in at six, and goes out again at noon. '.repeat(30)

test('a model of your own answers, and after a restart it does not read the chat again', async () => {
  const first = await runningApp()
  const chatId = await startChat(first)
  first.write('tides.md', NOTE)
  const one = await first.ask(chatId, 'When does the tide come in?', ['tides.md'], MODEL)
  expect(one.answers[0]).toMatchObject({ status: 'complete', modelId: MODEL })
  expect(one.answers[0]?.usage?.cached).toBe(0)
  const two = await first.ask(chatId, 'And out?', [], MODEL)
  expect(tokensRead(two)).toBeLessThan(100)
  const second = await first.reopen()
  const three = await second.ask(chatId, 'Are you sure?', [], MODEL)
  expect(tokensRead(three)).toBeLessThan(100)
  expect(three.answers[0]?.usage?.input).toBeGreaterThan(2000)
  await second.app.close()
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

async function startChat({ app }: TemporaryApp): Promise<string> {
  const { id: chatId } = await app.createChat({ workspaceId: WORKSPACE })
  const settings = { maxOutputTokens: 24, temperature: 0 }
  await app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings })
  return chatId
}
