import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '@varve/lab/simulator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HeldFolders, heldFolders } from '../../testing/held-folders.ts'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import { CLAUDE, newChat } from '../../testing/scenarios/runner-chat.ts'

const WRITES: Scenario = {
  kind: 'answer',
  text: 'I write.',
  calls: [
    { tool: 'write', arguments: '{"path":"one.md","content":"1"}' },
    { tool: 'write', arguments: '{"path":"two.md","content":"2"}' },
  ],
}

let folders: HeldFolders
let it: SimulatedApp
let chatId = ''

beforeEach(async () => {
  folders = heldFolders()
  it = await simulatedApp({ openFolder: folders.openFolder })
  chatId = await newChat(it, 'agent')
  const rules = [{ tool: 'write', path: '/one.md', decision: 'run' }] as const
  await it.app.setToolRules({ workspaceId: WORKSPACE, rules })
})

afterEach(async () => {
  folders.release()
  await it.remove()
  folders.remove()
})

/** The first file is being written, which needs no approval; the second would ask. */
async function untilWriting(): Promise<string> {
  it.simulator.play(WRITES)
  const writing = folders.hold()
  const message = { workspaceId: WORKSPACE, chatId, text: 'Write both.', attach: [], modelId: CLAUDE }
  const { answerId } = await it.app.sendMessage(message)
  await writing
  return answerId
}

const WRITTEN = [
  { status: 'done', changes: [{ path: 'one.md' }] },
  { status: 'failed', summary: 'write: not made, the answer was ended before' },
]

test('stopped during a write: that one is reported, the next one does not ask, and the chat continues', async () => {
  const answerId = await untilWriting()
  await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
  folders.release()
  const { answer } = lastTurn(await collect(it.app, answerId))
  expect(answer).toMatchObject({ status: 'stopped', text: 'I write.', steps: [{ calls: WRITTEN }] })
  expect(answer.steps?.[0]?.calls[1]?.question).toBeUndefined()
  expect(['one.md', 'two.md'].map((path) => existsSync(join(it.root, path)))).toEqual([true, false])
  it.simulator.play({ kind: 'answer', text: 'Here.' })
  expect((await it.ask(chatId, 'And now?', [], CLAUDE)).answer.text).toBe('Here.')
})

test('closed during a write: it closes, and the write is reported later', async () => {
  const answerId = await untilWriting()
  const reopening = it.reopen()
  folders.release()
  it = { ...it, ...(await reopening) }
  const { answer } = lastTurn(await collect(it.app, answerId))
  expect(answer).toMatchObject({ status: 'interrupted', text: 'I write.', steps: [{ calls: WRITTEN }] })
  expect(existsSync(join(it.root, 'two.md'))).toBe(false)
})
