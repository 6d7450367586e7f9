import { afterEach, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'

let it: TemporaryApp | SimulatedApp

afterEach(() => it.remove())

test('a local model names a chat by its beginning, and the call is counted', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  model.say('In December.')
  model.end()
  await it.ask(chatId, 'When does the lease end?')
  model.say('\n**"End of the lease."**\nI hope that helps')
  model.end()
  const named = await it.app.suggestTitle({ workspaceId: WORKSPACE, chatId })
  expect(named).toMatchObject({ by: 'model', chat: { id: chatId, title: 'End of the lease' } })
  expect(JSON.stringify(model.asked.at(-1))).toContain('Assistant: In December.')
  const [sum] = await it.store.usage.sums(WORKSPACE, { from: 0, until: Number.MAX_SAFE_INTEGER })
  expect(sum).toMatchObject({ modelId: 'scripted', calls: 1 })
  const { hits } = await it.app.searchChats({ workspaceId: WORKSPACE, text: 'end of the lease' })
  expect(hits[0]).toMatchObject({
    chat: { title: 'End of the lease' },
    titleHighlights: [
      [0, 3],
      [4, 6],
      [7, 10],
      [11, 16],
    ],
  })
})

test('the built-in model uses the first words; an empty chat has no name', async () => {
  it = await temporaryApp([offlineChatModel()])
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const place = { workspaceId: WORKSPACE, chatId }
  await expect(it.app.suggestTitle(place)).rejects.toMatchObject({ code: 'message-empty' })
  await it.ask(chatId, 'When does the lease end?')
  await it.app.arrangeChat({ ...place, title: 'Mine' })
  expect(await it.app.suggestTitle(place)).toMatchObject({
    by: 'first-words',
    chat: { title: 'When does the lease end?' },
    costUSD: 0,
  })
})

test('an empty suggestion keeps the title', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  model.say('Yes.')
  model.end()
  await it.ask(chatId, 'Well?')
  model.say('\n—\n')
  model.end()
  const place = { workspaceId: WORKSPACE, chatId }
  await expect(it.app.suggestTitle(place)).rejects.toMatchObject({ code: 'provider-failed' })
  expect(await it.app.openChat(place)).toMatchObject({ title: 'Well?' })
})

test('nothing leaves this machine unless the user agrees', async () => {
  const there = await simulatedApp()
  it = there
  const { chatId, simulator } = there
  const place = { workspaceId: WORKSPACE, chatId }
  await it.ask(chatId, 'What of the tides?', [], 'openai/gpt-5.6')
  const before = simulator.requests.length
  await expect(it.app.suggestTitle(place)).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(simulator.requests).toHaveLength(before)
  const named = await it.app.suggestTitle({ ...place, confirmed: true })
  expect(named.by).toBe('model')
  expect(named.costUSD).toBeGreaterThan(0)
  expect(simulator.requests).toHaveLength(before + 1)
})

test('the excerpt of a long message ends before a private value, not inside it', async () => {
  const simulated = await simulatedApp()
  it = simulated
  const place = { workspaceId: WORKSPACE, chatId: simulated.chatId }
  const text = `${'word '.repeat(398)}4111 1111 1111 1111 is the card.`
  const { answerId } = await it.app.sendMessage({
    ...place,
    text,
    attach: [],
    modelId: 'openai/gpt-5.6',
    decision: { action: 'redact' },
  })
  await collect(it.app, answerId)
  await it.app.suggestTitle({ ...place, confirmed: true })
  expect(simulated.simulator.requests.at(-1)?.bodyText).toContain('You name conversations')
  for (const { bodyText } of simulated.simulator.requests) expect(bodyText).not.toContain('4111')
})

test('a chat is named once, after its first answer, and never over the user’s title', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const automatic = { workspaceId: WORKSPACE, chatId, automatic: true }
  model.say('In December.')
  model.end()
  await it.ask(chatId, 'When does the lease end?')
  await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { titles: 'words' } })
  const before = model.asked.length
  expect(await it.app.suggestTitle(automatic)).toMatchObject({ by: 'first-words' })
  expect(model.asked).toHaveLength(before)
  await it.app.setWorkspaceSettings({ workspaceId: WORKSPACE, settings: { titles: 'model' } })
  model.say('End of the lease')
  model.end()
  expect(await it.app.suggestTitle(automatic)).toMatchObject({
    by: 'model',
    chat: { title: 'End of the lease' },
  })
  model.say('It does.')
  model.end()
  await it.ask(chatId, 'Does it say so?')
  expect(await it.app.suggestTitle(automatic)).toMatchObject({ chat: { title: 'End of the lease' } })
  const { id: other } = await it.app.createChat({ workspaceId: WORKSPACE })
  model.say('Yes.')
  model.end()
  await it.ask(other, 'Well?')
  await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId: other, title: 'Mine' })
  const asked = model.asked.length
  expect(await it.app.suggestTitle({ ...automatic, chatId: other })).toMatchObject({
    chat: { title: 'Mine' },
  })
  expect(model.asked).toHaveLength(asked)
})
