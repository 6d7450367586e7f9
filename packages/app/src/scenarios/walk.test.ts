import { afterEach, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp

afterEach(() => it.remove())

async function begin(): Promise<string> {
  it = await temporaryApp([offlineChatModel()])
  it.write('plan.md', '# Launch plan\n\nThe launch is on 12 December.\n\nThe budget is 400 euros.\n')
  it.write('other.md', '# Other\n\nNothing to see.\n')
  return (await it.app.createChat({ workspaceId: WORKSPACE })).id
}

test('attach a note, ask, read the answer, look at the five layers', async () => {
  const chatId = await begin()
  const turn = await it.ask(chatId, 'When is the launch?', ['plan.md'])
  expect(turn).toMatchObject({
    number: 1,
    text: 'When is the launch?',
    attachments: [{ key: 'plan.md', title: 'plan', kind: 'note', form: 'full' }],
    answer: { status: 'complete', modelId: 'offline' },
  })
  expect(turn.answer.text).toContain('12 December')
  expect(turn.answer.sources[0]).toMatchObject({ path: 'plan.md' })
  expect(turn.answer.usage?.output).toBeGreaterThan(0)

  const inspection = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 1 })
  expect(inspection.layers.map(({ id }) => id)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5'])
  const total = inspection.layers.reduce((sum, layer) => sum + layer.tokens, 0)
  expect(total).toBe(inspection.totalTokens)
  const segment = inspection.layers[2]?.segments.find(({ name }) => name === 'plan.md')
  expect(segment?.text).toContain('The launch is on 12 December.')
  const sent = inspection.request.flatMap(({ parts }) => parts)
  for (const { segments } of inspection.layers) for (const { text } of segments) expect(sent).toContain(text)
  expect(inspection.divergence).toContain('First request')
})

test('a second turn refers to what is above, an edited note comes as an update, and both are kept', async () => {
  const chatId = await begin()
  await it.ask(chatId, 'When is the launch?', ['plan.md'])
  const again = await it.ask(chatId, 'And the budget?', ['plan.md', 'other.md'])
  expect(again.attachments.map(({ key, form }) => [key, form])).toEqual([
    ['plan.md', 'reference'],
    ['other.md', 'full'],
  ])
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of a long note about the launch.`)
  it.write('long.md', lines.join('\n'))
  await it.ask(chatId, 'Read this.', ['long.md'])
  it.write('long.md', lines.with(3, 'Line 3 has changed.').join('\n'))
  const edited = await it.ask(chatId, 'What changed?', ['long.md'])
  expect(edited.attachments).toMatchObject([{ key: 'long.md', form: 'update' }])
  const { kept } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
  expect(kept.map(({ key, sinceTurn }) => [key, sinceTurn])).toEqual([
    ['plan.md', 1],
    ['other.md', 2],
    ['long.md', 3],
  ])
})

test('[P-5] a kept note changed on disk is sent with the next turn', async () => {
  const chatId = await begin()
  await it.ask(chatId, 'When is the launch?', ['plan.md'])
  it.write('plan.md', '# Launch plan\n\nThe launch is on 15 January.\n')
  await it.ask(chatId, 'Anything else?')
  const { layers } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 2 })
  expect(layers[2]?.segments.map(({ text }) => text).join('\n')).toContain('changed since turn 1: plan.md')
})

test('[E-4] after a restart the next request is the same, byte for byte', async () => {
  const chatId = await begin()
  const script: readonly (readonly [string, readonly string[]])[] = [
    ['When is the launch?', ['plan.md']],
    ['And the budget?', []],
    ['And this?', ['other.md', 'plan.md']],
  ]
  const restarted = (await it.app.createChat({ workspaceId: WORKSPACE })).id
  for (const [text, attach] of script) await it.ask(chatId, text, attach)
  for (const [text, attach] of script) {
    it = await it.reopen()
    await it.ask(restarted, text, attach)
  }
  for (const number of [1, 2, 3]) {
    const live = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: number })
    const reloaded = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId: restarted, turn: number })
    expect(reloaded.request).toEqual(live.request)
    expect(reloaded.epoch).toEqual(live.epoch)
  }
})

test('[A-6] a forgotten item is in no later request, and can be restored until then', async () => {
  const chatId = await begin()
  await it.ask(chatId, 'When is the launch?', ['plan.md', 'other.md'])
  const place = { workspaceId: WORKSPACE, chatId, key: 'plan.md' }
  const undone = await it.app
    .forgetArtifact(place)
    .then(() => it.app.forgetArtifact({ ...place, undo: true }))
  expect(undone.kept.map(({ key }) => key)).toEqual(['plan.md', 'other.md'])
  const forgotten = await it.app.forgetArtifact(place)
  expect(forgotten.kept.map(({ key }) => key)).toEqual(['other.md'])
  expect(forgotten.forgotten?.map(({ key }) => key)).toEqual(['plan.md'])
  const turn = await it.ask(chatId, 'Nothing about dates, please.')
  expect(turn.epochNote).toContain('forgotten')
  const { request } = await it.app.inspectTurn({ workspaceId: WORKSPACE, chatId, turn: 2 })
  const context = request.filter(({ role }) => role !== 'assistant').flatMap(({ parts }) => parts)
  expect(context.join('\n')).not.toContain('400 euros')
  const { kept, forgotten: pending } = await it.app.openChat({ workspaceId: WORKSPACE, chatId })
  expect([kept.map(({ key }) => key), pending]).toEqual([['other.md'], []])
  await expect(it.app.forgetArtifact(place)).rejects.toMatchObject({ code: 'artifact-not-found' })
})

test('a forecast is free, changes nothing and matches what is sent', async () => {
  const chatId = await begin()
  await it.ask(chatId, 'When is the launch?', ['plan.md'])
  const draft = { workspaceId: WORKSPACE, chatId, text: 'And the budget?', attach: ['other.md'] }
  const forecast = await it.app.forecastTurn(draft)
  expect(await it.app.forecastTurn(draft)).toEqual(forecast)
  const sent = await it.ask(chatId, draft.text, draft.attach)
  const { totalTokens, budgetTokens, predicted } = await it.app.inspectTurn({ ...draft, turn: 2 })
  expect(forecast).toEqual({
    usedTokens: totalTokens,
    reservedTokens: 2000,
    reservedUSD: 0,
    budgetTokens,
    cachedTokens: predicted.cached,
    newTokens: predicted.written + predicted.uncached,
    costUSD: 0,
    attachments: sent.attachments,
  })
  expect(sent.attachments).toMatchObject([{ key: 'other.md', form: 'full' }])
})

test('a draft with an edited note is forecast as the update that is sent, lines and tokens alike', async () => {
  const chatId = await begin()
  const lines = Array.from({ length: 40 }, (_, index) => `Line ${index} of a long note about the launch.`)
  it.write('long.md', lines.join('\n'))
  await it.ask(chatId, 'Read this.', ['long.md', 'plan.md'])
  it.write('long.md', lines.with(3, 'Line 3 has changed.').join('\n'))
  const draft = { workspaceId: WORKSPACE, chatId, text: 'What changed?', attach: ['long.md', 'plan.md'] }
  const { attachments } = await it.app.forecastTurn(draft)
  expect(attachments).toMatchObject([
    { key: 'long.md', form: 'update', added: 1, removed: 1 },
    { key: 'plan.md', form: 'reference' },
  ])
  expect((await it.ask(chatId, draft.text, draft.attach)).attachments).toEqual(attachments)
  expect((await it.app.forecastTurn({ ...draft, attach: [] })).attachments).toEqual([])
})
