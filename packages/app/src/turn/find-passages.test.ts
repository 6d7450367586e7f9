import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

const DEMO = new URL('../../../../examples/demo-vault', import.meta.url)
const CLOUD = 'anthropic/claude-sonnet-4-5'
const GARDEN = '# Garden\n\nThe roses need water on Mondays.\n'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  await allow('ask')
})

afterEach(() => it.remove())

const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const forecast = (text: string, more: object = {}) =>
  it.app.forecastTurn({ ...place(), text, attach: [], ...more })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const send = (text: string, more: object = {}) =>
  it.app.sendMessage({ ...place(), text, attach: [], ...more })
const allow = (passagesToCloud: 'always' | 'ask' | 'never') =>
  it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { passagesToCloud } })

describe('questions over the demo notes', () => {
  // The last eight of each were written after the limits were chosen.
  const ABOUT_NOTES: readonly (readonly [question: string, note: string])[] = [
    ['When do we launch and what still blocks it?', 'product/launch-plan.md'],
    ['What did the interviews say about pricing?', 'research/interviews-may.md'],
    ['Which decision did we reverse and why?', 'decisions/0003-yearly-pass.md'],
    ['how much is the yearly pass', 'decisions/0003-yearly-pass.md'],
    ['who are the pilot testers', 'people/pilot-testers.md'],
    ['What is Ebbwell?', 'product/ebbwell.md'],
    ['where does our tide data come from', 'decisions/0001-tide-data.md'],
    ['summarize the last weekly meeting', 'meetings/2026-11-09-weekly.md'],
    ['how accurate are the predictions of the tide engine?', 'product/tide-engine.md'],
    ['what did we learn from the pilot retro', 'meetings/2026-10-16-pilot-retro.md'],
    ['list the steps of onboarding a tester', 'people/onboarding.md'],
    ['monthly or yearly: what did we decide on subscriptions?', 'decisions/0002-monthly-subscription.md'],
    ['which price do we ask for the app?', 'product/pricing.md'],
    ['who was at the weekly on 9 November?', 'meetings/2026-11-09-weekly.md'],
    ['When do we launch?', 'product/launch-plan.md'],
    ['When is Ebbwell launching?', 'product/launch-plan.md'],
    ['Has it launched already?', 'product/launch-plan.md'],
    ['Who is Tobias?', 'people/onboarding.md'],
    ['How much does a pass cost?', 'decisions/0003-yearly-pass.md'],
    ['What about the battery?', 'product/launch-plan.md'],
    ['What did people complain about in the pilot?', 'meetings/2026-10-16-pilot-retro.md'],
    ['How much money do the stores keep?', 'product/pricing.md'],
    ['Do we scrape tide tables?', 'decisions/0001-tide-data.md'],
    ['Which tea do I buy?', 'people/onboarding.md'],
    ['What is shown when it is windy?', 'product/tide-engine.md'],
    ['Is there a free plan?', 'product/pricing.md'],
    ['What does Ines look after?', 'people/onboarding.md'],
    ['Who uses slack water?', 'product/ebbwell.md'],
    ['how did the interviews go', 'research/interviews-may.md'],
  ]
  const ABOUT_NOTHING = [
    'hello',
    'thanks, that helped',
    'What is the capital of Mongolia?',
    'Write a haiku about autumn leaves',
    'Translate "good morning" to French',
    'what is 17 times 23',
    'And why?',
    'make it shorter',
    'can you help me?',
    'What about the second one?',
    'draft an email to my landlord about a broken heater',
    'how do I sort an array in JavaScript',
    'who wrote Pride and Prejudice?',
    'give me three more examples',
    'what is the square root of 144?',
    'suggest a name for my cat',
    'what are the symptoms of a cold',
    'no, the other one please',
    'how long should I boil potatoes?',
    'explain photosynthesis',
    'what time is it?',
    "that's wrong",
    'what do you think?',
    'how do I change a tyre?',
    'what are good names for a start-up?',
    'how many people live in Brazil?',
    'can you say that in German?',
    'write a poem about love',
    'Are you sure about this?',
    'who painted the Sistine Chapel?',
    'give me a synonym for happy',
    'how do I center a div in CSS?',
    'what is the tallest tree?',
    'let us start over',
    'when was Napoleon born?',
    'how does a fridge keep food cold?',
  ]

  test('bring the note that answers them, and other questions bring none', async () => {
    for (const name of ['tides.md', 'plan.md']) rmSync(join(it.root, name))
    cpSync(DEMO, it.root, { recursive: true })
    // A message waits until the notes are indexed; a draft does not.
    await it.ask(it.chatId, 'Which moon landing was first?')
    const wrong: string[] = []
    for (const [question, note] of ABOUT_NOTES) {
      const { passages = [] } = await forecast(question)
      if (!passages.some(({ path }) => path === note))
        wrong.push(`${question} → ${passages.map(({ path }) => path).join(', ')}`)
    }
    for (const question of ABOUT_NOTHING) {
      const { passages = [] } = await forecast(question)
      if (passages.length > 0) wrong.push(`${question} → ${passages.map(({ path }) => path).join(', ')}`)
    }
    // The notes say "stores’ share" and speak of no money.
    expect(wrong).toEqual(['How much money do the stores keep? → '])
  })
})

