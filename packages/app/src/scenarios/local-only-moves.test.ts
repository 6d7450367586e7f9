import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SendMessageInput } from '../turn/send.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, WORKSPACE } from '../testing/temporary-app.ts'
import { untilFound } from '../testing/until-found.ts'

const CANARY = 'CANARY-7Q'
const LOCAL = 'ollama/qwen3:8b'
const CLOUD = 'openai/gpt-5.6'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  await untilFound(it.app, LOCAL)
  it.write('Varve/workspace.json', '{"localOnly":["pay/"]}')
  it.write(`pay/${CANARY}.md`, '# Salaries\n\nAda earns roses.\n')
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const isGiven = () =>
  it.simulator.requests.some(({ model, bodyText }) => model === 'gpt-5.6' && bodyText.includes(CANARY))

async function send(modelId: string, more: Partial<SendMessageInput> = {}): Promise<string> {
  const { answerId, turnId } = await it.app.sendMessage({
    ...place(),
    text: 'What is there?',
    attach: [],
    modelId,
    ...more,
  })
  await collect(it.app, answerId)
  return turnId
}

/** Another branch, which knows nothing that stays here. */
async function editTo(turnId: string): Promise<void> {
  const edited = await it.app.editMessage({ ...place(), turnId, text: 'Hello.', attach: [], modelId: LOCAL })
  await collect(it.app, edited.answerId)
}

describe('switching from a local to a cloud model', () => {
  test('leaves out names that tools returned', async () => {
    const calls = [
      ['ls', { path: 'pay' }],
      ['glob', { pattern: 'pay/*' }],
      ['find', { name: 'CANARY' }],
      ['getFileTree', {}],
    ] as const
    for (const [tool, args] of calls) {
      it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
      await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
      const call = { tool, arguments: JSON.stringify(args), callId: 'call-1' }
      it.simulator.play({ kind: 'answer', calls: [call] }, { kind: 'answer', text: 'Some files.' })
      await send(LOCAL)
      expect(it.simulator.requests.at(-1)?.bodyText).toContain(CANARY)
      await expect(send(CLOUD)).rejects.toMatchObject({ code: 'local-only' })
    }
    expect(isGiven()).toBe(false)
  })

  test('leaves out query results of local-only notes; others go along', async () => {
    it.write('books/tides.md', '# Tides\n')
    it.write('books.md', '```dataview\nLIST FROM "books"\n```\n')
    it.write('pays.md', '```dataview\nTABLE WITHOUT ID file.name FROM "pay"\n```\n')
    await send(LOCAL, { attach: ['books.md'] })
    await send(CLOUD)
    await send(LOCAL, { attach: ['pays.md'] })
    await expect(send(CLOUD)).rejects.toMatchObject({ code: 'local-only' })
    expect(isGiven()).toBe(false)
  })
})

describe('a hidden branch', () => {
  test('is not compared by a cloud model either', async () => {
    const turnId = await send(LOCAL, { attach: [`pay/${CANARY}.md`] })
    it.simulator.play({ kind: 'answer', text: `It is ${CANARY}.` })
    const { answerId } = await it.app.regenerateAnswer({ ...place(), turnId, modelIds: [LOCAL] })
    await collect(it.app, answerId)
    await editTo(turnId)
    const comparing = it.app.compareAnswers({ ...place(), turnId, modelId: CLOUD })
    await expect(comparing).rejects.toMatchObject({ code: 'local-only' })
    expect(isGiven()).toBe(false)
  })

  test('marks a summary made of it', async () => {
    const turnId = await send(LOCAL, { attach: [`pay/${CANARY}.md`] })
    const { chatId, attach } = await it.app.continueInNewChat({ ...place(), modelId: LOCAL })
    await editTo(turnId)
    await send(LOCAL, { chatId, attach })
    await expect(send(CLOUD, { chatId })).rejects.toMatchObject({ code: 'local-only' })
    const { id: another } = await it.app.createChat({ workspaceId: WORKSPACE })
    await send(CLOUD, { chatId: another, attach })
    expect(isGiven()).toBe(false)
  })
})
