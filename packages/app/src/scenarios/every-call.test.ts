import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const OTHER = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const plan = () => {
  const calls = [{ tool: 'localSearch', arguments: { query: 'launch' } }]
  it.simulator.play({ kind: 'answer', text: JSON.stringify({ calls }) })
}

describe('all calls of a turn', () => {
  test('lists each call of an agent by number, the last by default', async () => {
    await it.app.setChatSettings({ ...place(), settings: { runner: 'agent' } })
    const read = { tool: 'read', arguments: '{"path":"plan.md"}', callId: 'call-read' }
    it.simulator.play({ kind: 'answer', calls: [read] }, { kind: 'answer', text: 'On 12 December.' })
    const { id: turn } = await it.ask(it.chatId, 'When is the launch?', [], MODEL)
    for (const [index, body] of bodies().entries()) {
      const seen = await it.app.inspectTurn({ ...place(), turn, call: index + 1 })
      expect(seen).toMatchObject({ call: index + 1, calls: 2, wire: { bodyText: body } })
    }
    expect(bodies()).toHaveLength(2)
    expect(await it.app.inspectTurn({ ...place(), turn })).toMatchObject({
      call: 2,
      calls: 2,
      divergence: 'Nothing sent before has changed: this request only appends.',
    })
    for (const call of [0, 3])
      await expect(it.app.inspectTurn({ ...place(), turn, call })).rejects.toMatchObject({
        code: 'answer-not-found',
        message: expect.stringContaining('2 went to'),
      })
  })

  test('shows side calls with the turn, with cost and content', async () => {
    await it.app.setChatSettings({ ...place(), settings: { runner: 'plus' } })
    plan()
    it.simulator.play({ kind: 'answer', text: 'On 12 December.' })
    const turn = await it.ask(it.chatId, 'When is the launch?', [], MODEL)
    const planned = { purpose: 'plan', modelId: MODEL, answerId: turn.answer.id }
    expect(turn.sideCalls).toMatchObject([planned])
    expect(turn.sideCalls?.[0]?.costUSD).toBeGreaterThan(0)
    expect(turn.sideCalls?.[0]?.error).toBeUndefined()
    const { sideCalls, wire } = await it.app.inspectTurn({ ...place(), turn: turn.id })
    expect(sideCalls).toEqual(turn.sideCalls)
    expect(sideCalls[0]?.tokens?.input).toBeGreaterThan(0)
    const said = await it.app.readSideCall({ ...place(), sideCallId: sideCalls[0]?.id ?? '' })
    expect(said.answer).toContain('localSearch')
    expect([said.request, wire?.bodyText]).toEqual(bodies())
  })

  test('of several answers the first one carries them; a failure has its reason', async () => {
    await it.app.setChatSettings({ ...place(), settings: { runner: 'plus' } })
    it.simulator.play({ kind: 'error', status: 400, message: 'no' })
    const sending = it.app.sendMessage({ ...place(), text: 'When?', attach: [], modelIds: [MODEL, OTHER] })
    const { turns } = await untilEnded(it.app, it.chatId, sending)
    await untilEnded(it.app, it.chatId, it.app.regenerateAnswer({ ...place(), turnId: turns[0]?.id ?? '' }))
    const [turn] = (await it.app.openChat(place())).turns
    expect(turn?.answers).toHaveLength(3)
    expect(turn?.sideCalls).toMatchObject([
      { purpose: 'plan', answerId: turn?.answers[0]?.id, costUSD: 0, error: expect.any(String) },
    ])
  })

  test('a comparison is listed, but not in the cost of the answer', async () => {
    const sending = it.app.sendMessage({ ...place(), text: 'x?', attach: [], modelIds: [MODEL, OTHER] })
    const { turns } = await untilEnded(it.app, it.chatId, sending)
    const turnId = turns[0]?.id ?? ''
    it.simulator.play({ kind: 'answer', text: 'Alike.' })
    expect((await it.app.compareAnswers({ ...place(), turnId, modelId: MODEL })).sideCalls).toBeUndefined()
    const { sideCalls } = await it.app.inspectTurn({ ...place(), turn: turnId })
    expect(sideCalls).toMatchObject([{ purpose: 'comparison' }])
    const sideCallId = sideCalls[0]?.id ?? ''
    expect((await it.app.readSideCall({ ...place(), sideCallId })).request).toBe(bodies().at(-1))
    await it.app.deleteTrace(place())
    expect(await it.app.readSideCall({ ...place(), sideCallId })).toEqual({
      id: sideCallId,
      answer: 'Alike.',
    })
  })

  test('of another chat are not found, and deleted ones are empty', async () => {
    await it.app.setChatSettings({ ...place(), settings: { runner: 'plus' } })
    plan()
    const { sideCalls = [] } = await it.ask(it.chatId, 'When is the launch?', [], MODEL)
    const sideCallId = sideCalls[0]?.id ?? ''
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    const none = { code: 'answer-not-found' }
    await expect(it.app.readSideCall({ workspaceId: WORKSPACE, chatId, sideCallId })).rejects.toMatchObject(
      none,
    )
    await expect(it.app.readSideCall({ ...place(), sideCallId: 'x' })).rejects.toMatchObject(none)
    await it.app.deleteTrace(place())
    expect(await it.app.readSideCall({ ...place(), sideCallId })).toEqual({ id: sideCallId })
  })
})