test('a bare question brings good passages, and the offline model answers with citations', async () => {
  it.write('garden.md', GARDEN)
  const turn = await it.ask(it.chatId, 'When do the roses need water?')
  expect(turn.answer.text).toContain('The roses need water on Mondays')
  expect(turn.answer.sources).toMatchObject([{ path: 'garden.md', lines: [1, 3] }])
  const found = { place: 'garden.md#L1-3', path: 'garden.md', title: 'garden', lines: [1, 3] }
  expect(turn.passages).toMatchObject([found])
  const { turns } = await it.app.openChat(place())
  expect(turns[0]?.passages).toEqual(turn.passages)
})

test('without results the offline model says so, and how to get another answer', async () => {
  const { answer, passages } = await it.ask(it.chatId, 'Who painted the Mona Lisa?')
  expect(passages).toBeUndefined()
  expect(answer.text).toContain('Nothing in your notes matches')
  expect(answer.text).not.toContain('@')
})

test('with an attachment nothing else is searched unless requested', async () => {
  it.write('garden.md', GARDEN)
  await it.ask(it.chatId, 'When do the roses need water?')
  const attach = ['plan.md']
  expect((await forecast('When do the roses need water?', { attach })).passages).toBeUndefined()
  const beside = await forecast('When do the roses need water?', { attach, passages: { beside: true } })
  expect(beside.passages).toMatchObject([{ path: 'garden.md' }])
  // Pinned: it is attached by its place, and does not come twice.
  const pinned = { attach: ['garden.md#L1-3'], passages: { beside: true } }
  expect((await forecast('When do the roses need water?', pinned)).passages).toBeUndefined()
  const dropped = await forecast('When do the roses need water?', {
    passages: { leaveOut: ['garden.md#L1-3'] },
  })
  expect(dropped.passages).toBeUndefined()
})

test('a kept note that fits the question best keeps others out', async () => {
  it.write('garden.md', GARDEN)
  it.write('other.md', '# Weather\n\nRain, and the roses may need water.\n')
  await it.ask(it.chatId, 'What is this?', ['garden.md'])
  expect((await forecast('When do the roses need water on Mondays?')).passages).toBeUndefined()
})

test('a kept note of which only a preview stands comes along with its passages', async () => {
  const beds = Array.from({ length: 200 }, (_, bed) => `Bed ${bed} holds herbs of its own kind.\n\n`)
  it.write('garden.md', `# Garden\n\n${beds.join('')}The heron nests behind the old willow.\n`)
  await it.ask(it.chatId, 'What is this?', ['garden.md'])
  expect((await forecast('Where does the heron nest?')).passages).toBeUndefined()
  await it.app.compactChat(place())
  await it.ask(it.chatId, 'Thanks.')
  expect((await forecast('Where does the heron nest?')).passages).toMatchObject([{ path: 'garden.md' }])
})

test('Chat mode searches nothing', async () => {
  it.write('garden.md', GARDEN)
  await it.app.setChatSettings({ ...place(), settings: { runner: 'chat' } })
  const turn = await it.ask(it.chatId, 'When do the roses need water?')
  expect(turn.passages).toBeUndefined()
})

