import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadProviders } from '../models/load-providers.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

const MODEL = 'openai/gpt-4.1'

describe('a silent provider', () => {
  let it: SimulatedApp
  beforeEach(async () => {
    it = await simulatedApp({
      providers: { patience: { firstByteMilliseconds: 1000, pauseMilliseconds: 1000 } },
    })
  })
  afterEach(() => it.remove())

  test('before its first byte leaves an interrupted answer, paid for once', async () => {
    it.simulator.play('silence')
    const { answer } = await it.ask(it.chatId, 'When is the launch?', [], MODEL)
    expect(answer).toMatchObject({
      status: 'interrupted',
      errorCode: 'silent',
      error: 'OpenAI sent nothing for 1 second, so Varve stopped waiting.',
      text: '',
    })
    expect(it.simulator.requests.filter(({ path }) => path.startsWith('/v1/responses'))).toHaveLength(1)
  })

  test('in mid-answer keeps what arrived, and can be continued', async () => {
    it.simulator.play('stream-silence')
    const turn = await it.ask(it.chatId, 'When is the launch?', [], MODEL)
    expect(turn.answer).toMatchObject({ status: 'interrupted', errorCode: 'silent' })
    expect(turn.answer.text).toMatch(/^This is/)
    const { answerId } = await it.app.continueAnswer({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      answerId: turn.answer.id,
    })
    expect(lastTurn(await collect(it.app, answerId)).answer.status).toBe('complete')
  })
})

test('the environment sets how long to wait for a provider', async () => {
  const said: string[] = []
  const environment = { VARVE_FIRST_BYTE_SECONDS: '20', VARVE_PAUSE_SECONDS: 'soon' }
  const { patience } = await loadProviders({ environment }, (message) => said.push(message))
  expect(patience).toEqual({ firstByteMilliseconds: 20_000, pauseMilliseconds: 300_000 })
  expect(said).toEqual([expect.stringContaining('VARVE_PAUSE_SECONDS is "soon"')])
})
