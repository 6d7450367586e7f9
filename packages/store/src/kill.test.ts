import { afterEach, expect, test } from 'vitest'
import { killAfterLines } from './testing/kill-after-lines.ts'
import { type TemporaryStore, temporaryStore } from './testing/temporary-store.ts'

const KILLS = process.env.VARVE_TEST_SHARE === 'full' ? 40 : 4

let place: TemporaryStore

afterEach(() => place.remove())

test.each(Array.from({ length: KILLS }, (_, index) => 1 + index * 7))(
  'killed after %i acknowledgements: every acknowledged write is there, and streaming answers are interrupted',
  async (lines) => {
    place = temporaryStore()
    const said = await killAfterLines('write-until-killed', place.path, lines)
    const count = (word: string): number => said.filter((line) => line.startsWith(word)).length
    const store = await place.open({ now: 77 })
    const turns = await store.turns.list('w', 'c')
    expect(turns.length).toBeGreaterThanOrEqual(count('turn'))
    expect(turns.map((turn) => turn.text)).toEqual(turns.map((turn) => `message ${turn.number}`))
    const answers = await Promise.all(
      turns.map((turn) => store.answers.get({ workspaceId: 'w', id: `a${turn.number}` })),
    )
    expect(answers.filter((answer) => answer?.text === 'kept').length).toBeGreaterThanOrEqual(count('text'))
    expect(answers.filter((answer) => answer?.status === 'complete').length).toBeGreaterThanOrEqual(
      count('done'),
    )
    for (const answer of answers) {
      expect(['complete', 'interrupted']).toContain(answer?.status)
      if (answer?.status === 'interrupted') expect(answer.endedAt).toBe(77)
    }
    expect(answers.slice(0, -1).every((answer) => answer?.status === 'complete')).toBe(true)
  },
)
