import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const DIVORCE = 'I want a divorce and custody of my kids. What happens first?'
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const systemOf = (body: string | undefined): string =>
  JSON.stringify(
    (JSON.parse(body ?? '') as { input: { role: string }[] }).input.filter(
      ({ role }) => role === 'developer',
    ),
  )
const set = (settings: Parameters<typeof it.app.setChatSettings>[0]['settings']) =>
  it.app.setChatSettings({ workspaceId: WORKSPACE, chatId: it.chatId, settings })

const continued = async (answerId: string) => {
  const going = it.app.continueAnswer({ workspaceId: WORKSPACE, chatId: it.chatId, answerId })
  const { turns } = await untilEnded(it.app, it.chatId, going)
  return turns.at(-1) ?? expect.fail('no turn')
}

describe('guidance of areas', () => {
  test('detected areas go with the message, in L3, and never change L1', async () => {
    const turn = await it.ask(it.chatId, DIVORCE, [], MODEL)
    expect(turn.areas?.[0]).toMatchObject({ pack: 'practice', id: 'family' })
    await it.ask(it.chatId, 'What will you do today?', [], MODEL)
    const [first, second] = bodies()
    expect(first).toContain('Family law')
    expect(systemOf(first)).not.toContain('Family law')
    expect(systemOf(second)).toBe(systemOf(first))
    const inspection = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 2 })
    expect(inspection.epoch.id).toBe(1)
  })

  test('a continued answer keeps the guidance of its question: only the user’s words are scanned', async () => {
    it.simulator.play('length', 'answer', 'length', 'answer')
    const plain = await it.ask(it.chatId, 'Tell me a story about the sea.', [], MODEL)
    const first = await continued(plain.answer.id)
    expect(first.areas ?? []).toEqual([])
    expect(bodies()[1]).not.toMatch(/Public benefits|not advice/)
    const divorce = await it.ask(it.chatId, DIVORCE, [], MODEL)
    expect((await continued(divorce.answer.id)).areas).toMatchObject(
      (divorce.areas ?? []).map(({ pack, id }) => ({ pack, id })),
    )
    expect(bodies()[3]?.split('Family law').length).toBeGreaterThan(
      bodies()[2]?.split('Family law').length ?? 0,
    )
    const found = await it.app.searchChats({ workspaceId: WORKSPACE, text: 'without repeating' })
    expect(found.hits).toEqual([])
  })

  test('pinned areas are in L1, with one disclaimer, and a new epoch says why', async () => {
    await it.ask(it.chatId, DIVORCE, [], MODEL)
    await set({ areas: ['practice/family'], jurisdictions: ['US-CA', 'MX'] })
    const { areas, jurisdictions } = await it.ask(it.chatId, 'And who keeps it?', [], MODEL)
    expect(areas).toContainEqual(expect.objectContaining({ pack: 'practice', id: 'family' }))
    expect(jurisdictions).toEqual(['US-CA', 'MX'])
    const [, second = ''] = bodies()
    expect(systemOf(second)).toContain('Family law')
    expect(systemOf(second).match(/not advice from a lawyer/g)).toHaveLength(1)
    const { epoch } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: it.chatId, turn: 2 })
    expect(epoch).toMatchObject({ id: 2, reason: expect.stringContaining('uidance') })
  })

  test('can be switched off, and set by hand for one message', async () => {
    await set({ guidance: 'off' })
    await it.ask(it.chatId, DIVORCE, [], MODEL)
    expect(bodies()[0]).not.toContain('Family law')
    await set({ guidance: null })
    const { answerId } = await it.app.sendMessage({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      text: 'Hello there.',
      attach: [],
      areas: ['practice/tax'],
      modelId: MODEL,
    })
    expect(answerId).toBeDefined()
    await expect.poll(() => bodies()).toHaveLength(2)
    expect(bodies()[1]).toContain('Tax')
  })

  test('a pinned or set jurisdiction keeps others that the message names, for comparison', async () => {
    const text = 'Compare the rules for a divorce with custody of kids in Texas and France.'
    const ask = { workspaceId: WORKSPACE, chatId: it.chatId, text, attach: [], modelId: MODEL }
    const placesOf = async (jurisdictions?: readonly string[]) =>
      (await it.app.forecastTurn({ ...ask, jurisdictions })).jurisdictions
    expect(await placesOf()).toEqual(['US-TX', 'FR'])
    expect(await placesOf(['US-NV', 'FR'])).toEqual(['US-NV', 'FR'])
    expect(await placesOf([])).toBeUndefined()
    await set({ jurisdictions: ['US-TX'] })
    expect(await placesOf()).toEqual(['US-TX', 'FR'])
    await it.app.sendMessage(ask)
    await expect.poll(() => bodies()).toHaveLength(1)
    expect(bodies()[0]).toContain('Jurisdictions: Texas (United States), France. Compare them')
  })

  test('refuses an unknown area or jurisdiction, for the chat and for a message', async () => {
    const ask = { workspaceId: WORKSPACE, chatId: it.chatId, text: 'Hello.', attach: [], modelId: MODEL }
    for (const [wrong, words] of [
      [{ areas: ['practice/family', 'nope'] }, 'no area "nope"'],
      [{ jurisdictions: ['US', 'ZZ'] }, '"ZZ" is no jurisdiction'],
      [{ jurisdictions: [' '] }, '" " is no jurisdiction'],
    ] as const) {
      const refusal = { code: 'message-invalid', message: expect.stringContaining(words) }
      await expect(set(wrong)).rejects.toMatchObject(refusal)
      await expect(it.app.forecastTurn({ ...ask, ...wrong })).rejects.toMatchObject(refusal)
      await expect(it.app.sendMessage({ ...ask, ...wrong })).rejects.toMatchObject(refusal)
    }
    const { settings, turns } = await it.app.openChat(ask)
    expect([settings, turns]).toEqual([{}, []])
  })

  test('stores a jurisdiction by its id, once, however it is typed', async () => {
    const kept = { jurisdictions: ['UK', 'US-CA'] }
    expect(await set({ jurisdictions: ['uk', 'us_ca', ' GB '] })).toEqual(kept)
    const { settings } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
    expect(settings).toEqual(kept)
    const { jurisdictions } = await it.ask(it.chatId, 'Who gets custody in the United Kingdom?', [], MODEL)
    expect(jurisdictions).toEqual(['UK', 'US-CA'])
  })

  test('keeps an unknown code from an older version beside the others', async () => {
    const before = { jurisdictions: ['uk', 'Atlantis'] }
    await it.store.commit([
      it.store.conversations.configure({ workspaceId: WORKSPACE, id: it.chatId, settings: before }),
    ])
    expect(await set({ temperature: 1 })).toEqual({ jurisdictions: ['UK', 'Atlantis'], temperature: 1 })
  })

  test('an area from a file counts once the file is trusted; a missing pin is tolerated', async () => {
    const bees = 'Varve/areas/mine/bees.area.md'
    await expect(set({ areas: ['mine/bees'] })).rejects.toThrow('no area')
    it.write(bees, '---\nname: Bees\nterms: {beehive: 5}\n---\nAsk how many hives.')
    await it.app.trustInstruction({ workspaceId: WORKSPACE, path: bees })
    await set({ areas: ['mine/bees'] })
    it.write(bees, 'No area any more.')
    const both = ['mine/bees', 'practice/tax']
    expect(await set({ areas: both })).toEqual({ areas: both })
  })

  test('shows three clear areas with their guidance', async () => {
    const text =
      'I want a divorce, my landlord is evicting me, and I was arrested for theft. What are my rights?'
    const ask = { workspaceId: WORKSPACE, chatId: it.chatId, text, attach: [], modelId: MODEL }
    const shown = (await it.app.forecastTurn(ask)).areas ?? []
    expect(shown.map(({ id }) => id).toSorted()).toEqual(['criminal', 'family', 'housing'])
    await it.app.sendMessage(ask)
    await expect.poll(() => bodies()).toHaveLength(1)
    for (const { name } of shown) expect(bodies()[0]).toContain(name)
  })

  test('includes the workspace’s own areas', async () => {
    it.write(
      'Varve/areas/mine/bees.area.md',
      '---\nname: Bees\nterms: {beehive: 5}\n---\nAsk how many hives.',
    )
    await it.app.trustInstruction({ workspaceId: WORKSPACE, path: 'Varve/areas/mine/bees.area.md' })
    const found = await it.app.findAreas({ workspaceId: WORKSPACE, text: 'My beehive swarmed again' })
    expect(found[0]).toMatchObject({ pack: 'mine', id: 'bees' })
    const { areas } = await it.app.listAreas({ workspaceId: WORKSPACE })
    expect(areas).toContainEqual({ pack: 'mine', id: 'bees', name: 'Bees' })
  })
})
