import { noticeWords, type TurnView } from '@varve/contract'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODELS = [
  'openai/gpt-5.6',
  'anthropic/claude-sonnet-4-5',
  'google/gemini-2.5-pro',
  'deepseek/deepseek-v4-flash',
] as const
const MODEL = MODELS[0]
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const set = (settings: Parameters<typeof it.app.setChatSettings>[0]['settings']) =>
  it.app.setChatSettings({ ...place(), settings })
const call = (tool: string, args: unknown, callId = `call-${tool}`) => ({
  tool,
  arguments: JSON.stringify(args),
  callId,
})

async function start(text: string, modelId: string = MODEL): Promise<string> {
  const { answerId } = await it.app.sendMessage({ ...place(), text, attach: [], modelId })
  return answerId
}

const end = async (answerId: string): Promise<TurnView> => lastTurn(await collect(it.app, answerId))

/** Waits until a call asks. */
async function untilAsked(answerId: string): Promise<{ readonly callId: string; readonly text: string }> {
  const events = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
  for await (const { event } of events ?? []) {
    if (event.kind !== 'steps') continue
    const waiting = event.steps.flatMap(({ calls }) => calls).find(({ status }) => status === 'waiting')
    if (waiting) return { callId: waiting.callId, text: waiting.question?.text ?? '' }
  }
  throw new Error('Nothing was asked.')
}

