import { noticeWords } from '@varve/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, type SimulatedOptions, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: SimulatedApp

afterEach(() => it.remove())

async function begin(options: SimulatedOptions = {}): Promise<void> {
  it = await simulatedApp(options)
}

const calls = () => it.simulator.requests.filter(({ model }) => model !== undefined)

describe('errors', () => {
  const claude = 'anthropic/claude-sonnet-4-5'

  test.each([
    ['400', 'refused', 'Anthropic answered 400: The request is not valid.'],
    [
      '401',
      'key-rejected',
      'Anthropic answered 401: Incorrect API key provided. Check the key of Anthropic.',
    ],
    ['404', 'model-gone', 'Anthropic answered 404: The model does not exist.'],
    ['413', 'too-long', 'Attach less'],
  ] as const)(
    'a %s is reported, costs nothing, and the next turn continues',
    async (scenario, errorCode, message) => {
      await begin()
      it.simulator.play(scenario)
      const failed = await it.ask(it.chatId, 'Pier 1?', ['tides.md'], claude)
      expect(failed.answer).toMatchObject({
        status: 'failed',
        text: '',
        error: expect.stringContaining(message),
        errorCode,
      })
      const chat = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
      expect(chat.turns[0]?.answer.errorCode).toBe(errorCode)
      expect(failed.answer.usage).toBeUndefined()
      // The forecast knows that the refused request was not stored.
      const next = await it.ask(it.chatId, 'Pier 2?', [], claude)
      expect(next.answer).toMatchObject({ status: 'complete', usage: { cached: 0 } })
      expect(next.answer.usage?.warnings).toBeUndefined()
    },
  )

  test('an unreachable server is named with its address', async () => {
    await begin()
    await it.app.listModels(undefined)
    await it.simulator.close()
    const { answer } = await it.ask(it.chatId, 'Hello?', [], 'ollama/qwen3:8b')
    expect(answer.status).toBe('failed')
    expect(answer.error).toContain('Ollama does not answer at 127.0.0.1:')
    expect(answer.errorCode).toBe('unreachable')
  })

  test('a broken stream keeps what arrived; limits and filters are reported', async () => {
    await begin()
    it.simulator.play('cut', 'length', 'filtered')
    const cut = await it.ask(it.chatId, 'One?', [], claude)
    expect(cut.answer.status).toBe('failed')
    expect(cut.answer.text).toContain('This is sentence 1')
    expect(cut.answer.error).toContain('What came is kept')
    expect(cut.answer.errorCode).toBe('cut')
    const short = await it.ask(it.chatId, 'Two?', [], claude)
    expect(short.answer).toMatchObject({ status: 'complete', text: 'This answer ends in the mid' })
    expect(short.answer.usage?.warnings?.map(noticeWords)).toContain(
      'The answer ends early: the model reached its output limit.',
    )
    const filtered = await it.ask(it.chatId, 'Three?', [], claude)
    expect(filtered.answer.usage?.warnings?.map(noticeWords)).toContain(
      'The provider withheld the rest of this answer.',
    )
    expect(filtered.answer).toMatchObject({ status: 'complete', endsEarly: 'withheld' })
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    const going = it.app.continueAnswer({ ...place, answerId: filtered.answer.id })
    const { turns } = await untilEnded(it.app, it.chatId, going)
    expect(turns.at(-1)).toMatchObject({ continues: filtered.answer.id, answer: { status: 'complete' } })
  })

  test('reasoning before a broken connection is part of the cost', async () => {
    await begin()
    const reasoning = 'The tide comes twice a day, and so does the ferry. '.repeat(20)
    const broken = { afterFrames: 8, how: 'drop' } as const
    it.simulator.play({ kind: 'answer', reasoning, text: 'At noon.', chunkCharacters: 100, broken })
    const { answer } = await it.ask(it.chatId, 'When?', [], claude)
    expect(answer).toMatchObject({ status: 'failed', errorCode: 'cut', text: '' })
    expect(answer.usage?.output).toBeGreaterThan(50)
    expect(answer.usage?.costUSD).toBeGreaterThan(50 * 0.000015)
  })

  test('an answer at the output limit can be continued, a complete one cannot', async () => {
    await begin()
    it.simulator.play('length')
    const short = await it.ask(it.chatId, 'Tell me.', [], claude)
    expect(short.answer).toMatchObject({ status: 'complete', endsEarly: 'output-limit' })
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    const going = it.app.continueAnswer({ ...place, answerId: short.answer.id })
    const { turns } = await untilEnded(it.app, it.chatId, going)
    expect(turns[1]).toMatchObject({ continues: short.answer.id, answer: { status: 'complete' } })
    expect(turns[1]?.answer.modelId).toBe(claude)
    expect(turns[1]?.answer.endsEarly).toBeUndefined()
    expect(calls().at(-1)?.bodyText).toContain('This answer ends in the mid')
    const whole = { ...place, answerId: turns[1]?.answer.id ?? '' }
    await expect(it.app.continueAnswer(whole)).rejects.toMatchObject({ code: 'answer-complete' })
  })

  test('stopping reaches the provider and keeps what arrived', async () => {
    await begin()
    it.simulator.play('slow')
    const { answerId } = await it.app.sendMessage({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      text: 'Long?',
      attach: [],
      modelId: claude,
    })
    for await (const { event } of (await it.app.watchAnswer({
      workspaceId: WORKSPACE,
      answerId,
      after: 0,
    })) ?? [])
      if (event.kind === 'text') break
    const { answer } = await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    expect(answer.status).toBe('stopped')
    expect(answer.text).not.toBe('')
    expect(answer.usage).toMatchObject({ cached: 0 })
    expect(answer.usage?.reported).toBeUndefined()
    while (calls().at(-1)?.outcome === 'open') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(calls().at(-1)?.outcome).toBe('aborted')
  })
})
