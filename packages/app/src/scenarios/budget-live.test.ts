import { type Attachable, noticeWords, type TurnView } from '@varve/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const LARGE = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
/** Whether the newest request holds some words; a request is too long to be printed by a test that fails. */
const holds = (words: string): boolean => bodies().at(-1)?.includes(words) ?? false
const say = (text: string) => it.simulator.play({ kind: 'answer', text })
const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `Line ${index} of ${name}.`).join('\n\n')

async function begin(window: number): Promise<void> {
  it = await simulatedApp({ models: [{ id: MODEL, window, outputLimit: 4000, reservedOutput: 1000 }] })
  await it.app.setChatSettings({ ...place(), settings: { summaries: 'extract' } })
}

async function send(text: string, attach: readonly Attachable[] = [], more: object = {}): Promise<TurnView> {
  const message = { ...place(), text, attach, modelId: MODEL, ...more }
  const { answerId } = await it.app.sendMessage(message)
  return lastTurn(await collect(it.app, answerId))
}

const draft = (text: string, attach: readonly Attachable[] = [], more: object = {}) => ({
  ...place(),
  text,
  attach,
  modelId: MODEL,
  ...more,
})

describe('[B-2] marks', () => {
  const attached = async (first: Attachable): Promise<void> => {
    await begin(13_500)
    it.write('log.md', `# Log\n\n${lines('log', 800)}\n`)
    it.write('other.md', `# Other\n\n${lines('other', 600)}\n`)
    it.write('third.md', `# Third\n\n${lines('third', 400)}\n`)
    await send('One.', [first])
    await send('Two.', ['other.md'])
  }
  const whole = () => ({ log: holds('Line 300 of log.'), other: holds('Line 300 of other.') })

  test('an essential note stays whole where others of its age are shortened', async () => {
    await attached('log.md')
    await send('Three.', ['third.md'])
    expect(whole()).toEqual({ log: false, other: true })
    await it.remove()
    await attached('log.md!')
    expect((await it.app.openChat(place())).kept).toMatchObject([
      { key: 'log.md', priority: 'essential' },
      {},
    ])
    await send('Three.', ['third.md'])
    expect(whole()).toEqual({ log: true, other: false })
  })

  test('a kept note is marked for the next turn, and keeps the mark when attached again', async () => {
    await attached('log.md')
    const chat = await it.app.markArtifact({ ...place(), key: 'log.md', priority: 'essential' })
    expect(chat.kept).toMatchObject([{ priority: 'essential' }, { key: 'other.md' }])
    expect(chat.kept[1]).not.toHaveProperty('priority')
    await send('Three.', ['third.md'])
    expect(whole()).toEqual({ log: true, other: false })
    await send('Four.', ['log.md'])
    expect((await it.app.openChat(place())).kept[0]).toMatchObject({ key: 'log.md', priority: 'essential' })
    it = { ...it, ...(await it.reopen()), remove: it.remove }
    const again = await it.app.openChat(place())
    expect(again.kept[0]).toMatchObject({ key: 'log.md', priority: 'essential' })
    const back = await it.app.markArtifact({ ...place(), key: 'log.md', priority: 'normal' })
    expect(back.kept[0]).not.toHaveProperty('priority')
    await it.app.close()
  })

  test('only kept items can be marked', async () => {
    await begin(13_500)
    const mark = { ...place(), key: 'log.md', priority: 'optional' } as const
    await expect(it.app.markArtifact(mark)).rejects.toMatchObject({ code: 'artifact-not-found' })
  })
})

describe('[B-2] an optional attachment over the budget', () => {
  const tooLong = async (): Promise<readonly Attachable[]> => {
    await begin(13_500)
    it.write('log.md', `# Log\n\n${lines('log', 600)}\n`)
    it.write('other.md', `# Other\n\n${lines('other', 1800)}\n`)
    return ['log.md', 'other.md?']
  }

  test('leaving it out is offered only if the message then fits', async () => {
    const attach = await tooLong()
    const { actions } = await it.app.forecastTurn(draft('Read.', attach))
    expect(actions).toContain('drop-optional')
    expect((await it.app.forecastTurn(draft('Read.', ['log.md', 'other.md']))).actions).not.toContain(
      'drop-optional',
    )
    const message = { ...place(), text: 'Read.', attach, modelId: MODEL }
    await expect(it.app.sendMessage(message)).rejects.toMatchObject({
      code: 'does-not-fit',
      details: { actions: expect.arrayContaining(['drop-optional']) },
    })
  })

  test('with consent it is left out and reported; a fitting one stays', async () => {
    const attach = await tooLong()
    await send('Read.', attach, { dropOptional: true })
    expect({ log: holds('Line 300 of log.'), other: holds('Line 300 of other.') }).toEqual({
      log: true,
      other: false,
    })
    const { turns } = await it.app.openChat(place())
    expect(turns[0]?.notices?.map(noticeWords).join(' ')).toContain('"other.md" is optional and was left out')
    it.write('short.md', 'Short and sweet.\n')
    await send('And this.', ['short.md?'], { dropOptional: true })
    expect(holds('Short and sweet.')).toBe(true)
  })
})

