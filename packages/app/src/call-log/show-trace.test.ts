import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SendMessageInput } from '../turn/send.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import type { TurnView } from '@varve/contract'

const MODEL = 'openai/gpt-5.6'
let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

async function send(text: string, more: Partial<SendMessageInput> = {}): Promise<TurnView> {
  const { answerId } = await it.app.sendMessage({ ...place(), text, attach: [], modelId: MODEL, ...more })
  return lastTurn(await collect(it.app, answerId))
}

async function sendWithTools(): Promise<TurnView> {
  await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
  it.simulator.play(
    {
      kind: 'answer',
      text: 'I look.',
      reasoning: 'It is in the plan.',
      calls: [{ tool: 'read', arguments: '{"path":"plan.md"}', callId: 'a' }],
    },
    { kind: 'answer', text: 'On 12 December.' },
  )
  return send('When is the launch?')
}

describe('the trace of an answer', () => {
  test('lists every call in order with times, forecast and usage', async () => {
    const { answer } = await sendWithTools()
    const trace = await it.app.showTrace({ ...place(), turn: 1 })
    expect(trace).toMatchObject({ modelId: MODEL, modelName: answer.modelName })
    expect(trace.calls.map(({ number, status }) => [number, status])).toEqual([
      [1, 'complete'],
      [2, 'complete'],
    ])
    expect(trace.calls.map(({ phases }) => phases.map(({ phase }) => phase))).toEqual([
      ['hydrate', 'load', 'plan', 'wire', 'commit'],
      ['plan', 'wire', 'commit'],
    ])
    for (const call of trace.calls) {
      expect(call).toMatchObject({
        provider: 'openai',
        protocol: 'openai-responses',
        usage: { reported: true },
      })
      expect(call.firstMilliseconds).toBeLessThanOrEqual(call.milliseconds ?? -1)
      expect(call.predicted?.input).toBeGreaterThan(0)
    }
    // What each used is what the answer used.
    const sum = (pick: 'input' | 'output' | 'costUSD'): number =>
      trace.calls.reduce((total, { usage }) => total + (usage?.[pick] ?? 0), 0)
    expect(sum('input')).toBe(answer.usage?.input)
    expect(sum('output')).toBe(answer.usage?.output)
    expect(sum('costUSD')).toBeCloseTo(answer.usage?.costUSD ?? -1, 12)
  })

  test('shows the response as received: text, reasoning and tool calls', async () => {
    await sendWithTools()
    expect(await it.app.readReceived({ ...place(), turn: 1, call: 1 })).toEqual({
      text: 'I look.',
      reasoning: 'It is in the plan.',
      calls: [{ callId: 'a', tool: 'read', arguments: '{"path":"plan.md"}' }],
    })
    expect(await it.app.readReceived({ ...place(), turn: 1, call: 2 })).toEqual({
      text: 'On 12 December.',
      reasoning: '',
      calls: [],
    })
    await expect(it.app.readReceived({ ...place(), turn: 1, call: 3 })).rejects.toMatchObject({
      code: 'answer-not-found',
    })
  })

  test('of a failure says why, without redacted values', async () => {
    it.simulator.play({ kind: 'answer', text: 'I know <<CREDIT_CARD_1>>.' })
    await send('My card is 4111 1111 1111 1111.', { decision: { action: 'redact' } })
    const { text } = await it.app.readReceived({ ...place(), turn: 1, call: 1 })
    expect(text).toBe('I know <<CREDIT_CARD_1>>.')
    it.simulator.play({ kind: 'error', status: 401 })
    const { answer } = await send('Will this fail?')
    const { calls } = await it.app.showTrace({ ...place(), turn: 2 })
    expect(calls).toMatchObject([{ status: 'failed', error: answer.error }])
    expect(calls[0]?.usage).toBeUndefined()
    expect(calls[0]?.firstMilliseconds).toBeUndefined()
  })

  test('keeps its figures when deleted, and no content', async () => {
    await sendWithTools()
    const before = await it.app.showTrace({ ...place(), turn: 1 })
    await it.app.deleteTrace(place())
    expect(await it.app.showTrace({ ...place(), turn: 1 })).toEqual(before)
    await expect(it.app.readReceived({ ...place(), turn: 1, call: 1 })).rejects.toMatchObject({
      code: 'trace-deleted',
    })
  })

  test('comes along with a fork and an export', async () => {
    const { id } = await send('When is the launch?', { attach: ['plan.md'] })
    const received = await it.app.readReceived({ ...place(), turn: 1, call: 1 })
    const fork = await it.app.forkChat({ ...place(), turnId: id })
    const there = { workspaceId: WORKSPACE, chatId: fork.id, turn: 1 }
    expect(await it.app.readReceived({ ...there, call: 1 })).toEqual(received)
    expect(await it.app.showTrace(there)).toEqual(await it.app.showTrace({ ...place(), turn: 1 }))
    const { lines } = await it.app.exportTrace(place())
    const all: string[] = []
    for await (const line of lines) all.push(line)
    const [line] = all.map((one) => JSON.parse(one) as { answers: { calls: object[] }[] })
    expect(line?.answers[0]?.calls[0]).toMatchObject({ received, went: { status: 'complete' } })
  })

  test('of an older answer is derived from the answer', async () => {
    const { answer } = await send('When is the launch?')
    const database = it.store
    await database.commit([
      {
        workspaceId: WORKSPACE,
        sql: 'update calls set response = null, response_sealed = null where workspace_id = ?',
        parameters: [WORKSPACE],
      },
    ])
    const { calls } = await it.app.showTrace({ ...place(), turn: 1 })
    expect(calls).toMatchObject([
      { status: 'complete', milliseconds: answer.usage?.milliseconds, usage: { input: answer.usage?.input } },
    ])
    expect((await it.app.readReceived({ ...place(), turn: 1, call: 1 })).text).toBe(answer.text)
  })
})