describe('an agent', () => {
  test.each(MODELS)(
    'uses tools and then answers; each request only appends to the previous one: %s',
    async (model) => {
      await set({ runner: 'agent' })
      it.simulator.play(
        { kind: 'answer', text: 'I look.', calls: [call('grep', { pattern: 'launch' })] },
        { kind: 'answer', calls: [call('read', { path: 'plan.md' })] },
        { kind: 'answer', text: 'On 12 December.' },
      )
      const turn = await end(await start('When is the launch?', model))
      expect(turn.answer).toMatchObject({ status: 'complete', text: 'I look.\n\nOn 12 December.' })
      expect(
        turn.answer.steps?.map(({ calls }) => calls.map(({ tool, status }) => `${tool} ${status}`)),
      ).toEqual([['grep done'], ['read done']])
      expect(bodies()).toHaveLength(3)
      expect(bodies()[2]).toContain('The launch is on 12 December')
      const next = await end(await start('Thanks. And the tides?', model))
      expect(next.answer.status).toBe('complete')
      expect(bodies()[3]).toContain('On 12 December.')
      for (const wire of [1, 2, 3]) {
        const { cached } = it.simulator.requests.filter((request) => request.model !== undefined)[wire]
          ?.usage ?? {
          cached: -1,
        }
        expect(cached).toBeGreaterThanOrEqual(0)
      }
    },
  )

  test('asks before it writes, and the write can be undone', async () => {
    await set({ runner: 'agent', mode: 'act' })
    it.simulator.play(
      { kind: 'answer', calls: [call('write', { path: 'new.md', content: 'Hello\n' })] },
      { kind: 'answer', text: 'Written.' },
    )
    const answerId = await start('Write a note.')
    const { callId } = await untilAsked(answerId)
    expect(() => readFileSync(join(it.root, 'new.md'))).toThrow('ENOENT')
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    const turn = await end(answerId)
    expect(turn.answer.text).toBe('Written.')
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Hello\n')
    await it.app.undoCall({ ...place(), answerId, callId })
    expect(() => readFileSync(join(it.root, 'new.md'))).toThrow('ENOENT')
  })

  test('an undone step says so from then on, and cannot be undone twice', async () => {
    await set({ runner: 'agent', mode: 'act' })
    it.simulator.play(
      { kind: 'answer', calls: [call('write', { path: 'new.md', content: 'Hello\n' })] },
      { kind: 'answer', text: 'Written.' },
    )
    const answerId = await start('Write a note.')
    const { callId } = await untilAsked(answerId)
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    await end(answerId)
    const shown = async () => (await it.app.openChat(place())).turns[0]?.answer.steps?.[0]?.calls[0]
    const undo = () => it.app.undoCall({ ...place(), answerId, callId })
    writeFileSync(join(it.root, 'new.md'), 'Hello to you\n')
    await expect(undo()).rejects.toMatchObject({ code: 'file-changed' })
    expect((await shown())?.isUndone).toBeUndefined()
    writeFileSync(join(it.root, 'new.md'), 'Hello\n')
    const both = await Promise.allSettled([undo(), undo()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await shown())?.isUndone).toBe(true)
    writeFileSync(join(it.root, 'new.md'), 'Hello\n')
    await expect(undo()).rejects.toMatchObject({
      code: 'message-invalid',
      message: 'This was taken back already.',
    })
    expect(readFileSync(join(it.root, 'new.md'), 'utf8')).toBe('Hello\n')
  })

  test('waits for the user’s reply to its question', async () => {
    await set({ runner: 'agent' })
    it.simulator.play(
      { kind: 'answer', calls: [call('askUser', { question: 'Which pier?', options: ['7', '8'] })] },
      { kind: 'answer', text: 'Pier 7, then.' },
    )
    const answerId = await start('Which tide?')
    const { callId, text } = await untilAsked(answerId)
    expect(text).toBe('Which pier?')
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: '7' })
    expect((await end(answerId)).answer.text).toBe('Pier 7, then.')
  })

  test('tells the model about a rejection and writes nothing', async () => {
    await set({ runner: 'agent', mode: 'act' })
    it.simulator.play(
      { kind: 'answer', calls: [call('rm', { path: 'plan.md' })] },
      { kind: 'answer', text: 'Then not.' },
    )
    const answerId = await start('Delete the plan.')
    const { callId } = await untilAsked(answerId)
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'reject: keep it' })
    const { answer } = await end(answerId)
    expect(answer.steps?.[0]?.calls).toMatchObject([{ isRejected: true, summary: 'Rejected: keep it' }])
    expect(bodies()[1]).toContain('The user said no: keep it. Do not try it again unasked.')
    expect(readFileSync(join(it.root, 'plan.md'), 'utf8')).toContain('12 December')
  })

  test('is given its mode in the turn, so that another mode keeps the prefix', async () => {
    await set({ runner: 'agent' })
    it.simulator.play({ kind: 'answer', text: 'So.' }, { kind: 'answer', text: 'So.' })
    await end(await start('What is there?', MODELS[1]))
    await set({ runner: 'agent', mode: 'plan' })
    await end(await start('And now?', MODELS[1]))
    const [first, second] = bodies()
    expect(first).toContain('Mode: ask.')
    expect(second).toContain('Mode: plan.')
    const [before, after] = [first, second].map((body) => JSON.parse(body ?? '') as { system: unknown })
    expect(after?.system).toEqual(before?.system)
  })

  test('answers from the notes with the built-in model, and says so', async () => {
    await set({ runner: 'agent' })
    it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
    const text = 'When do the roses need water?'
    const draft = await it.app.forecastTurn({ ...place(), text, attach: [] })
    expect(draft.notices?.map(noticeWords)).toEqual([
      expect.stringContaining("can't use tools. It searches your notes"),
    ])
    const turn = await it.ask(it.chatId, text)
    expect(turn.answer.text).toContain('The roses need water on Mondays')
    expect(turn.notices?.map(noticeWords)).toEqual([
      expect.stringContaining("can't use tools. It searches your notes"),
    ])
  })

  test('writes nothing in `ask` mode, whatever the model calls', async () => {
    await set({ runner: 'agent' })
    it.simulator.play(
      { kind: 'answer', calls: [call('write', { path: 'x.md', content: 'x' })] },
      { kind: 'answer', text: 'I may not.' },
    )
    const turn = await end(await start('Write.'))
    expect(turn.answer.steps?.[0]?.calls[0]?.status).toBe('failed')
    expect(() => readFileSync(join(it.root, 'x.md'))).toThrow('ENOENT')
  })

  test('stops an endless loop at the limit, says so, and does not repeat identical calls', async () => {
    await set({ runner: 'agent' })
    it.simulator.play(
      ...Array.from({ length: 40 }, (_, index) => ({
        kind: 'answer' as const,
        calls: [call('ls', {}, `call-${index}`)],
      })),
    )
    const turn = await end(await start('Go on for ever.'))
    expect(turn.answer.status).toBe('stopped')
    expect(turn.answer.usage?.warnings?.map(noticeWords).join(' ')).toContain('limit')
    expect(turn.answer.steps?.[1]?.calls[0]?.summary).toContain('as before')
    expect(bodies().length).toBeLessThan(30)
    expect((await end(await start('Enough.'))).answer.status).toBe('complete')
  })

  test('stopping during a tool call keeps what was done, and the chat continues', async () => {
    await set({ runner: 'agent', mode: 'act' })
    it.simulator.play({
      kind: 'answer',
      text: 'Soon.',
      calls: [call('write', { path: 'y.md', content: 'y' })],
    })
    const answerId = await start('Write.')
    await untilAsked(answerId)
    const stopped = await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    expect(stopped.answer).toMatchObject({ status: 'stopped', text: 'Soon.' })
    expect((await end(await start('And now?'))).answer.status).toBe('complete')
  })

  test('a message sent while it works reaches the model with the next result', async () => {
    await set({ runner: 'agent', mode: 'act' })
    it.simulator.play(
      { kind: 'answer', calls: [call('touch', { path: 'z.md' })] },
      { kind: 'answer', text: 'Done.' },
    )
    const answerId = await start('Make a file.')
    const { callId } = await untilAsked(answerId)
    await it.app.steerAnswer({ workspaceId: WORKSPACE, answerId, text: 'Use short names.' })
    await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer: 'approve' })
    await end(answerId)
    expect(bodies()[1]).toContain('Use short names.')
  })

  test('redacts private data in tool results before they leave, and restores arguments', async () => {
    it.write('people.md', 'Ada: ada.lovelace@posteo.net, card 4111 1111 1111 1111\n')
    await set({ runner: 'agent' })
    it.simulator.play(
      { kind: 'answer', calls: [call('read', { path: 'people.md' })] },
      { kind: 'answer', calls: [call('grep', { pattern: '<<CREDIT_CARD_1>>', literal: true })] },
      { kind: 'answer', text: 'Her card is <<CREDIT_CARD_1>>.' },
    )
    const turn = await end(await start('Who is Ada?'))
    expect(turn.answer.text).toContain('4111 1111 1111 1111')
    for (const body of bodies()) expect(body).not.toContain('4111 1111')
    await end(await start('And?'))
    expect(bodies().at(-1)).not.toContain('4111 1111')
  })

  test('redacts a value found private in one result from the others too, and from earlier ones with the next message', async () => {
    const secret = 'Zebra!Crossing77'
    it.write('bare.md', `${secret} is in use.\n`)
    it.write('named.md', `DB_PASSWORD=${secret}\n`)
    await set({ runner: 'agent' })
    const reading = (path: string) => call('read', { path })
    it.simulator.play(
      { kind: 'answer', calls: [reading('bare.md'), reading('named.md')] },
      { kind: 'answer', text: 'Once.' },
    )
    await end(await start('Read both.'))
    expect(bodies().join('')).not.toContain(secret)

    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    const settings = { runner: 'agent', toolOutput: 'keep' } as const
    await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings })
    it.simulator.play(
      { kind: 'answer', calls: [reading('bare.md')] },
      { kind: 'answer', calls: [reading('named.md')] },
      { kind: 'answer', text: 'Twice.' },
    )
    for (const text of ['Read one, then the other.', 'And?']) {
      const message = { workspaceId: WORKSPACE, chatId, attach: [], modelId: MODEL }
      await end((await it.app.sendMessage({ ...message, text })).answerId)
    }
    expect(bodies().at(-1)).toContain('<<PASSWORD_1>> is in use')
    expect(bodies().at(-1)).not.toContain(secret)
  })
})
