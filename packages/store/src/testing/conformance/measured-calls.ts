import { describe, expect, test } from 'vitest'
import type { MeasuredSpan } from '../../repository/measured-calls.ts'
import type { SideCallSummary } from '../../repository/side-calls.ts'
import { ask, chat, END, type Here } from './here.ts'
import { SIDE_CALL } from './isolation.ts'

const USAGE = { input: 10, cached: 4, output: 2, costUSD: 0.5, milliseconds: 3 }

/** More than one page of them. */
const MANY = 1203

/** Calls with what became of their answers, for statistics. */
export function measuredCalls(here: Here): void {
  describe('measured calls', () => {
    const read = async (span: Partial<MeasuredSpan>): Promise<readonly string[]> => {
      const ids: string[] = []
      const whole = { workspaceId: 'one', from: 0, until: 100 }
      for await (const page of here.store.calls.measured({ ...whole, ...span }))
        ids.push(...page.map(({ answerId }) => answerId))
      return ids
    }

    test('each answer once, page after page, with its usage and its summary', async () => {
      const { store } = here
      await chat(here, 'one', 'measured')
      await store.commit(ask(here, 'one', 'measured', 'measured'))
      const turn = { workspaceId: 'one', turnId: 'turn measured' }
      const answer = { ...turn, conversationId: 'measured', modelId: 'm', modelName: 'M', startedAt: 7 }
      const numbers = Array.from({ length: MANY }, (_, index) => index + 1)
      const call = (number: number) => ({
        ...turn,
        answerId: `measured ${number}`,
        summary: { number },
        root: null,
      })
      await store.commit([
        ...numbers.map((number) => store.answers.insert({ ...answer, id: `measured ${number}` })),
        ...numbers.map((number) => store.calls.put({ ...call(number), number: 1 })),
        store.calls.put({ ...call(1), number: 2 }),
      ])
      const first = { workspaceId: 'one', id: 'measured 1' }
      await store.commit([store.answers.finish(first, { ...END, usage: USAGE })])
      const ids = await read({ conversationId: 'measured' })
      expect(ids.length).toBe(MANY)
      expect(new Set(ids).size).toBe(MANY)
      const span = { workspaceId: 'one', conversationId: 'measured', from: 0, until: 100 }
      const found: unknown[] = []
      for await (const page of store.calls.measured(span))
        found.push(...page.filter(({ answerId }) => answerId === first.id))
      expect(found[0]).toMatchObject({
        usage: USAGE,
        summary: { number: 1 },
        status: 'complete',
        modelId: 'm',
      })
    })

    test('only those of the workspace, the chat and the time', async () => {
      await chat(here, 'two', 'measured')
      const answer = { answerId: 'answer of two', turnId: 'turn of two', workspaceId: 'two', number: 1 }
      const call = here.store.calls.put({ ...answer, summary: {}, root: null })
      await here.store.commit([...ask(here, 'two', 'measured', 'of two'), call])
      expect(await read({ workspaceId: 'two', conversationId: 'measured' })).toEqual(['answer of two'])
      expect(await read({ conversationId: 'no such chat' })).toEqual([])
      // Each of them began at 7.
      expect(await read({ conversationId: 'measured', until: 7 })).toEqual([])
      expect(await read({ conversationId: 'measured', from: 8 })).toEqual([])
      expect((await read({ from: 7, until: 8 })).length).toBeGreaterThanOrEqual(MANY)
    })

    test('calls beside answers: page after page, of the workspace, the chat and the time, without what was said', async () => {
      const { store } = here
      await chat(here, 'one', 'beside')
      await chat(here, 'two', 'beside')
      const call = { ...SIDE_CALL, conversationId: 'beside', turnId: undefined, workspaceId: 'one' }
      const ids = Array.from({ length: MANY }, (_, index) => `beside ${index}`)
      await store.commit([
        ...ids.map((id, index) => store.sideCalls.insert({ ...call, id, at: index })),
        store.sideCalls.insert({ ...call, id: 'of two', workspaceId: 'two' }),
      ])
      const found = async (span: Partial<MeasuredSpan>): Promise<readonly SideCallSummary[]> => {
        const whole = { workspaceId: 'one', conversationId: 'beside', from: 0, until: MANY }
        const calls: SideCallSummary[] = []
        for await (const page of store.sideCalls.measured({ ...whole, ...span })) calls.push(...page)
        return calls
      }
      const all = await found({})
      expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(all[0]).toMatchObject({ modelId: 'm', usage: SIDE_CALL.usage })
      expect(all[0]).not.toHaveProperty('sealed')
      expect(new Set((await found({ from: 3, until: 5 })).map(({ at }) => at))).toEqual(new Set([3, 4]))
      expect((await found({ workspaceId: 'two' })).map(({ id }) => id)).toEqual(['of two'])
      expect(await found({ conversationId: 'another' })).toEqual([])
    })
  })
}