describe('[B-6] /compact', () => {
  const fill = async (): Promise<void> => {
    await begin(200_000)
    it.write('log.md', `# Log\n\n${lines('log', 500)}\n`)
    say('So it is.')
    await send('Read it.', ['log.md'])
    for (const number of [2, 3, 4]) {
      say(`Answer ${number}.`)
      await send(`Question ${number}: ${lines('a question', 300)}`)
    }
  }

  test('says what it saves, takes effect in the next turn, and lasts', async () => {
    await fill()
    const view = await it.app.compactChat(place())
    expect(view).toMatchObject({
      pending: true,
      modelId: MODEL,
      summarizedTurns: 2,
      shortened: ['log.md'],
      by: 'extract',
    })
    expect(view.afterTokens).toBeLessThan(view.beforeTokens * 0.6)
    expect((await it.app.openChat(place())).compact).toBe(true)
    expect(bodies()).toHaveLength(4)
    const turn = await send('And now?')
    expect(turn.epochNote).toContain('compacted')
    expect(holds('Line 300 of log.')).toBe(false)
    expect(holds('<conversation_summary>')).toBe(true)
    const { totalTokens } = await it.app.inspectTurn({ ...place(), turn: 5 })
    expect(totalTokens).toBeLessThan(view.beforeTokens * 0.6)
    expect(await it.app.openChat(place())).not.toHaveProperty('compact')
    await send('More.')
    expect(
      bodies()
        .at(-1)
        ?.startsWith(bodies().at(-2)?.slice(0, 500) ?? '?'),
    ).toBe(true)
  })

  test('loses nothing: every turn is in the chat, and a note attached again is whole', async () => {
    await fill()
    await it.app.compactChat(place())
    await send('And now?')
    const { turns } = await it.app.openChat(place())
    expect(turns[1]?.text).toContain('Line 100 of a question.')
    await send('Again.', ['log.md'])
    expect(holds('Line 300 of log.')).toBe(true)
  })

  test('the user’s model writes the summary with the next turn', async () => {
    await fill()
    await it.app.setChatSettings({ ...place(), settings: { summaries: 'model' } })
    expect(await it.app.compactChat(place())).toMatchObject({ by: 'model' })
    for (const text of ['They asked and were answered.', 'A log of 500 lines.', 'Here.']) say(text)
    const turn = await send('And now?')
    expect(turn.answer.text).toBe('Here.')
    expect(holds('They asked and were answered.')).toBe(true)
    expect(holds('A log of 500 lines.')).toBe(true)
  })

  test('can be undone, and is not kept if it saves nothing', async () => {
    await begin(200_000)
    await expect(it.app.compactChat(place())).rejects.toThrow('nothing to compact yet')
    await send('Hello?')
    expect(await it.app.compactChat(place())).toMatchObject({ pending: false, summarizedTurns: 0 })
    await it.remove()
    await fill()
    await it.app.compactChat(place())
    expect(await it.app.compactChat({ ...place(), undo: true })).toMatchObject({ pending: false })
    expect(await it.app.openChat(place())).not.toHaveProperty('compact')
    await send('And now?')
    expect(holds('Line 300 of log.')).toBe(true)
  })
})

