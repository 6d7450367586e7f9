import { noticeWords } from '@varve/contract'
import { afterEach, describe, expect, test } from 'vitest'
import type { SimulatedOptions } from '../../testing/simulated-app.ts'
import { type SimulatedApp, simulatedApp } from '../../testing/simulated-app.ts'
import { WORKSPACE } from '../../testing/temporary-app.ts'
import { untilEnded } from '../../testing/until-ended.ts'

let it: SimulatedApp

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const OTHER = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })

async function begin(options: SimulatedOptions = {}): Promise<void> {
  it = await simulatedApp(options)
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  await it.app.setChatSettings({ ...place(), settings: { runner: 'plus' } })
}

const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const plan = (...calls: readonly { tool: string; arguments: unknown }[]) =>
  it.simulator.play({ kind: 'answer', text: JSON.stringify({ calls }) })
const search = (query: string) => ({ tool: 'localSearch', arguments: { query } })

describe('plus', () => {
  test('plans with the user’s model, searches, and answers with the results in L3', async () => {
    await begin()
    plan(search('roses water'))
    it.simulator.play({ kind: 'answer', text: 'On Mondays[^1].' })
    const turn = await it.ask(it.chatId, 'When do the roses need water?', ['plan.md'], MODEL)
    const [planner, final] = bodies()
    expect(bodies()).toHaveLength(2)
    expect(planner).toContain('When do the roses need water?')
    expect(planner).toContain('plan.md')
    expect(planner).not.toContain('on Mondays')
    expect(final).toContain('The roses need water on Mondays')
    expect(turn.answer.text).toBe('On Mondays[^1].')
    expect(turn.answer.sources).toMatchObject([{ number: 1, path: 'garden.md' }])
    expect(
      turn.answer.steps?.flatMap(({ calls }) => calls.map(({ tool, status }) => [tool, status])),
    ).toEqual([
      ['planner', 'done'],
      ['localSearch', 'done'],
    ])
  })

  test('the inspector shows the request that was sent, and the next turn continues from it', async () => {
    await begin()
    await it.app.setChatSettings({ ...place(), settings: { toolOutput: 'keep' } })
    plan(search('roses'))
    await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
    const { layers } = await it.app.inspectTurn({ ...place(), turn: 1 })
    const found = layers.find(({ id }) => id === 'L3')?.segments ?? []
    expect(JSON.stringify(found)).toContain('roses')
    plan()
    await it.ask(it.chatId, 'Thanks.', [], MODEL)
    const [, first, , second] = bodies().map((body) => JSON.parse(body) as { messages: unknown[] })
    expect(second?.messages.slice(0, 1)).toEqual(first?.messages.slice(0, 1))
  })

  test('the planner’s call is recorded, counted and sealed', async () => {
    await begin()
    plan(search('roses'))
    const turn = await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
    const [call] = await it.store.sideCalls.ofChat({ workspaceId: WORKSPACE, conversationId: it.chatId })
    expect(call).toMatchObject({ purpose: 'plan', modelId: MODEL, turnId: turn.id, error: undefined })
    expect((call?.usage as { costUSD: number } | undefined)?.costUSD).toBeGreaterThan(0)
    expect(Buffer.from(call?.sealed ?? []).toString('latin1')).not.toContain('roses')
  })

  test('a request about formatting searches nothing', async () => {
    await begin()
    plan()
    const turn = await it.ask(it.chatId, 'Rewrite this as a list.', ['plan.md'], MODEL)
    expect(turn.answer.steps?.[0]?.calls[0]?.summary).toBe('Nothing to look up')
    expect(bodies()[1]).not.toContain('localSearch')
  })

  test.each([
    ['no JSON', 'I would search the notes.'],
    ['not of the form', '{"calls": "search"}'],
    ['named a tool', '{"calls":[{"tool":"rm","arguments":{"path":"garden.md"}}]}'],
    ['no JSON', '{"calls":[{"tool":"localSearch"'],
  ])('a bad plan (%s) falls back to a plain answer and says so', async (words, text) => {
    await begin()
    it.simulator.play({ kind: 'answer', text })
    it.simulator.play({ kind: 'answer', text: 'From memory.' })
    const turn = await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'From memory.' })
    expect(turn.notices?.map(noticeWords).join(' ')).toContain(words)
    expect(turn.notices?.map(noticeWords).join(' ')).toContain('answered without searching')
  })

  test('a planner failure does not fail the answer', async () => {
    await begin()
    it.simulator.play({ kind: 'error', status: 400, message: 'no' })
    it.simulator.play({ kind: 'answer', text: 'Still here.' })
    const turn = await it.ask(it.chatId, 'Well?', [], MODEL)
    expect(turn.answer).toMatchObject({ status: 'complete', text: 'Still here.' })
    expect(turn.notices?.map(noticeWords).join(' ')).toContain('made no plan')
  })

  test('@vault searches whatever the planner says; @web says when web search is not set up', async () => {
    await begin()
    plan()
    const turn = await it.ask(it.chatId, '@vault @web roses water', [], MODEL)
    expect(turn.answer.steps?.[1]?.calls).toMatchObject([{ tool: 'localSearch', status: 'done' }])
    expect(bodies()[1]).toContain('on Mondays')
    expect(turn.notices?.map(noticeWords).join(' ')).toContain("Web search isn't set up")
  })

  test('@chats searches earlier chats, in a chat that plans nothing too, and a citation names the turn', async () => {
    await begin()
    it.simulator.play(
      { kind: 'answer', text: '{"calls":[]}' },
      { kind: 'answer', text: 'We chose larkspur.' },
    )
    await it.ask(it.chatId, 'Which flower for the border?', [], MODEL)
    const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
    plan()
    it.simulator.play({ kind: 'answer', text: 'Larkspur[^1].' })
    const turn = await it.ask(id, '@chats which flower did we choose?', [], MODEL)
    expect(turn.answer.steps?.[1]?.calls).toMatchObject([{ tool: 'searchChats', status: 'done' }])
    expect(bodies().at(-1)).toContain('We chose larkspur.')
    expect(turn.answer.sources).toMatchObject([{ path: `chat:${it.chatId}`, lines: [1, 1], unit: 'turn' }])
  })

  test('after a bad plan, named searches are reported as made, once each', async () => {
    await begin()
    it.simulator.play({ kind: 'answer', text: 'no plan' }, { kind: 'answer', text: 'On Mondays.' })
    const vault = await it.ask(it.chatId, '@vault roses water', [], MODEL)
    expect(vault.notices?.map(noticeWords).join(' ')).toContain(
      'Only what the message asks for by name was searched.',
    )
    expect(vault.notices?.map(noticeWords).join(' ')).not.toContain('answered without searching')
    it.simulator.play({ kind: 'answer', text: 'no plan' }, { kind: 'answer', text: 'On Mondays.' })
    const web = await it.ask(it.chatId, '@web roses water', [], MODEL)
    expect(web.notices?.map(noticeWords)).toEqual([
      expect.stringMatching(/it was no JSON\.$/),
      'The message was answered without searching.',
      "Web search isn't set up, so @web does nothing. Set it up in Settings, under Tools.",
    ])
    expect(web.answer.steps?.[0]?.calls[0]?.summary).toBe('No plan that could be used')
  })

  test('@web uses the configured search', async () => {
    const asked: string[] = []
    await begin({
      webSearch: {
        name: 'Test Search',
        search: async (query) => {
          asked.push(query)
          return [{ title: 'Roses', url: 'https://example.org/roses', snippet: 'Water them.' }]
        },
      },
    })
    plan()
    await it.ask(it.chatId, '@web roses', [], MODEL)
    expect(asked).toEqual(['roses'])
    expect(bodies()[1]).toContain('Water them.')
  })

  test('several models share one search and one envelope', async () => {
    await begin()
    plan(search('roses'))
    const text = 'When do the roses need water?'
    const sending = it.app.sendMessage({ ...place(), text, attach: [], modelIds: [MODEL, OTHER] })
    const { turns } = await untilEnded(it.app, it.chatId, sending)
    expect(bodies()).toHaveLength(3)
    for (const body of bodies().slice(1)) expect(body).toContain('on Mondays')
    const [first, second] = turns[0]?.answers ?? []
    expect(second?.steps).toEqual(first?.steps)
  })

  test('redacts private data in search results', async () => {
    await begin()
    it.write('cards.md', '# Cards\n\nThe company card is 4111 1111 1111 1111.\n')
    plan(search('company card'))
    await it.ask(it.chatId, 'What is the company card?', [], MODEL)
    expect(bodies()[1]).toContain('<<CREDIT_CARD_1>>')
    expect(bodies().join()).not.toContain('4111 1111')
  })

  test('the built-in model searches without a planner', async () => {
    await begin()
    const turn = await it.ask(it.chatId, 'When do the roses need water?', [])
    expect(turn.answer.text).toContain('Mondays')
    expect(bodies()).toHaveLength(0)
  })
})
