import { noticeWords, type TurnView } from '@varve/contract'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'

const CLAUDE = 'anthropic/claude-sonnet-4-5'
const passage = { kind: 'selection', path: 'note.md', lines: [5, 5], content: 'MARKED LINE' } as const

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  it.write('note.md', 'one\ntwo\nthree\nfour\nMARKED LINE\n')
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const keysOf = ({ attachments }: TurnView): readonly string[] =>
  attachments.map(({ key }) => key.replace(/@.*/, ''))

async function send(modelId: string): Promise<TurnView> {
  const attach = [passage, 'note.md#L4-4']
  const { answerId } = await it.app.sendMessage({ ...place(), text: 'What is this?', attach, modelId })
  return lastTurn(await collect(it.app, answerId))
}

async function edit({ id }: TurnView, modelId: string): Promise<TurnView> {
  const { answerId } = await it.app.editMessage({ ...place(), turnId: id, text: 'And now?', modelId })
  return lastTurn(await collect(it.app, answerId))
}

test('a message can be edited after its note shrank or was deleted, and keeps the selected passage', async () => {
  const sent = await send('offline')
  it.write('note.md', 'one\n')
  const shorter = await edit(sent, 'offline')
  expect(keysOf(shorter)).toEqual(['note.md#L5-5'])
  expect(shorter.notices?.map(noticeWords)).toEqual([
    '"note.md" has 1 line; line 4 is not there and was left out.',
  ])
  rmSync(join(it.root, 'note.md'))
  await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
  expect(keysOf(await edit(sent, 'offline'))).toEqual(['note.md#L5-5'])
})

test('a passage of a moved note goes to a cloud model, and the chat continues there', async () => {
  const sent = await send(CLAUDE)
  mkdirSync(join(it.root, 'archive'))
  renameSync(join(it.root, 'note.md'), join(it.root, 'archive/note.md'))
  await it.app.controlIndex({ workspaceId: WORKSPACE, action: 'refresh' })
  expect(keysOf(await edit(sent, CLAUDE))).toEqual(['archive/note.md#L5-5', 'archive/note.md#L4-4'])
  const { answerId } = await it.app.sendMessage({ ...place(), text: 'Go on', attach: [], modelId: CLAUDE })
  expect(lastTurn(await collect(it.app, answerId)).answer.status).toBe('complete')
})
