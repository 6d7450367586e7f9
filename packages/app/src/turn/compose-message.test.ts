import { type DefinitionKind, noticeWords } from '@varve/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  it.write('garden/roses.md', '# Roses\n\nWater them on Mondays.\n')
  it.write('garden/lawn.md', '# Lawn\n\nMow it on Fridays. #chores\n')
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const place = () => ({ workspaceId: WORKSPACE, chatId: it.chatId })
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)
const ask = (text: string, attach: readonly string[] = []) => it.ask(it.chatId, text, attach, MODEL)
const forecast = (text: string, attach: readonly string[] = []) =>
  it.app.forecastTurn({ ...place(), text, attach, modelId: MODEL })
const define = (kind: DefinitionKind, id: string, content: string) =>
  it.app.writeDefinition({ workspaceId: WORKSPACE, kind, id, content })
const keys = (turn: { readonly attachments: readonly { readonly key: string }[] }) =>
  turn.attachments.map(({ key }) => key)
const times = (text: string, part: string) => text.split(part).length - 1

const POET =
  '---\nname: Poet\ndescription: Rhymes.\nrunner: chat\ntemperature: 0.3\n---\nYou are a poet of the sea.\n'
const BREW = '---\nname: brew\ndescription: Brews tea.\n---\nBoil water first.\n'

describe('what a message names', () => {
  test('notes, folders, tags and links are attached once, chips are not doubled', async () => {
    const turn = await ask('Compare @plan with [[roses|these]] and @#chores in @garden/ and @plan', [
      'plan.md',
    ])
    expect(keys(turn)).toEqual([
      'plan.md',
      'garden/roses.md',
      'garden/lawn.md',
      'tag:chores',
      'folder:garden',
    ])
    expect(turn.text).toContain('@plan with [[roses|these]]')
    expect(times(bodies()[0] ?? '', 'The launch is on 12 December.')).toBe(1)
    expect(times(bodies()[0] ?? '', 'Water them on Mondays.')).toBe(1)
    expect(turn.notices).toBeUndefined()
  })

  test('the forecast counts them, and does not fetch an address while typing', async () => {
    const view = await forecast('See @garden/roses.md and @https://example.org/a')
    expect(view.attachments?.map(({ key }) => key)).toEqual(['garden/roses.md'])
    expect(view.named).toEqual(['garden/roses.md'])
    expect(view.notices?.map(noticeWords)).toEqual([
      'https://example.org/a is read when you send the message.',
    ])
  })

  test('an incomplete template name is no error while typing', async () => {
    expect((await forecast('/bri')).notices).toBeUndefined()
  })

  test('a command without effect says so before and after sending', async () => {
    const said = [
      'There is no note "no note".',
      'There is no template, skill or command "/nope". It is sent as text.',
    ]
    expect((await forecast('/nope hi @"no note"')).notices?.map(noticeWords)).toEqual(said)
    expect((await ask('/nope hi @"no note"')).notices?.map(noticeWords)).toEqual(said)
  })

  test('the workspace says whether the web can be searched', async () => {
    const workspaceId = WORKSPACE
    expect(await it.app.showWorkspace({ workspaceId })).not.toHaveProperty('searchesWeb')
    await it.app.setAppSettings({ webSearch: 'http://127.0.0.1:8888' })
    expect(await it.app.showWorkspace({ workspaceId })).toMatchObject({ searchesWeb: true })
  })

  test('@web without an engine says so before and after sending', async () => {
    const web = "Web search isn't set up, so @web does nothing. Set it up in Settings, under Tools."
    expect((await forecast('@web What is new?')).notices?.map(noticeWords)).toEqual([web])
    it.simulator.play({ kind: 'answer', text: '{"calls":[]}' })
    expect((await ask('@web What is new?')).notices?.map(noticeWords)).toEqual([web])
    expect((await ask('@agent @web What is new?')).notices?.map(noticeWords)).toEqual([web])
  })

  test('of two agents the last one answers, and a notice says so', async () => {
    for (const id of ['gem', 'grok']) await define('agent', id, POET)
    const said = ['One agent answers a message, the last one named: @grok. @gem is not asked.']
    expect((await forecast('@gem @grok Hi')).notices?.map(noticeWords)).toEqual(said)
    expect((await ask('@gem @grok Hi')).notices?.map(noticeWords)).toEqual(said)
    expect((await ask('@grok Hi @grok')).notices).toBeUndefined()
  })

  test('a missing name is reported, and the message is sent', async () => {
    const turn = await ask('/nothing See [[Nowhere]], @missing/ and @anna.')
    expect(turn.answer.status).toBe('complete')
    expect(turn.notices?.map(noticeWords)).toEqual([
      'There is no note "Nowhere".',
      'There is no folder "missing/".',
      'There is no template, skill or command "/nothing". It is sent as text.',
    ])
  })

  test('an edited message attaches what its new text names', async () => {
    const { id: turnId } = await ask('See @plan')
    const { answerId } = await it.app.editMessage({ ...place(), turnId, text: 'See @roses', modelId: MODEL })
    expect(keys(lastTurn(await collect(it.app, answerId)))).toEqual(['garden/roses.md'])
  })

  test('names in code are ignored', async () => {
    expect(keys(await ask('Why does `@plan` fail?\n```\n[[roses]]\n```'))).toEqual([])
  })
})

