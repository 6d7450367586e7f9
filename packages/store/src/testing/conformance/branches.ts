import { describe, expect, test } from 'vitest'
import type { TurnRecord } from '../../repository/turns.ts'
import { chat, END, type Here } from './here.ts'

const WORKSPACE = 'one'

/** A tree of turns, several answers to one question, and the order of chats. */
export function branches(here: Here): void {
  const turn = async (id: string, sequence: number, parent?: TurnRecord): Promise<TurnRecord> => {
    const record: TurnRecord = {
      workspaceId: WORKSPACE,
      conversationId: 'tree',
      id,
      sequence,
      number: (parent?.number ?? 0) + 1,
      parentId: parent?.id,
      parentAnswerId: parent && `answer of ${parent.id}`,
      at: sequence,
      text: id,
      attach: [],
      options: { active: 'a.md' },
    }
    const answer = { workspaceId: WORKSPACE, conversationId: 'tree', turnId: id, startedAt: sequence }
    const model = { modelId: 'm', modelName: 'M' }
    await here.store.commit([
      here.store.turns.append(record),
      here.store.answers.insert({ ...answer, ...model, id: `other of ${id}`, position: 1 }),
      here.store.answers.insert({ ...answer, ...model, id: `answer of ${id}` }),
    ])
    for (const name of ['answer', 'other'])
      await here.store.commit([
        here.store.answers.finish(
          { workspaceId: WORKSPACE, id: `${name} of ${id}` },
          { ...END, reasoning: { text: 'so' }, received: '<<EMAIL_1>>', steps: [{ tool: 'ls' }] },
        ),
      ])
    return record
  }

  describe('branches', () => {
    test('a branch is read from any turn up to its beginning, whole or in part', async () => {
      await chat(here, WORKSPACE, 'tree')
      const one = await turn('one', 1)
      const two = await turn('two', 2, one)
      const three = await turn('three', 3, two)
      const edited = await turn('two again', 4, one)
      const first = await turn('one again', 5)
      const place = { workspaceId: WORKSPACE, conversationId: 'tree' }
      const { turns } = here.store
      const branch = async (headId: string, from?: number) =>
        (await turns.branch({ workspaceId: WORKSPACE, headId, from })).map(({ id }) => id)
      expect(await turns.branch({ workspaceId: WORKSPACE, headId: 'three' })).toEqual([one, two, three])
      expect(await branch('two again')).toEqual(['one', 'two again'])
      expect(await branch('three', 2)).toEqual(['two', 'three'])
      expect(await branch('nobody')).toEqual([])
      expect(await turns.following(place, ['one'])).toEqual([two, edited])
      expect(await turns.following(place, [null, 'two'])).toEqual([one, three, first])
      expect(await turns.following(place, [])).toEqual([])
      expect(await turns.latest(place)).toEqual(first)
      await expect(
        here.store.commit([turns.append({ ...three, id: 'late', sequence: 5 })]),
      ).rejects.toMatchObject({ code: 'conflict' })
    })

    test('answers are in the order of the models that were asked; the choice among them can change', async () => {
      const { answers, choices } = here.store
      const ofTurn = await answers.ofTurns(WORKSPACE, ['one', 'two'])
      expect(ofTurn.filter(({ turnId }) => turnId === 'one').map(({ id }) => id)).toEqual([
        'answer of one',
        'other of one',
      ])
      expect(ofTurn[0]).toMatchObject({
        reasoning: { text: 'so' },
        received: '<<EMAIL_1>>',
        steps: [{ tool: 'ls' }],
      })
      const choose = (answerId: string) =>
        here.store.commit([choices.put({ workspaceId: WORKSPACE, turnId: 'one', answerId })])
      await choose('other of one')
      await choose('answer of one')
      expect(await choices.ofTurns(WORKSPACE, ['one', 'two'])).toEqual(new Map([['one', 'answer of one']]))
    })

    test('the steps of an answer that has ended are changed by anyone who knows them as they are', async () => {
      const { answers } = here.store
      const place = { workspaceId: WORKSPACE, id: 'other of one' }
      const steps = [{ tool: 'ls', isUndone: true }]
      const revise = (before: unknown) => here.store.commit([answers.reviseSteps(place, before, steps)])
      await revise([{ tool: 'ls' }])
      await expect(revise([{ tool: 'ls' }])).rejects.toMatchObject({ code: 'conflict' })
      const ofTurn = await answers.ofTurns(WORKSPACE, ['one'])
      expect(ofTurn.map((answer) => answer.steps)).toEqual([[{ tool: 'ls' }], steps])
    })

    test('the ends of branches are in the order in which they were on show', async () => {
      const { branchLeaves } = here.store
      const place = { workspaceId: WORKSPACE, conversationId: 'tree' }
      for (const turnId of ['three', 'two again', 'three'])
        await here.store.commit([branchLeaves.put({ ...place, turnId })])
      const shown = await branchLeaves.list(WORKSPACE, 'tree')
      expect(shown).toEqual(
        new Map([
          ['two again', 2],
          ['three', 3],
        ]),
      )
      expect(await branchLeaves.list('two', 'tree')).toEqual(new Map())
    })
  })

  describe('order among chats', () => {
    test('pinned ones come first; the archived and the trashed are apart and come back', async () => {
      const { conversations } = here.store
      for (const id of ['p1', 'p2', 'p3', 'p4']) await chat(here, 'two', id)
      const at = (id: string) => ({ workspaceId: 'two', id, at: 9 })
      await here.store.commit([
        conversations.pin(at('p1')),
        conversations.archive(at('p2')),
        conversations.trash(at('p3')),
        conversations.tag({ workspaceId: 'two', id: 'p1', tags: ['law', 'ünïcode'] }),
        conversations.showBranch({ workspaceId: 'two', id: 'p1', headTurnId: 'x' }),
      ])
      const ids = async (options?: Parameters<typeof conversations.list>[1]) =>
        (await conversations.list('two', options)).map(({ id }) => id).filter((id) => /^p\d$/.test(id))
      expect(await ids()).toEqual(['p1', 'p4'])
      expect(await ids({ limit: 1 })).toEqual(['p1'])
      expect(await ids({ among: 'archived' })).toEqual(['p2'])
      expect(await ids({ among: 'trashed' })).toEqual(['p3'])
      expect(await conversations.get({ workspaceId: 'two', id: 'p1' })).toMatchObject({
        pinnedAt: 9,
        tags: ['law', 'ünïcode'],
        headTurnId: 'x',
      })
      await here.store.commit([
        conversations.pin({ workspaceId: 'two', id: 'p1', at: undefined }),
        conversations.archive({ workspaceId: 'two', id: 'p2', at: undefined }),
        conversations.restore({ workspaceId: 'two', id: 'p3' }),
      ])
      expect(await ids()).toEqual(['p4', 'p3', 'p2', 'p1'])
      await expect(
        here.store.commit([conversations.restore({ workspaceId: 'two', id: 'p3' })]),
      ).rejects.toMatchObject({ code: 'conflict' })
    })
  })
}
