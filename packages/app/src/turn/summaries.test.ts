import { noticeWords, type TurnView } from '@varve/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const SMALL = { window: 14_000, outputLimit: 4000, reservedOutput: 1000 }
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const sideCalls = () => bodies().filter((body) => body.includes('You sum up'))
const say = (text: string) => it.simulator.play({ kind: 'answer', text })

/** A message of about 2,900 tokens. */
const long = (number: number, more = ''): string =>
  `Message ${number}${more}: ${Array.from({ length: 290 }, (_, index) => `the tide at pier ${index} was ${number}.`).join(' ')}`

/** Turns up to the one that no longer fits beside all the others. */
const UNTIL_FULL = 4

async function fill(more = ''): Promise<void> {
  it = await simulatedApp({ models: [{ id: MODEL, ...SMALL }] })
  await it.app.setGuard({ workspaceId: WORKSPACE, policy: { decisions: { CREDIT_CARD: 'redact' } } })
  for (let number = 1; number <= UNTIL_FULL; number += 1) {
    say(`Answer ${number}.`)
    await it.ask(it.chatId, long(number, more), [], MODEL)
  }
  expect(sideCalls()).toHaveLength(0)
}

/** Whether the newest request holds some words; a request is too long to be printed by a test that fails. */
const holds = (words: string): boolean => bodies().at(-1)?.includes(words) ?? false

const summaryCalls = (turn: TurnView) =>
  (turn.answer.steps ?? []).flatMap(({ calls }) => calls.filter(({ tool }) => tool === 'summary'))

