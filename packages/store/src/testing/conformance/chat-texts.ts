import { describe, expect, test } from 'vitest'
import type { FindRequest } from '../../chat-texts/find-texts.ts'
import { plainTurn } from '../plain-turn.ts'
import { addWorkspaces, END, type Here } from './here.ts'

const WORKSPACE = 'searched'
const DAY = 86_400_000

interface Message {
  readonly question: string
  readonly answer: string
  readonly modelId?: string
}

/** Search over chats: the same chats in the same order, whatever the database. */
export function chatTexts(here: Here): void {
  const addChat = async (
    id: string,
    day: number,
    { title, tags = [], said = [] }: { title: string; tags?: readonly string[]; said?: readonly Message[] },
    workspaceId = WORKSPACE,
  ): Promise<void> => {
    const { conversations, chatTexts: texts, turns, answers } = here.store
    const place = { workspaceId, conversationId: id }
    await here.store.commit([
      conversations.insert({ workspaceId, id, title: 'New chat', at: day * DAY }),
      conversations.rename({ workspaceId, id, title, titledBy: 'user' }),
      conversations.tag({ workspaceId, id, tags }),
      conversations.touch({ workspaceId, id, at: day * DAY }),
      ...texts.putChat({ ...place, at: day * DAY, title, tags }),
    ])
    for (const [index, { question, answer, modelId = 'm' }] of said.entries()) {
      const at = day * DAY + index * 1000
      const turnId = `${id} turn ${index + 1}`
      const answerId = `${id} answer ${index + 1}`
      const model = { modelId, modelName: modelId, startedAt: at }
      await here.store.commit([
        turns.append(plainTurn({ ...place, id: turnId, number: index + 1, at, text: question, attach: [] })),
        ...texts.putQuestion({ ...place, turnId, text: question, at }),
        answers.insert({ ...place, ...model, id: answerId, turnId }),
      ])
      await here.store.commit([
        answers.finish({ workspaceId, id: answerId }, { ...END, text: answer, at }),
        ...texts.putAnswer({ ...place, answerId, text: answer, at }),
      ])
    }
  }
  const find = async (
    words: string,
    request: Partial<FindRequest> = {},
  ): Promise<readonly (readonly string[])[]> => {
    const terms = words.split(' ').filter((word) => word !== '')
    const { chats } = await here.store.chatTexts.find({
      workspaceId: WORKSPACE,
      terms: terms.map((word) =>
        word.endsWith('*') ? { stem: word.slice(0, -1), beginning: word.slice(0, -1) } : { stem: word },
      ),
      limit: 20,
      ...request,
    })
    return chats.map(({ conversationId, texts }) => [
      conversationId,
      ...texts.map(({ sourceId }) => sourceId.slice(conversationId.length + 1)),
    ])
  }

  describe('search over chats', () => {
    test('a title comes first, then one message with every word, then several that have them together', async () => {
      await addWorkspaces(here.store, [WORKSPACE, 'elsewhere'])
      await addChat('spread', 9, {
        title: 'Notes',
        said: [{ question: 'A lease in Zürich?', answer: 'It says when to pay the rent.' }],
      })
      await addChat('both', 5, {
        title: 'Flat',
        tags: ['home'],
        said: [
          { question: 'Old?', answer: 'Nothing yet.' },
          { question: 'The rent of the lease', answer: 'No.', modelId: 'other' },
        ],
      })
      await addChat('titled', 1, { title: 'Lease and rent', tags: ['law', 'a"b'] })
      await addChat('foreign', 8, { title: 'Lease and rent' }, 'elsewhere')
      expect(await find('leas rent')).toEqual([
        ['titled'],
        ['both', 'turn 2'],
        ['spread', 'answer 1', 'turn 1'],
      ])
      expect(await find('zurich')).toEqual([['spread', 'turn 1']])
      expect(await find('zuri*')).toEqual([['spread', 'turn 1']])
      expect(await find('leas walrus')).toEqual([])
      expect(await find('home')).toEqual([['both']])
    })

    test('chats are filtered by place, tag, model and time', async () => {
      const { conversations } = here.store
      expect(await find('rent', { tag: 'law' })).toEqual([['titled']])
      expect(await find('rent', { tag: 'a"b' })).toEqual([['titled']])
      expect(await find('rent', { tag: 'la' })).toEqual([])
      expect(await find('rent', { modelId: 'other' })).toEqual([['both', 'turn 2']])
      expect(await find('rent', { from: 5 * DAY, until: 6 * DAY })).toEqual([['both', 'turn 2']])
      expect(await find('rent', { until: 5 * DAY })).toEqual([['titled']])
      await here.store.commit([
        conversations.archive({ workspaceId: WORKSPACE, id: 'both', at: 1 }),
        conversations.trash({ workspaceId: WORKSPACE, id: 'titled', at: 1 }),
      ])
      const ids = async (request: Partial<FindRequest>) => (await find('rent', request)).map(([id]) => id)
      expect(await ids({})).toEqual(['spread', 'both'])
      expect(await ids({ among: 'current' })).toEqual(['spread'])
      expect(await ids({ among: 'archived' })).toEqual(['both'])
      expect(await ids({ among: 'trashed' })).toEqual(['titled'])
      await here.store.commit([conversations.restore({ workspaceId: WORKSPACE, id: 'titled' })])
      expect(await ids({})).toEqual(['titled', 'spread', 'both'])
      expect(await find('', { tag: 'law' })).toEqual([['titled']])
      const settings = { agent: 'x', project: 'the "old" harbour' }
      await here.store.commit([conversations.configure({ workspaceId: WORKSPACE, id: 'titled', settings })])
      expect(await find('', { project: settings.project })).toEqual([['titled']])
      expect(await find('', { project: 'The "old" harbour' })).toEqual([])
      const listed = await conversations.list(WORKSPACE, { project: settings.project, limit: 5 })
      expect(listed.map(({ id }) => id)).toEqual(['titled'])
    })

    test('a new title takes the place of the old one', async () => {
      const { conversations, chatTexts: texts } = here.store
      const title = 'Mietvertrag 合同'
      await here.store.commit([
        conversations.rename({ workspaceId: WORKSPACE, id: 'titled', title, titledBy: 'user' }),
        ...texts.putChat({ workspaceId: WORKSPACE, conversationId: 'titled', at: 9, title, tags: [] }),
      ])
      expect(await find('mietvertrag')).toEqual([['titled']])
      expect(await find('合同')).toEqual([['titled']])
      expect((await find('rent')).map(([id]) => id)).toEqual(['spread', 'both'])
    })

    test('pages follow each other without a gap, and what the words do not tell can be asked', async () => {
      for (let index = 0; index < 7; index++)
        await addChat(`page ${index}`, 20 + index, {
          title: `Page`,
          said: [{ question: `walrus ${index}`, answer: 'walrus' }],
        })
      const all = await find('walru')
      expect(all.map(([id]) => id)).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `page ${index}`))
      const page = (after: number) =>
        here.store.chatTexts.find({ workspaceId: WORKSPACE, terms: [{ stem: 'walru' }], limit: 3, after })
      expect((await page(3)).chats.map(({ conversationId }) => conversationId)).toEqual([
        'page 3',
        'page 2',
        'page 1',
      ])
      expect((await page(3)).more).toBe(true)
      expect((await page(6)).more).toBe(false)
      const keep: FindRequest['keep'] = (texts) =>
        Promise.resolve(texts.filter(({ sourceId }) => sourceId === 'page 2 turn 1'))
      expect(await find('walru', { keep })).toEqual([['page 2', 'turn 1']])
    })

    test('for each word alone, the newest texts with it are given, and texts are counted up to a number', async () => {
      const { chatTexts: texts } = here.store
      await addWorkspaces(here.store, ['each'])
      for (const [id, day] of [
        ['old', 1],
        ['new', 2],
      ] as const)
        await addChat(
          id,
          day,
          { title: id, said: [{ question: 'An ibex?', answer: `A ${id} yak.` }] },
          'each',
        )
      const request = { workspaceId: 'each', terms: [{ stem: 'ibex' }, { stem: 'yak' }, { stem: 'gnu' }] }
      const found = await texts.findEach({ ...request, most: 10 })
      expect(found.map((some) => some.map(({ sourceId }) => sourceId))).toEqual([
        ['new turn 1', 'old turn 1'],
        ['new answer 1', 'old answer 1'],
        [],
      ])
      const bounded = await texts.findEach({ ...request, until: 1.5 * DAY, most: 1 })
      expect(bounded.map((some) => some.map(({ sourceId }) => sourceId))).toEqual([
        ['old turn 1'],
        ['old answer 1'],
        [],
      ])
      expect(await texts.count('each', 100)).toBe(6)
      expect(await texts.count('each', 4)).toBe(4)
    })

    test('what is due is read once; who has renamed a chat meanwhile is not undone', async () => {
      const { conversations, chatTexts: texts } = here.store
      const chat = { workspaceId: WORKSPACE, id: 'late' }
      const place = { workspaceId: WORKSPACE, conversationId: 'late' }
      await here.store.commit([conversations.insert({ ...chat, title: 'Axolotl', at: 1 })])
      await here.store.commit([
        {
          workspaceId: WORKSPACE,
          sql: `insert into chat_texts_due (workspace_id, part, source_id, at) values ('${WORKSPACE}', 'chat', 'late', 1), ('${WORKSPACE}', 'answer', 'nobody', 0)`,
          parameters: [],
        },
      ])
      expect(await texts.countDue(WORKSPACE)).toBe(2)
      const [first, second] = await texts.fillNext(10)
      await here.store.commit([
        conversations.rename({ ...chat, title: 'Newt', titledBy: 'user' }),
        ...texts.putChat({ ...place, at: 2, title: 'Newt', tags: [] }),
      ])
      await expect(here.store.commit(first ?? [])).rejects.toMatchObject({ code: 'conflict' })
      await here.store.commit(second ?? [])
      expect(await texts.fillNext(10)).toEqual([])
      expect(await find('axolotl')).toEqual([])
      expect(await find('newt')).toEqual([['late']])
    })
  })
}