describe('passages and cloud models', () => {
  beforeEach(() => it.write('garden.md', GARDEN))
  const question = 'When do the roses need water?'

  test('ask first without sending; either choice is accepted', async () => {
    await expect(send(question, { modelId: CLOUD })).rejects.toMatchObject({
      code: 'passages-undecided',
      passages: [{ path: 'garden.md', text: expect.stringContaining('Mondays') }],
    })
    expect(bodies()).toEqual([])
    expect(await forecast(question, { modelId: CLOUD })).toMatchObject({ passagesAsked: true })
    await untilEnded(it.app, it.chatId, send(question, { modelId: CLOUD, passages: { decision: 'send' } }))
    await untilEnded(it.app, it.chatId, send(question, { modelId: CLOUD, passages: { decision: 'leave' } }))
    expect(bodies()[0]).toContain('The roses need water on Mondays')
    // It asks again the second time: nobody chose "always".
    await expect(send(question, { modelId: CLOUD })).rejects.toMatchObject({ code: 'passages-undecided' })
  })

  test.each([
    ['always', 1],
    ['never', 0],
  ] as const)('do not ask if the workspace says %s', async (value, expected) => {
    await allow(value)
    await untilEnded(it.app, it.chatId, send(question, { modelId: CLOUD }))
    expect(bodies().filter((body) => body.includes('on Mondays'))).toHaveLength(expected)
  })

  test('can be opened where the answer cites none of them', async () => {
    it.simulator.play({ kind: 'answer', text: 'I would rather not say.' })
    const decision = { passages: { decision: 'send' } } as const
    const { turns } = await untilEnded(it.app, it.chatId, send(question, { modelId: CLOUD, ...decision }))
    expect(turns[0]?.answers[0]?.sources).toEqual([])
    const source = { ...place(), turn: turns[0]?.id ?? '', path: 'garden.md' }
    expect(await it.app.readSource(source)).toMatchObject({ content: GARDEN, changed: 'no' })
    const other = { ...source, path: 'plan.md' }
    await expect(it.app.readSource(other)).rejects.toMatchObject({ code: 'artifact-not-found' })
  })

  test('given to a local model do not go to the cloud without asking', async () => {
    await it.ask(it.chatId, question)
    await expect(send('And why?', { modelId: CLOUD })).rejects.toMatchObject({ code: 'passages-undecided' })
    await untilEnded(it.app, it.chatId, send('And why?', { modelId: CLOUD, passages: { decision: 'leave' } }))
    // The answer that quotes them is part of the conversation; the passages are not.
    expect(bodies()[0]).not.toContain('# Garden')
  })

  test('ask when the question is answered again', async () => {
    const turn = await it.ask(it.chatId, question)
    const again = { ...place(), turnId: turn.id, modelIds: [CLOUD] }
    await expect(it.app.regenerateAnswer(again)).rejects.toMatchObject({ code: 'passages-undecided' })
    const leave = { ...again, passages: { decision: 'leave' } as const }
    await untilEnded(it.app, it.chatId, it.app.regenerateAnswer(leave))
    expect(bodies()[0]).not.toContain('Mondays')
  })

  test('come with a regenerated answer if the user agrees', async () => {
    const turn = await it.ask(it.chatId, question)
    const again = { ...place(), turnId: turn.id, modelIds: [CLOUD], passages: { decision: 'send' } as const }
    await untilEnded(it.app, it.chatId, it.app.regenerateAnswer(again))
    expect(bodies()[0]).toContain('Mondays')
  })

  test('never come from private or local-only notes', async () => {
    await allow('always')
    it.write('garden.md', `---\nlocal-only: true\n---\n${GARDEN}`)
    it.write('diary.md', `---\nprivate: true\n---\n${GARDEN}`)
    expect((await it.ask(it.chatId, question)).passages).toBeUndefined()
    expect((await it.ask(it.chatId, question, [], CLOUD)).passages).toBeUndefined()
    expect(bodies().join()).not.toContain('Mondays')
  })
})

test('a passage can be dropped from later requests', async () => {
  await allow('always')
  it.write('garden.md', GARDEN)
  await it.ask(it.chatId, 'When do the roses need water?', [], CLOUD)
  await it.app.forgetArtifact({ ...place(), key: 'garden.md' })
  await it.ask(it.chatId, 'And why?', [], CLOUD)
  expect(bodies()[0]).toContain('# Garden')
  expect(bodies()[1]).not.toContain('# Garden')
})
