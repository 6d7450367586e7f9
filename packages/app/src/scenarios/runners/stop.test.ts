import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from '@varve/lab/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'
import {
  bodiesFrom,
  CLAUDE,
  newChat,
  type RunnerName,
  scriptOf,
} from '../../testing/scenarios/runner-chat.ts'

const SLOW: Scenario = { kind: 'answer', text: 'Slowly. '.repeat(400), pauseMilliseconds: 20 }
const WRITES: Scenario = {
  kind: 'answer',
  calls: [
    { tool: 'write', arguments: '{"path":"one.md","content":"1"}' },
    { tool: 'write', arguments: '{"path":"two.md","content":"2"}' },
  ],
}
const FETCHES: Scenario = {
  kind: 'answer',
  text: '{"calls":[{"tool":"fetchUrl","arguments":{"url":"https://roses.test/"}}]}',
}

/** What the model says until the user stops, and whether something asks by then. */
const STOPS: readonly (readonly [what: string, runner: RunnerName, script: Scenario, asks: boolean])[] = [
  ['plus while it plans', 'plus', SLOW, false],
  ['plus while a page asks', 'plus', FETCHES, true],
  ['agent while a write asks', 'agent', WRITES, true],
  ['project while a write asks', 'project', WRITES, true],
  ['vault-qa while it answers', 'vault-qa', SLOW, false],
  ['chat while it answers', 'chat', SLOW, false],
]

let it: SimulatedApp
let fetched = 0

beforeAll(async () => {
  it = await simulatedApp({
    fetchPage: () => {
      fetched += 1
      return Promise.reject(new Error('Nobody said yes.'))
    },
  })
})
afterAll(() => it.remove())

test.each(STOPS)(
  '%s: nothing more is asked, written or fetched, and the chat continues',
  async (_, runner, script, asks) => {
    const chatId = await newChat(it, runner)
    const first = bodiesFrom(it, 0).length
    it.simulator.play(script)
    const message = { workspaceId: WORKSPACE, chatId, text: 'The roses?', attach: [], modelId: CLAUDE }
    const { answerId } = await it.app.sendMessage(message)
    const watch = { workspaceId: WORKSPACE, answerId }
    if (asks)
      for await (const { event } of (await it.app.watchAnswer({ ...watch, after: 0 })) ?? []) {
        const calls = event.kind === 'steps' ? event.steps.flatMap((step) => step.calls) : []
        if (calls.some(({ status }) => status === 'waiting')) break
      }
    else while (bodiesFrom(it, first).length === 0) await delay(5)
    const { answer } = await it.app.stopAnswer(watch)
    expect(answer.status).toBe('stopped')
    expect(bodiesFrom(it, first)).toHaveLength(1)
    for (const path of ['one.md', 'two.md']) expect(existsSync(join(it.root, path))).toBe(false)
    expect(fetched).toBe(0)
    const late = it.app.answerCall({ ...watch, callId: 'look-up-1', answer: 'approve' })
    await expect(late).rejects.toMatchObject({ code: 'answer-complete' })
    it.simulator.play(...scriptOf(runner, [], 'Here.'))
    expect((await it.ask(chatId, 'And now?', [], CLAUDE)).answer).toMatchObject({
      status: 'complete',
      text: 'Here.',
    })
  },
)
