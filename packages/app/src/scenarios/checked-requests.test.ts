import { type Notice, notice } from '@varve/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CLAUDE, newChat, scriptOf } from '../testing/scenarios/runner-chat.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import { brokenRules } from '../turn/request-check.ts'

const LOOK_UP = { tool: 'read', args: { path: 'plan.md' } }

const read = (call: number, blocks = 0): Notice => notice('rule-broken', undefined, { call, blocks })

let it: SimulatedApp
let checked: { readonly turn: number; readonly call: number; readonly blocks: number }[]

beforeEach(async () => {
  checked = []
  it = await simulatedApp({
    // Records every request with the engine's verdict.
    checkRequests: (envelope, plans) => {
      checked.push(...plans.map(({ turn, call, blocks }) => ({ turn, call, blocks: blocks.length })))
      const seen = plans.map(({ call, blocks }) => read(call, blocks.length))
      return [...seen, ...brokenRules(envelope, plans)]
    },
  })
})

afterEach(() => it.remove())

test('every request of an agent is checked, and findings are reported once with the turn', async () => {
  const chatId = await newChat(it, 'agent')
  it.simulator.play(...scriptOf('agent', [LOOK_UP, LOOK_UP], 'On 12 December.'))
  const turn = await it.ask(chatId, 'When is the launch?', [], CLAUDE)
  expect(turn.answer.status).toBe('complete')
  expect(checked.map(({ call }) => call)).toEqual([1, 2])
  expect(turn.notices).toEqual(checked.map(({ call, blocks }) => read(call, blocks)))
})

test('a request replanned after a search is checked again', async () => {
  const chatId = await newChat(it, 'plus')
  it.simulator.play(...scriptOf('plus', [LOOK_UP], 'On 12 December.'))
  const turn = await it.ask(chatId, 'When is the launch?', [], CLAUDE)
  expect(checked).toHaveLength(2)
  const [before, after] = checked
  expect(after?.blocks).toBeGreaterThan(before?.blocks ?? 0)
  expect(turn.notices).toContainEqual(read(1, after?.blocks))
})

test('requests of a regenerated answer are checked', async () => {
  const chatId = await newChat(it, 'chat')
  const { id: turnId } = await it.ask(chatId, 'When is the launch?', ['plan.md'], CLAUDE)
  const first = checked.length
  const { answerId } = await it.app.regenerateAnswer({ workspaceId: WORKSPACE, chatId, turnId })
  const turn = lastTurn(await collect(it.app, answerId))
  expect(checked.slice(first)).toHaveLength(1)
  expect(turn.notices).toContainEqual(read(1, checked.at(-1)?.blocks))
})
