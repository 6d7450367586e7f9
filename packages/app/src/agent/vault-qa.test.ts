import { writeTextPdf } from '@varve/workspace/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { untilEnded } from '../testing/until-ended.ts'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
  await it.app.setChatSettings({
    workspaceId: WORKSPACE,
    chatId: it.chatId,
    settings: { runner: 'vault-qa' },
  })
})

afterEach(() => it.remove())

const MODEL = 'anthropic/claude-sonnet-4-5'
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)

test('passages come numbered with the question; citations open the note at its lines', async () => {
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.simulator.play({ kind: 'answer', text: 'On Mondays[^1].' })
  const turn = await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
  expect(bodies()[0]).toContain('The roses need water on Mondays')
  expect(turn.answer.text).toBe('On Mondays[^1].')
  expect(turn.answer.sources).toMatchObject([{ number: 1, path: 'garden.md' }])
  const source = { workspaceId: WORKSPACE, chatId: it.chatId, turn: 1 }
  expect((await it.app.inspectTurn(source)).layers[2]?.segments.length).toBeGreaterThan(0)
})

test('searches a follow-up together with the previous question', async () => {
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
  await it.ask(it.chatId, 'And why?', [], MODEL)
  expect(bodies()[1]).toContain('garden.md')
})

test('searches a continued answer by its question, not by Varve’s own text', async () => {
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  it.write('speech.md', '# Speech\n\nThe answer was cut off where it stopped, without repeating.\n')
  it.simulator.play('length', 'answer')
  const { answer } = await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
  const place = { workspaceId: WORKSPACE, chatId: it.chatId }
  await untilEnded(it.app, it.chatId, it.app.continueAnswer({ ...place, answerId: answer.id }))
  expect(bodies()[1]).toContain('garden.md')
  expect(bodies()[1]).not.toContain('speech.md')
})

describe('places in a PDF', () => {
  const PAGES = ['Introduction and thanks.', 'The roses need water on Mondays.', 'An index of names.']
  const PDF = Buffer.from(writeTextPdf(PAGES)).toString()

  test('are pages for the model, in the source, and for the offline model', async () => {
    it.write('garden.pdf', PDF)
    it.simulator.play({ kind: 'answer', text: 'On Mondays[^1].' })
    const turn = await it.ask(it.chatId, 'When do the roses need water?', [], MODEL)
    expect(bodies()[0]).toContain('garden.pdf, page 2')
    expect(bodies()[0]).not.toMatch(/garden\.pdf, lines?/)
    const source = { path: 'garden.pdf', lines: [2, 2], unit: 'page' }
    expect(turn.answer.sources).toMatchObject([source])
    const offline = await it.ask(it.chatId, 'When do the roses need water?')
    expect(offline.answer.text).toContain('water on Mondays')
    expect(offline.answer.sources).toMatchObject([source])
    const { hits } = await it.app.searchWorkspace({ workspaceId: WORKSPACE, text: 'roses' })
    expect(hits[0]).toMatchObject({ path: 'garden.pdf', lines: [2, 2], unit: 'page' })
  })

  test('are pages when it is attached whole', async () => {
    it.write('garden.pdf', PDF)
    await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId: it.chatId, settings: { runner: null } })
    const { answer } = await it.ask(it.chatId, 'When do the roses need water?', ['garden.pdf'])
    expect(answer.sources).toMatchObject([{ path: 'garden.pdf', lines: [2, 2], unit: 'page' }])
  })
})

describe('a PDF read by an agent', () => {
  const read = (path: string, pages: { from?: number; to?: number } = {}) => ({
    kind: 'answer' as const,
    calls: [{ tool: 'read', arguments: JSON.stringify({ path, ...pages }) }],
  })
  const asAgent = () =>
    it.app.setChatSettings({ workspaceId: WORKSPACE, chatId: it.chatId, settings: { runner: 'agent' } })

  test.each(['garden.pdf', 'garden, pages 1-3 of 3, hash 1.pdf'])(
    'is read and cited by page: %s',
    async (path) => {
      const pages = ['Introduction.', 'The roses need water.', 'An index.']
      it.write(path, Buffer.from(writeTextPdf(pages)).toString())
      await asAgent()
      it.simulator.play(read(path, { from: 2 }), { kind: 'answer', text: `On Mondays[^1].\n\n[^1]: ${path}` })
      const { answer } = await it.ask(it.chatId, 'When?', [], MODEL)
      const [call] = answer.steps?.[0]?.calls ?? []
      expect(call?.summary).toBe(`Read "${path}", pages 2-3 of 3`)
      expect(call?.result).toContain('[page 2]\nThe roses need water.\n[page 3]\nAn index.')
      expect(call?.result).not.toMatch(/Introduction|line/)
      expect(answer.sources).toMatchObject([{ path, unit: 'page' }])
    },
  )

  test('says so when it has no text', async () => {
    it.write('scan.pdf', writeTextPdf(['', '']))
    await asAgent()
    it.simulator.play(read('scan.pdf'), { kind: 'answer', text: 'Nothing.' })
    const { answer } = await it.ask(it.chatId, 'When?', [], MODEL)
    expect(answer.steps?.[0]?.calls[0]?.result).toContain('It was probably scanned')
  })
})

test('says that the notes do not contain the answer', async () => {
  await it.ask(it.chatId, 'Quantum chromodynamics lattice xyzzy?', [], MODEL)
  expect(bodies()[0]).toContain('found nothing about this')
})

test('asks about private data in a passage as in any text', async () => {
  it.write('cards.md', '# Cards\n\nThe company card is 4111 1111 1111 1111.\n')
  const asking = it.ask(it.chatId, 'What is the company card?', [], MODEL)
  await expect(asking).rejects.toMatchObject({ code: 'guard-findings' })
})

test('the built-in model answers from passages too, with their lines', async () => {
  it.write('garden.md', '# Garden\n\nThe roses need water on Mondays.\n')
  const turn = await it.ask(it.chatId, 'When do the roses need water?')
  expect(turn.answer.text).toContain('The roses need water on Mondays')
  expect(turn.answer.sources).toMatchObject([{ path: 'garden.md', lines: [1, 3] }])
})

test('does not send passages of a local-only note to a cloud model later in the chat', async () => {
  it.write('garden.md', '---\nlocal-only: true\n---\n# Garden\n\nThe roses need water on Mondays.\n')
  const turn = await it.ask(it.chatId, 'When do the roses need water?')
  expect(turn.answer.text).toContain('on Mondays')
  await expect(it.ask(it.chatId, 'And why?', [], MODEL)).rejects.toMatchObject({ code: 'local-only' })
  const again = { workspaceId: WORKSPACE, chatId: it.chatId, turnId: turn.id, modelIds: [MODEL] }
  await expect(it.app.regenerateAnswer(again)).rejects.toMatchObject({ code: 'local-only' })
  expect(bodies()).toEqual([])
})