describe('[B-2] a message over the budget says so before sending, with remedies', () => {
  const paste = { kind: 'paste', content: lines('the paste', 900) } as const
  const full = async (): Promise<void> => {
    await begin(12_800)
    it.write('log.md', `# Log\n\n${lines('log', 800)}\n`)
    await send('Keep this.', [paste])
  }

  test('the forecast has numbers and actions; nothing is sent', async () => {
    await full()
    const forecast = await it.app.forecastTurn(draft('And this.', ['log.md']))
    const actions = ['forget', 'larger-window', 'new-chat-with-summary', 'allow-extracts']
    expect(forecast).toMatchObject({ overBy: expect.any(Number), actions })
    expect(forecast.largest?.[0]?.tokens).toBeGreaterThan(3000)
    await expect(send('And this.', ['log.md'])).rejects.toMatchObject({ code: 'does-not-fit' })
    expect(bodies()).toHaveLength(1)
  })

  test('forget: fits without the largest items', async () => {
    await full()
    const { kept } = await it.app.openChat(place())
    await it.app.forgetArtifact({ ...place(), key: kept[0]?.key ?? '' })
    expect(await it.app.forecastTurn(draft('And this.', ['log.md']))).not.toHaveProperty('overBy')
  })

  test('a model with a larger window accepts it', async () => {
    await full()
    const forecast = await it.app.forecastTurn(draft('And this.', ['log.md'], { modelId: LARGE }))
    expect(forecast).not.toHaveProperty('overBy')
  })

  test('extracts: with consent the paste is cut to exact lines, for this message only', async () => {
    await full()
    const consent = { allowExtracts: true }
    const forecast = await it.app.forecastTurn(draft('And this.', ['log.md'], consent))
    expect(forecast).not.toHaveProperty('overBy')
    expect(forecast).not.toHaveProperty('actions')
    await send('And this.', ['log.md'], consent)
    expect(holds('Line 0 of the paste.')).toBe(true)
    expect(holds('Line 450 of the paste.')).toBe(false)
  })

  test('continues in a new chat whose first message brings a summary', async () => {
    await full()
    await it.app.setChatSettings({ ...place(), settings: { summaries: 'model' } })
    await send(`Why? ${lines('a reason', 400)}`)
    const wish = { ...place(), idempotencyKey: 'continue-it' }
    await expect(it.app.continueInNewChat(place())).rejects.toMatchObject({ code: 'not-confirmed' })
    say('They kept a paste.')
    const next = await it.app.continueInNewChat({ ...wish, confirmed: true })
    expect(next).toMatchObject({ by: 'model', attach: [{ kind: 'chat-summary', chatId: it.chatId }] })
    expect(await it.app.continueInNewChat({ ...wish, confirmed: true })).toEqual(next)
    const moved = draft('And this.', [...next.attach, 'log.md'], { chatId: next.chatId })
    expect(await it.app.forecastTurn(moved)).not.toHaveProperty('overBy')
    const { answerId } = await it.app.sendMessage(moved)
    await collect(it.app, answerId)
    expect(holds('They kept a paste.')).toBe(true)
    expect(holds('Line 0 of the paste.')).toBe(false)
    const chat = await it.app.openChat({ workspaceId: WORKSPACE, chatId: next.chatId })
    expect(chat.kept.map(({ key }) => key)).toEqual([`chat:${it.chatId}`, 'log.md'])
    expect(chat.settings.summaries).toBe('model')
    expect((await it.app.openChat(place())).turns).toHaveLength(2)
  })

  test('a failing summary becomes an extract and says so, without private data', async () => {
    await full()
    await send(`My card is 4111 1111 1111 1111. ${lines('a reason', 400)}`, [], {
      decision: { action: 'redact' },
    })
    it.simulator.play({ kind: 'error', status: 400, message: 'no' })
    const next = await it.app.continueInNewChat({ ...place(), confirmed: true })
    expect(next).toMatchObject({ by: 'extract', notice: { code: 'summary-failed' } })
    expect(bodies().join().includes('4111 1111')).toBe(false)
  })

  test('local-only text is not summarised by a cloud model', async () => {
    await begin(200_000)
    it.write('secret.md', '---\nvarve: local-only\n---\n\nThe treasure is under the pier.\n')
    const ask = { ...place(), text: 'Where is it?', attach: ['secret.md'] }
    await collect(it.app, (await it.app.sendMessage(ask)).answerId)
    const { chatId, attach } = await it.app.continueInNewChat({ ...place(), confirmed: true })
    const moved = { workspaceId: WORKSPACE, chatId, text: 'Go on.', attach }
    const forecast = await it.app.forecastTurn({ ...moved, modelId: MODEL })
    expect(forecast.notices?.map(noticeWords).join(' ')).toContain(
      'has drawn on files that stay on this machine',
    )
    await collect(it.app, (await it.app.sendMessage(moved)).answerId)
    await expect(it.app.sendMessage({ ...moved, attach: [], modelId: MODEL })).rejects.toMatchObject({
      code: 'local-only',
    })
    expect(bodies()).toEqual([])
  })
})
