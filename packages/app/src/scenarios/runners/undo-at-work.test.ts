import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '@varve/lab/simulator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ToolStepRecord } from '@varve/contract'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../../testing/temporary-app.ts'
import { CLAUDE, newChat } from '../../testing/scenarios/runner-chat.ts'

const WRITES: Scenario = {
  kind: 'answer',
  calls: [
    { tool: 'write', callId: 'one', arguments: '{"path":"one.md","content":"1"}' },
    { tool: 'write', callId: 'two', arguments: '{"path":"two.md","content":"2"}' },
  ],
}

let it: SimulatedApp
let chatId = ''

beforeEach(async () => {
  it = await simulatedApp()
  chatId = await newChat(it, 'agent')
  const rules = [{ tool: 'write', path: '/one.md', decision: 'run' }] as const
  await it.app.setToolRules({ workspaceId: WORKSPACE, rules })
})

afterEach(() => it.remove())

/** The first call of the step has written its file, the second one asks. */
async function untilAsked(): Promise<string> {
  it.simulator.play(WRITES, { kind: 'answer', text: 'Done.' })
  const message = { workspaceId: WORKSPACE, chatId, text: 'Write both.', attach: [], modelId: CLAUDE }
  const { answerId } = await it.app.sendMessage(message)
  const watch = { workspaceId: WORKSPACE, answerId, after: 0 }
  for await (const { event } of (await it.app.watchAnswer(watch)) ?? [])
    if (event.kind === 'steps' && event.steps[0]?.calls[1]?.status === 'waiting') return answerId
  throw new Error('Nothing was asked.')
}

const marksOf = (steps: readonly ToolStepRecord[] | undefined) =>
  steps?.flatMap(({ calls }) => calls.map(({ callId, isUndone = false }) => `${callId} ${isUndone}`))

test('an undo while its step continues is stored at once, and stays when the step continues', async () => {
  const answerId = await untilAsked()
  const undo = () => it.app.undoCall({ workspaceId: WORKSPACE, chatId, answerId, callId: 'one' })
  const both = await Promise.allSettled([undo(), undo()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(existsSync(join(it.root, 'one.md'))).toBe(false)
  const stored = await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId })
  expect(marksOf(stored?.steps as readonly ToolStepRecord[])).toEqual(['one true', 'two false'])
  await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId: 'two', answer: 'approve' })
  const { answer } = lastTurn(await collect(it.app, answerId))
  expect(marksOf(answer.steps)).toEqual(['one true', 'two false'])
  await expect(undo()).rejects.toMatchObject({ code: 'message-invalid' })
})

test('a failed undo while its step continues is not marked', async () => {
  const answerId = await untilAsked()
  it.write('one.md', 'Mine now.')
  const undoing = it.app.undoCall({ workspaceId: WORKSPACE, chatId, answerId, callId: 'one' })
  await expect(undoing).rejects.toMatchObject({ code: 'file-changed' })
  const stored = await it.store.answers.get({ workspaceId: WORKSPACE, id: answerId })
  expect(marksOf(stored?.steps as readonly ToolStepRecord[])).toEqual(['one false', 'two false'])
  await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId: 'two', answer: 'reject' })
  expect(marksOf(lastTurn(await collect(it.app, answerId)).answer.steps)).toEqual(['one false', 'two false'])
})

test.each(['before', 'after'] as const)(
  'an undo %s the answer’s end is stored is marked, once',
  async (when) => {
    const answerId = await untilAsked()
    const undo = () => it.app.undoCall({ workspaceId: WORKSPACE, chatId, answerId, callId: 'one' })
    const { commit } = it.store
    let undoing: Promise<unknown> | undefined
    const intercepted: typeof commit = async (statements) => {
      const isEnd = statements.some(({ parameters }) => parameters.includes('complete'))
      if (!isEnd) return commit(statements)
      if (when === 'before') undoing = undo()
      await commit(statements)
      if (when === 'after') undoing = undo()
      await undoing
    }
    Object.assign(it.store, { commit: intercepted })
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId: 'two', answer: 'reject' })
    expect(marksOf(lastTurn(await collect(it.app, answerId)).answer.steps)).toEqual(['one true', 'two false'])
    await expect(undoing).resolves.toBeDefined()
    expect(existsSync(join(it.root, 'one.md'))).toBe(false)
    await expect(undo()).rejects.toMatchObject({ code: 'message-invalid' })
  },
)
