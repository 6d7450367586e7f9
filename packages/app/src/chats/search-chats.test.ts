import { afterEach, expect, test } from 'vitest'
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import type { SearchChatsInput } from './search-chats.ts'

let it: TemporaryApp

afterEach(() => it.remove())

async function say(model: ScriptedModel, text: string): Promise<void> {
  model.say(text)
  model.end()
}

async function chat(model: ScriptedModel, said: readonly (readonly [string, string])[]): Promise<string> {
  const { id } = await it.app.createChat({ workspaceId: WORKSPACE })
  for (const [question, answer] of said) {
    await say(model, answer)
    await it.ask(id, question)
  }
  return id
}

const search = (text: string, rest: Partial<SearchChatsInput> = {}) =>
  it.app.searchChats({ workspaceId: WORKSPACE, text, ...rest })

const ids = async (text: string, rest: Partial<SearchChatsInput> = {}) =>
  (await search(text, rest)).hits.map(({ chat: { id } }) => id)

test('finds a chat by title, tags, question and answer as soon as they are written', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const lease = await chat(model, [
    ['When does the lease end?', 'The break clause allows it\n\nin December.'],
    ['And the 押金?', 'Keep the deposit 👩🏽‍💻.'],
  ])
  const other = await chat(model, [['What is a walrus?', 'It breaks no clause.']])
  expect(await search('break clause ')).toEqual({
    more: false,
    hits: [
      {
        chat: expect.objectContaining({ id: other, title: 'What is a walrus?' }),
        titleHighlights: [],
        passages: [
          expect.objectContaining({
            snippet: 'It breaks no clause.',
            highlights: [
              [3, 9],
              [13, 19],
            ],
          }),
        ],
      },
      {
        chat: expect.objectContaining({ id: lease }),
        titleHighlights: [],
        passages: [
          expect.objectContaining({
            part: 'answer',
            modelName: 'Scripted',
            snippet: 'The break clause allows it in December.',
            highlights: [
              [4, 9],
              [10, 16],
            ],
          }),
        ],
      },
    ],
  })
  expect(await ids('"break clause"')).toEqual([lease])
  expect(await ids('押金')).toEqual([lease])
  expect(await ids('👩‍💻')).toEqual([lease])
  expect(await ids('walr')).toEqual([other])
  expect((await search('lease')).hits[0]).toMatchObject({ titleHighlights: [[14, 19]] })
  expect(await ids('lease deposit')).toEqual([lease])
  expect(await ids('-- "')).toEqual([])
  await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId: other, tags: ['zoo'] })
  expect(await ids('zoo')).toEqual([other])
  expect(await ids('', { tag: 'zoo' })).toEqual([other])
  await it.app.arrangeChat({ workspaceId: WORKSPACE, chatId: other, title: 'Marine mammals' })
  expect(await ids('marine')).toEqual([other])
  await it.app.deleteChat({ workspaceId: WORKSPACE, chatId: other })
  expect(await ids('marine')).toEqual([])
  expect(await ids('marine', { among: 'trashed' })).toEqual([other])
  await it.app.restoreChat({ workspaceId: WORKSPACE, chatId: other })
  expect(await ids('marine')).toEqual([other])
  expect((await it.app.searchChats({ workspaceId: 'other', text: 'marine' })).hits).toEqual([])
})

test('searches every branch and copy', async () => {
  const model = scriptedModel()
  it = await temporaryApp([model])
  const chatId = await chat(model, [['First aardvark', 'Yes.']])
  const [turn] = (await it.app.openChat({ workspaceId: WORKSPACE, chatId })).turns
  await say(model, 'An okapi.')
  const place = { workspaceId: WORKSPACE, chatId }
  const { answerId } = await it.app.editMessage({ ...place, turnId: turn?.id ?? '', text: 'Second badger' })
  for await (const _ of (await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })) ?? []);
  for (const word of ['aardvark', 'badger', 'okapi']) expect(await ids(word)).toEqual([chatId])
  const fork = await it.app.forkChat({ ...place, turnId: turn?.id ?? '' })
  expect(await ids('aardvark yes')).toEqual([fork.id, chatId])
  expect(await it.store.chatTexts.countDue(WORKSPACE)).toBe(0)
})

test('refuses invalid limits with a reason', async () => {
  it = await temporaryApp([scriptedModel()])
  await expect(search('x'.repeat(1001))).rejects.toMatchObject({ code: 'message-invalid' })
  await expect(search('x', { limit: 101 })).rejects.toMatchObject({ code: 'message-invalid' })
})
