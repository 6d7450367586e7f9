import type { LayerView } from '@varve/contract'
import { expect, test } from 'vitest'
import { layerSummary } from './layers-tab.tsx'
import { divergenceWords } from './reasons.ts'
import { tagWords, whyWords } from './segment-row.tsx'

test('what the engine says of a piece is put together from words that have translations', () => {
  const whole = { form: 'full', label: 'Full, turn 3', turn: 3 } as const
  expect(tagWords(whole)).toEqual({ short: 'Full', rest: ', turn 3' })
  expect(whyWords({ ...whole, why: 'Kept from an earlier turn.' })).toBe('Kept from an earlier turn.')
  expect(whyWords({ ...whole, why: 'Attached in turn 3, whole: it stood nowhere above.' })).toBe(
    'Attached in turn 3, whole: it stood nowhere above.',
  )
  expect(tagWords({ form: 'update', label: 'Update +2 −1', turn: 3 }).short).toBe('Update +2 −1')
  expect(tagWords({ form: 'full', label: 'Full, turn 2' }).short).toBe('Full, turn 2')
})

test('the system layer is new in its first turn, and the same in those after it', () => {
  const layer = { id: 'L1', summary: 'same since turn 2', count: 2, segments: [] } as unknown as LayerView
  expect(layerSummary(layer, 2)).toBe('new in this turn')
  expect(layerSummary(layer, 4)).toBe('same since turn 2')
})

test('where a request differs is put together, and said as it was recorded where its parts are not known', () => {
  const differs = { reason: 'The tools changed.', place: 'L4', tokens: 1_200 }
  expect(divergenceWords({ divergence: '', differs })).toBe(
    'The tools changed. The request differs from L4 on (1,200 tokens sent before are no longer in front).',
  )
  expect(divergenceWords({ divergence: 'As recorded.' })).toBe('As recorded.')
})
