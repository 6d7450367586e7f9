import { describe, expect, test } from 'vitest'
import { answerView } from '../../testing/turn-view.ts'
import { answerColumns, answerInView } from './turns.ts'

const LATER = '2026-11-15T09:05:00.000Z'
const a = answerView({ id: 'a', modelId: 'm/a' })
const b = answerView({ id: 'b', modelId: 'm/b' })

describe('answers to one question', () => {
  test('successive ones share a place, even from several models', () => {
    expect(answerColumns({ answers: [a] })).toEqual([])
    expect(answerColumns({ answers: [a, { ...b, startedAt: LATER }] })).toEqual([])
    expect(answerColumns({ answers: [a, { ...a, id: 'again', startedAt: LATER }] })).toEqual([])
  })

  test('parallel ones are side by side; one asked again keeps its column', () => {
    const again = answerView({ id: 'again', modelId: 'm/b', startedAt: LATER })
    const columns = answerColumns({ answers: [a, b, again] })
    expect(columns.map(({ modelId, answers }) => [modelId, answers.map(({ id }) => id)])).toEqual([
      ['m/a', ['a']],
      ['m/b', ['b', 'again']],
    ])
  })

  test('shows the selected one, else the streaming one, else the continued one, else the newest', () => {
    const older = answerView({ id: 'older' })
    const newer = answerView({ id: 'newer', startedAt: LATER })
    const column = { modelId: 'm', modelName: 'M', answers: [older, newer] }
    const coming = { ...column, answers: [older, { ...newer, status: 'streaming' as const }] }
    expect(answerInView(column, undefined, 'other')?.id).toBe('newer')
    expect(answerInView(column, undefined, 'older')?.id).toBe('older')
    expect(answerInView(coming, undefined, 'older')?.id).toBe('newer')
    expect(answerInView(coming, 'older', 'newer')?.id).toBe('older')
  })
})
