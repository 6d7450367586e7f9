import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chat, END, type Here } from './here.ts'
import { plainTurn } from '../plain-turn.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', '\0', '\ud83c', '\udf0a', '\ufdd0', '\ufde1', '🌊', "'", '\\', '%', '\ufeff'))
    .map((units) => units.join('')),
)

/** What people and models write comes back exact to the code unit, from every column. */
export function anyText(here: Here): void {
  describe('any text', () => {
    test('[A-4] in messages, answers, titles, names and JSON', async () => {
      let count = 0
      await fc.assert(
        fc.asyncProperty(text, text, text, async (first, second, third) => {
          const { store } = here
          count += 1
          const place = { workspaceId: 'one', conversationId: `text ${count}` }
          const turn = { ...place, id: `text ${count}`, number: 1, at: 1, text: first, attach: [second] }
          const answer = { workspaceId: 'one', id: `text ${count}` }
          const model = { turnId: turn.id, modelId: 'm', modelName: third, startedAt: 0, settings: { third } }
          await chat(here, 'one', place.conversationId)
          await store.commit([
            store.conversations.rename({ ...place, id: turn.id, title: second, titledBy: 'user' }),
            store.turns.append(plainTurn(turn)),
            store.answers.insert({ ...place, ...answer, ...model }),
            store.settings.set('one', `name ${third}`, { [second]: third }),
            store.forgets.add({ ...place, key: third }),
          ])
          await store.commit([store.answers.appendText(answer, first)])
          await store.commit([store.answers.appendText(answer, second)])
          expect(await store.turns.get({ workspaceId: 'one', id: turn.id })).toEqual(plainTurn(turn))
          expect(await store.answers.get(answer)).toMatchObject({ text: first + second, modelName: third })
          expect(await store.conversations.get(answer)).toMatchObject({ title: second })
          expect(await store.settings.get('one', `name ${third}`)).toEqual({ [second]: third })
          expect(await store.forgets.list('one', place.conversationId)).toEqual([third])
          await store.commit([store.answers.finish(answer, { ...END, text: third, error: first })])
          expect(await store.answers.get(answer)).toMatchObject({ text: third, error: first })
        }),
        { numRuns: 60 },
      )
    })

    test('numbers up to 2^53 come back as they are', async () => {
      const record = { workspaceId: 'two', actor: 'me', action: 'count', detail: 0 }
      const times = [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1]
      const before = (await here.store.audit.list('two', { after: 0, most: 1000 })).length
      for (const at of times) await here.store.commit([here.store.audit.append({ ...record, at })])
      const kept = await here.store.audit.list('two', { after: before, most: 1000 })
      expect(kept.map(({ at }) => at)).toEqual(times)
    })
  })
}