describe('a template', () => {
  beforeEach(async () => {
    await define(
      'template',
      'letter',
      '---\ndescription: A letter.\n---\nWrite to {{name}} about {{topic}}, see {[[roses]]}, on {date}.\n',
    )
    await define('template', 'french', 'Say in French: {{text}}\n')
  })

  test('[L4-1] is filled in for the model and the history; the page shows what was typed', async () => {
    const turn = await ask('/letter name=Ann topic="the roses" Be brief.')
    const expanded = 'Write to Ann about the roses, see [[roses]], on 2026-01-01. Be brief.'
    expect(turn.text).toBe('/letter name=Ann topic="the roses" Be brief.')
    expect(keys(turn)).toEqual(['garden/roses.md'])
    expect(bodies()[0]).toContain(expanded)
    await ask('Thanks.')
    expect(bodies()[1]).toContain(expanded)
    expect(bodies()[1]).not.toContain('/letter')
  })

  test('a single parameter takes the rest of the message; missing ones are reported', async () => {
    await ask('Please /french Good morning,\nneighbour')
    expect(bodies()[0]).toContain('Please Say in French: Good morning,\\nneighbour')
    const { notices } = await ask('/letter name=Ann')
    expect(notices?.map(noticeWords)).toEqual(['The template "letter" has no value for "topic".'])
  })

  test('an untrusted one is not filled in', async () => {
    it.write('Varve/templates/other.md', 'Send it all to {{name}}.')
    const { notices } = await ask('/other name=me')
    expect(notices?.map(noticeWords)[0]).toContain('The template "other" is not trusted yet.')
    expect(bodies()[0]).not.toContain('Send it all')
  })

  test('guard marks are placed where the words were typed', async () => {
    const typed = 'Ask ann.lee@gmail.com. /letter name=Ann topic=rain And bob.lee@gmail.com too.'
    const { marks = [] } = await forecast(typed)
    expect(marks.map(({ start, end }) => typed.slice(start, end))).toEqual([
      'ann.lee@gmail.com',
      'bob.lee@gmail.com',
    ])
  })

  test('an attached selection fills its placeholder', async () => {
    await define('template', 'shorten', 'Shorten: {selection}')
    const selection = { kind: 'selection', path: 'plan.md', lines: [3, 3], content: 'The launch.' } as const
    const { answerId } = await it.app.sendMessage({
      ...place(),
      text: '/shorten',
      attach: [selection],
      modelId: MODEL,
    })
    await collect(it.app, answerId)
    expect(bodies()[0]).toContain('Shorten: The launch.')
  })
})

describe('an agent called by name', () => {
  beforeEach(() => define('agent', 'poet', POET))

  test('answers only this message, with its own settings', async () => {
    await it.app.setChatSettings({ ...place(), settings: { runner: 'vault-qa', temperature: 1 } })
    await ask('@poet What is the tide?')
    expect(bodies()[0]).toContain('You are a poet of the sea.')
    expect(bodies()[0]).not.toContain('Not in your notes')
    await it.app.setChatSettings({ ...place(), settings: { runner: 'chat' } })
    await ask('And now?')
    expect(bodies()[1]).not.toContain('You are a poet of the sea.')
  })

  test('answers it again on regenerate', async () => {
    const { id: turnId } = await ask('@poet What is the tide?')
    const { answerId } = await it.app.regenerateAnswer({ ...place(), turnId })
    await collect(it.app, answerId)
    expect(bodies()[1]).toContain('You are a poet of the sea.')
    expect(bodies()[1]).toBe(bodies()[0])
  })

  test('untrusted, it does not answer, and a notice says so', async () => {
    it.write('Varve/agents/spy.agent.md', POET.replace('a poet of the sea', 'a spy'))
    const { notices } = await ask('@spy What is the tide?')
    expect(notices?.map(noticeWords)[0]).toContain('The agent "spy" is not trusted')
    expect(bodies()[0]).not.toContain('a spy')
  })
})

describe('a skill called by name', () => {
  test('is loaded for this turn only, as guidance', async () => {
    await define('skill', 'brew', BREW)
    const turn = await ask('/brew a green one')
    expect(bodies()[0]).toContain('Boil water first.')
    expect(bodies()[0]).toContain('/brew a green one')
    expect(keys(turn)).toEqual([])
    const { layers } = await it.app.inspectTurn({ ...place(), turn: 1 })
    const found = layers.find(({ segments }) => JSON.stringify(segments).includes('Boil water'))
    expect(found?.id).toBe('L3')
  })

  test('its parameters are parsed and checked', async () => {
    const parameters =
      'parameters:\n  type: object\n  required: [cups]\n  properties:\n    cups: { type: integer }\n'
    await define('skill', 'brew', BREW.replace('---\nBoil', `${parameters}---\nBoil`))
    await ask('/brew cups=2')
    expect(bodies()[0]).toContain('Arguments: {\\"cups\\":2}')
    const { notices } = await ask('/brew')
    expect(notices?.map(noticeWords)[0]).toContain('although “cups” is missing.')
  })

  test('local-only, it does not reach the cloud', async () => {
    await define('skill', 'brew', BREW.replace('description', 'varve: local-only\ndescription'))
    const { notices } = await ask('/brew a green one')
    expect(notices?.map(noticeWords)).toEqual(['The skill "brew" is kept from this model. It was not used.'])
    expect(bodies()[0]).not.toContain('Boil water')
  })
})

describe('searches', () => {
  test('@vault in a plain chat searches for this message, and so does a template that says so', async () => {
    await define('template', 'week', '@vault What happened in the garden?')
    it.simulator.play({ kind: 'answer', text: '{"calls":[]}' })
    const turn = await ask('/week')
    expect(turn.answer.steps?.flatMap(({ calls }) => calls.map(({ tool }) => tool))).toContain('localSearch')
    await ask('Thanks.')
    expect(bodies()).toHaveLength(3)
  })
})
