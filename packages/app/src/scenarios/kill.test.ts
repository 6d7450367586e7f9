import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@varve/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { temporaryFolders } from '../testing/temporary-app.ts'
import { collect, lastTurn, textOf } from '../testing/temporary-app.ts'

const child = new URL('../testing/answer-until-killed.ts', import.meta.url).pathname
let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-kill-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Said {
  readonly chatId: string
  readonly answerId: string
  readonly stored: number
}

/** Lets the child answer until some text is checkpointed, kills it, and gives back what it said last. */
async function answerAndKill(path: string): Promise<Said> {
  const answering = spawn(process.execPath, [child, path, base], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  answering.stdout.setEncoding('utf8')
  answering.stdout.on('data', (text: string) => {
    output += text
    if (/"stored":[1-9]/.test(output)) answering.kill('SIGKILL')
  })
  await once(answering, 'close')
  return output
    .split('\n')
    .slice(0, -1)
    .reduce((said, line) => ({ ...said, ...JSON.parse(line) }), {} as Said)
}

test('killed in mid-stream: the message is there, the answer is kept as interrupted, and the chat continues', async () => {
  const path = join(base, 'varve.db')
  const { chatId, answerId, stored } = await answerAndKill(path)
  const model = scriptedModel()
  const store = await openStore({ path, now: Date.now() })
  const app = createApp({
    clock: { now: Date.now },
    newId: randomUUID,
    store,
    models: [model],
    openFolder: temporaryFolders(base),
    report: () => undefined,
  })
  const chat = await app.openChat({ workspaceId: 'w', chatId })
  expect(chat).toMatchObject({
    answering: false,
    turns: [{ text: 'Are you there?', answer: { status: 'interrupted' } }],
  })
  const kept = chat.turns[0]?.answer.text ?? ''
  expect(kept.length).toBeGreaterThanOrEqual(stored)
  expect(kept.startsWith('word1 word2 ')).toBe(true)
  // A page that had seen more than was stored learns how it ended, whatever its number.
  for (const after of [0, 5, kept.length, kept.length + 1, kept.length + 500]) {
    const events = await collect(app, answerId, after)
    expect(textOf(events)).toBe(kept.slice(after))
    expect(lastTurn(events).answer.text).toBe(kept)
  }
  expect(model.asked).toEqual([])
  model.end()
  const sent = await app.sendMessage({ workspaceId: 'w', chatId, text: 'Go on.', attach: [] })
  expect(lastTurn(await collect(app, sent.answerId))).toMatchObject({
    number: 2,
    answer: { status: 'complete' },
  })
  const { request } = await app.inspectTurn({ workspaceId: 'w', chatId, turn: 2 })
  expect(request.flatMap(({ parts }) => parts)).toContain(kept)
  await app.close()
})
