import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../open-store.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'

let place: TemporaryStore
let store: Store

beforeAll(async () => {
  place = temporaryStore()
  store = await place.open()
  const workspace = { name: 'W', kind: 'database', root: undefined, createdAt: 0 } as const
  await store.commit(['one', 'two'].map((id) => store.workspaces.insert({ ...workspace, id })))
})

afterAll(() => place.remove())

async function chat(workspaceId: string, id: string): Promise<void> {
  await store.commit([store.conversations.insert({ workspaceId, id, title: `chat ${id}`, at: 5 })])
}

function ask(workspaceId: string, conversationId: string, name: string, number = 1) {
  const turnId = `turn ${name}`
  return [
    store.turns.append({
      workspaceId,
      conversationId,
      id: turnId,
      number,
      at: 7,
      text: 'ask',
      attach: ['a.md'],
    }),
    store.answers.insert({
      workspaceId,
      conversationId,
      turnId,
      id: `answer ${name}`,
      modelId: 'm',
      modelName: 'M',
      startedAt: 7,
    }),
  ]
}

const end = {
  status: 'complete',
  text: 'all',
  sources: [{ number: 1, path: 'a.md', lines: [1, 2] }],
  at: 9,
} as const

describe('turns and answers', () => {
  test('turns are numbered in order of arrival, whatever the clock says', async () => {
    await chat('one', 'numbers')
    for (const [index, at] of [300, 100, 200].entries()) {
      const turn = { workspaceId: 'one', conversationId: 'numbers', text: '', attach: [] }
      await store.commit([store.turns.append({ ...turn, id: `n${index}`, number: index + 1, at })])
    }
    const turns = await store.turns.list('one', 'numbers')
    expect(turns.map(({ id, number }) => [id, number])).toEqual([
      ['n0', 1],
      ['n1', 2],
      ['n2', 3],
    ])
  })

  test('a second message while an answer streams is a conflict, also from another tab', async () => {
    await chat('one', 'tabs')
    await store.commit(ask('one', 'tabs', 'tab1'))
    await expect(store.commit(ask('one', 'tabs', 'tab2', 2))).rejects.toMatchObject({ code: 'conflict' })
    await store.commit([store.answers.finish({ workspaceId: 'one', id: 'answer tab1' }, end)])
    await store.commit(ask('one', 'tabs', 'tab2', 2))
    expect(await store.turns.list('one', 'tabs')).toHaveLength(2)
  })

  test('a message that was planned after another last turn is a conflict', async () => {
    await chat('one', 'stale')
    const turn = { workspaceId: 'one', conversationId: 'stale', at: 1, text: '', attach: [] }
    await store.commit([store.turns.append({ ...turn, id: 'stale 1', number: 1 })])
    for (const number of [1, 3, 0])
      await expect(
        store.commit([store.turns.append({ ...turn, id: 'stale 2', number })]),
      ).rejects.toMatchObject({
        code: 'conflict',
      })
    expect(await store.turns.lastNumber('one', 'stale')).toBe(1)
    expect(await store.turns.byNumber({ ...turn, number: 1 })).toMatchObject({ id: 'stale 1' })
  })

  test('checkpoints add up, and an answer ends once', async () => {
    await chat('one', 'ends')
    await store.commit(ask('one', 'ends', 'ends'))
    const answer = { workspaceId: 'one', id: 'answer ends' }
    await store.commit([store.answers.appendText(answer, 'so\0 ')])
    await store.commit([store.answers.appendText(answer, 'far 🌊')])
    expect(await store.answers.get(answer)).toMatchObject({ status: 'streaming', text: 'so\0 far 🌊' })
    await store.commit([store.answers.finish(answer, end)])
    await expect(store.commit([store.answers.finish(answer, end)])).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(store.commit([store.answers.appendText(answer, 'x')])).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.answers.get(answer)).toMatchObject({
      status: 'complete',
      text: 'all',
      sources: end.sources,
      endedAt: 9,
    })
  })

  test('a turn is never changed', async () => {
    const update = { sql: `update turns set text = 'other'`, parameters: [] }
    await expect(store.commit([update])).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('conversations', () => {
  test('stand in order of use by a counter; one in the trash is gone from lists and takes no turn', async () => {
    for (const id of ['x', 'y', 'z']) await chat('two', id)
    await store.commit([store.conversations.touch({ workspaceId: 'two', id: 'x', at: 1 })])
    await store.commit([store.conversations.trash({ workspaceId: 'two', id: 'y', at: 2 })])
    expect((await store.conversations.list('two')).map((record) => record.id)).toEqual(['x', 'z'])
    expect(await store.conversations.get({ workspaceId: 'two', id: 'y' })).toBeUndefined()
    await expect(store.commit(ask('two', 'y', 'trash'))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('say whether an answer is being written', async () => {
    await chat('two', 'busy')
    await store.commit(ask('two', 'busy', 'busy'))
    expect(await store.conversations.get({ workspaceId: 'two', id: 'busy' })).toMatchObject({
      answering: true,
    })
    await store.commit([store.answers.finish({ workspaceId: 'two', id: 'answer busy' }, end)])
    expect(await store.conversations.get({ workspaceId: 'two', id: 'busy' })).toMatchObject({
      answering: false,
    })
  })
})

const object = { modelId: 'm', name: 'cachedContents/1', key: 'k', blocks: 2, tokens: 9, expiresAt: 5 }

describe('what is known of models', () => {
  test('settings of a chat, settings and failure of an answer, caches: each is replaced by the next', async () => {
    await chat('one', 'settings')
    const place = { workspaceId: 'one', id: 'settings' }
    const settings = { temperature: 0.5 }
    expect(await store.conversations.get(place)).toMatchObject({ settings: {} })
    await store.commit([store.conversations.configure({ ...place, settings })])
    expect(await store.conversations.get(place)).toMatchObject({ settings })
    const [turn, answer] = ask('one', 'settings', 'settings')
    await store.commit([turn, answer].filter((write) => write !== undefined))
    const failed = { ...end, status: 'failed', error: 'No.', errorCode: 'cut' } as const
    const ended = { workspaceId: 'one', id: 'answer settings' }
    await store.commit([store.answers.finish(ended, failed)])
    expect(await store.answers.get(ended)).toMatchObject({ errorCode: 'cut', settings: undefined })

    const cache = { workspaceId: 'one', conversationId: 'settings', modelId: 'm' }
    for (const memory of [{ marks: [1] }, { marks: [2] }])
      await store.commit([store.wireCaches.put(cache, memory)])
    expect(await store.wireCaches.get(cache)).toEqual({ marks: [2] })
    const own = { ...object, workspaceId: 'one', conversationId: 'settings' }
    for (const expiresAt of [5, 6]) await store.commit([store.cacheObjects.put({ ...own, expiresAt })])
    expect(await store.cacheObjects.list('one', 'settings')).toEqual([{ ...own, expiresAt: 6 }])
    await store.commit([store.cacheObjects.remove(own)])
    expect(await store.cacheObjects.list('one', 'settings')).toEqual([])
  })

  test('a plan is corrected only where there is one', async () => {
    const plan = { workspaceId: 'one', turnId: 'turn settings', modelId: 'm', summary: 1, root: 2 }
    await expect(store.commit([store.plans.correct(plan)])).rejects.toMatchObject({ code: 'conflict' })
    await store.commit([store.plans.put(plan)])
    await store.commit([store.plans.correct({ ...plan, root: 3 })])
    expect(await store.plans.get(plan)).toBe(3)
  })
})

describe('isolation', () => {
  test('an id of one workspace finds and changes nothing from another', async () => {
    await chat('one', 'mine')
    await store.commit(ask('one', 'mine', 'mine'))
    const turn = { workspaceId: 'one', turnId: 'turn mine' }
    await store.commit([
      store.engineStates.put({ ...turn, stage: 'asked', root: {} }),
      store.plans.put({ ...turn, modelId: 'm', summary: {}, root: {} }),
      store.objects.put('one', 'h', 'text'),
      store.forgets.add({ workspaceId: 'one', conversationId: 'mine', key: 'k' }),
      store.requests.put({ workspaceId: 'one', key: 'k', fingerprint: 'f', response: 1, at: 1 }),
      store.settings.set('one', 'name', 1),
    ])
    await store.commit([
      store.wireCaches.put({ workspaceId: 'one', conversationId: 'mine', modelId: 'm' }, {}),
      store.cacheObjects.put({ ...object, workspaceId: 'one', conversationId: 'mine' }),
    ])
    expect(
      await store.wireCaches.get({ workspaceId: 'two', conversationId: 'mine', modelId: 'm' }),
    ).toBeUndefined()
    expect(await store.cacheObjects.list('two', 'mine')).toEqual([])
    expect(await store.conversations.get({ workspaceId: 'two', id: 'mine' })).toBeUndefined()
    expect(await store.turns.get({ workspaceId: 'two', id: 'turn mine' })).toBeUndefined()
    expect(await store.turns.list('two', 'mine')).toEqual([])
    expect(await store.answers.get({ workspaceId: 'two', id: 'answer mine' })).toBeUndefined()
    expect(await store.answers.list('two', 'mine')).toEqual([])
    expect(await store.engineStates.latest('two', 'mine')).toBeUndefined()
    expect(await store.engineStates.ofTurn({ ...turn, workspaceId: 'two' })).toBeUndefined()
    expect(await store.plans.get({ ...turn, workspaceId: 'two', modelId: 'm' })).toBeUndefined()
    expect(await store.plans.summaries('two', 'mine')).toEqual([])
    expect(await store.plans.summary({ ...turn, workspaceId: 'two', modelId: 'm' })).toBeUndefined()
    expect(await store.answers.ofTurn('two', 'turn mine')).toEqual([])
    expect((await store.objects.getMany('two', ['h'])).size).toBe(0)
    expect(await store.forgets.list('two', 'mine')).toEqual([])
    expect(await store.requests.get('two', 'k')).toBeUndefined()
    expect(await store.settings.get('two', 'name')).toBeUndefined()
    for (const write of [
      store.conversations.rename({ workspaceId: 'two', id: 'mine', title: 'x', titledBy: 'user' }),
      store.conversations.trash({ workspaceId: 'two', id: 'mine', at: 1 }),
      store.conversations.configure({ workspaceId: 'two', id: 'mine', settings: {} }),
      store.wireCaches.put({ workspaceId: 'two', conversationId: 'mine', modelId: 'm' }, {}),
      store.cacheObjects.put({ ...object, workspaceId: 'two', conversationId: 'mine' }),
      store.plans.correct({ ...turn, workspaceId: 'two', modelId: 'm', summary: {}, root: {} }),
      store.turns.append({
        workspaceId: 'two',
        conversationId: 'mine',
        id: 'f',
        number: 1,
        at: 1,
        text: '',
        attach: [],
      }),
      store.answers.appendText({ workspaceId: 'two', id: 'answer mine' }, 'x'),
      store.answers.finish({ workspaceId: 'two', id: 'answer mine' }, end),
      store.engineStates.put({ workspaceId: 'two', turnId: 'turn mine', stage: 'answered', root: {} }),
      store.forgets.add({ workspaceId: 'two', conversationId: 'mine', key: 'x' }),
    ])
      await expect(store.commit([write])).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('engine states', () => {
  test('the latest is that of the last turn that has one; answered takes the place of asked', async () => {
    await chat('one', 'states')
    for (const [index, name] of ['s1', 's2', 's3'].entries()) {
      await store.commit(ask('one', 'states', name, index + 1))
      await store.commit([store.answers.finish({ workspaceId: 'one', id: `answer ${name}` }, end)])
    }
    const put = (name: string, stage: 'asked' | 'answered') =>
      store.commit([
        store.engineStates.put({ workspaceId: 'one', turnId: `turn ${name}`, stage, root: { name } }),
      ])
    await put('s2', 'asked')
    expect(await store.engineStates.latest('one', 'states')).toMatchObject({ turnNumber: 2, stage: 'asked' })
    await put('s1', 'answered')
    await put('s2', 'answered')
    expect(await store.engineStates.latest('one', 'states')).toMatchObject({
      stage: 'answered',
      root: { name: 's2' },
    })
    const ofTurn = (name: string) => store.engineStates.ofTurn({ workspaceId: 'one', turnId: `turn ${name}` })
    expect(await ofTurn('s1')).toMatchObject({ turnNumber: 1, root: { name: 's1' } })
    expect(await ofTurn('s3')).toBeUndefined()
  })
})

describe('objects', () => {
  test('[A-4] any text comes back exact to the code unit, and is stored once', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', 'a\0b', '\udc00\ud800', '\ufeffx'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const byHash = new Map(texts.map((content) => [JSON.stringify(content), content]))
        const puts = [...byHash].flatMap(([hash, content]) =>
          [1, 2].map(() => store.objects.put('one', hash, content)),
        )
        await store.commit(puts)
        expect(await store.objects.getMany('one', byHash.keys())).toEqual(byHash)
        expect(await store.objects.missing('one', [...byHash.keys(), 'no'])).toEqual(new Set(['no']))
      }),
      { numRuns: 60 },
    )
  })

  test('more hashes than one statement may carry are found too', async () => {
    const many = Array.from({ length: 12_000 }, (_, index) => `many ${index}`)
    await store.commit(many.map((hash) => store.objects.put('two', hash, hash)))
    expect((await store.objects.getMany('two', many)).size).toBe(12_000)
    expect((await store.objects.missing('two', [...many, 'other'])).size).toBe(1)
  })
})