describe('[B-3] summaries by the user’s model', () => {
  test('are requested when the history no longer fits, shown as a step, and in the request', async () => {
    await fill()
    say('They measured tides at many piers.')
    say('So it goes.')
    const turn = await it.ask(it.chatId, long(5), [], MODEL)
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'So it goes.' })
    expect(sideCalls()).toHaveLength(1)
    expect(sideCalls()[0]?.includes('Turn 1\\nUser: Message 1')).toBe(true)
    expect(holds('They measured tides at many piers.')).toBe(true)
    expect(holds('Message 1:')).toBe(false)
    expect(summaryCalls(turn)).toMatchObject([{ status: 'done' }])
    expect(summaryCalls(turn)[0]?.summary).toMatch(/^Summed up turns 1–\d: [\d,]+ → \d+ tokens, \$0/)
    const { layers } = await it.app.inspectTurn({ ...place(), turn: 5 })
    expect(JSON.stringify(layers).includes('They measured tides at many piers.')).toBe(true)
  })

  test('are recorded, counted, and reused by later turns and after a restart', async () => {
    await fill()
    say('They measured tides.')
    const turn = await it.ask(it.chatId, long(5), [], MODEL)
    const [call] = await it.store.sideCalls.ofChat({ workspaceId: WORKSPACE, conversationId: it.chatId })
    expect(call).toMatchObject({ purpose: 'summary', modelId: MODEL, turnId: turn.id, error: undefined })
    await it.ask(it.chatId, 'And now?', [], MODEL)
    expect(sideCalls()).toHaveLength(1)
    const request = (await it.app.inspectTurn({ ...place(), turn: 6 })).wire?.bodyText
    it = { ...it, ...(await it.reopen()), remove: it.remove }
    const again = { ...place(), turnId: (await it.app.openChat(place())).turns.at(-1)?.id ?? '' }
    const { answerId } = await it.app.regenerateAnswer(again)
    await collect(it.app, answerId)
    expect(sideCalls()).toHaveLength(1)
    expect(bodies().at(-1) === request).toBe(true)
    await it.app.close()
  })

  test('of a longer history continue the previous one', async () => {
    await fill()
    say('First summary.')
    for (let number = 5; sideCalls().length < 2; number += 1) await it.ask(it.chatId, long(number), [], MODEL)
    const [first = '', second = ''] = sideCalls()
    expect(first.includes('Message 1:')).toBe(true)
    expect(second.includes('First summary.')).toBe(true)
    expect(second.includes('Message 1:')).toBe(false)
    expect(second.length).toBeLessThan(first.length * 2)
  })

  test('a failing one falls back to an extract and says so', async () => {
    await fill()
    it.simulator.play({ kind: 'error', status: 400, message: 'no' })
    say('Still here.')
    const turn = await it.ask(it.chatId, long(5), [], MODEL)
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'Still here.' })
    expect(turn.notices?.map(noticeWords).join(' ')).toMatch(
      /couldn't summarize turns 1–\d: .*An extract was sent\./,
    )
    expect(summaryCalls(turn)).toMatchObject([{ status: 'failed' }])
    expect(holds('Excerpts of turns 1 to')).toBe(true)
    const [call] = await it.store.sideCalls.ofChat({ workspaceId: WORKSPACE, conversationId: it.chatId })
    expect(call?.error).toContain('400')
  })

  test('are not requested if the chat prefers extracts, nor from the built-in model', async () => {
    await fill()
    await it.app.setChatSettings({ ...place(), settings: { summaries: 'extract' } })
    await it.ask(it.chatId, long(5), [], MODEL)
    expect(sideCalls()).toHaveLength(0)
    expect(holds('Excerpts of turns 1 to')).toBe(true)
    await expect(it.app.setChatSettings({ ...place(), settings: { summaries: 'poem' } })).rejects.toThrow(
      'When space runs out must be one of model, extract.',
    )
  })

  test('stopping ends the answer, and nothing more is requested', async () => {
    await fill()
    it.simulator.play({ kind: 'answer', text: 'Too late. '.repeat(200), pauseMilliseconds: 30 })
    const { answerId } = await it.app.sendMessage({ ...place(), text: long(5), attach: [], modelId: MODEL })
    const watching = collect(it.app, answerId)
    for await (const { event } of (await it.app.watchAnswer({
      workspaceId: WORKSPACE,
      answerId,
      after: 0,
    })) ?? [])
      if (event.kind === 'steps') break
    await expect.poll(() => bodies().length).toBe(UNTIL_FULL + 1)
    await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
    const turn = lastTurn(await watching)
    expect(turn.answer).toMatchObject({ status: 'stopped', text: '' })
    expect(bodies()).toHaveLength(UNTIL_FULL + 1)
    say('Later.')
    say('Back.')
    const next = await it.ask(it.chatId, 'Go on.', [], MODEL)
    expect(next.answer.status).toBe('complete')
  })

  test('hide what the guard hides', async () => {
    await fill(' by card 4111 1111 1111 1111')
    say('The card <<CREDIT_CARD_1>> was used.')
    await it.ask(it.chatId, long(5), [], MODEL)
    expect(sideCalls()[0]?.includes('<<CREDIT_CARD_1>>')).toBe(true)
    expect(bodies().join().includes('4111 1111')).toBe(false)
    expect(holds('The card <<CREDIT_CARD_1>> was used.')).toBe(true)
  })

  test('a long kept note is summarized part by part', async () => {
    it = await simulatedApp({ models: [{ id: MODEL, ...SMALL, window: 24_000 }] })
    const lines = Array.from({ length: 2200 }, (_, index) => `Line ${index} of the log.`)
    it.write('log.md', `# Log\n\n${lines.join('\n\n')}\n`)
    await it.ask(it.chatId, 'Read it.', ['log.md'], MODEL)
    it.write('more.md', `# More\n\n${lines.slice(0, 1500).join('\n\n')}\n`)
    for (const note of ['A log.', 'A longer log.', 'A log of 2200 lines.', 'Done.']) say(note)
    const turn = await it.ask(it.chatId, 'And this.', ['more.md'], MODEL)
    expect(sideCalls()).toHaveLength(3)
    expect(summaryCalls(turn)[0]?.summary).toMatch(/^Summed up log\.md/)
    expect(/log\.md.{0,80}A log of 2200 lines/.test(bodies().at(-1) ?? '')).toBe(true)
  })
})
