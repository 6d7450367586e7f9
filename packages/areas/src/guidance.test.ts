import { expect, test } from 'vitest'
import type { Area } from './area.ts'
import { DISCLAIMERS, renderGuidance } from './guidance.ts'

const FAMILY: Area = {
  pack: 'practice',
  id: 'family',
  name: { en: 'Family law', fr: 'Droit de la famille' },
  languages: ['en', 'fr'],
  terms: [],
  negatives: [],
  guidance: { en: 'Ask about the children.', fr: 'Demander pour les enfants.' },
}

test('is in the requested language, areas in order, jurisdictions last', () => {
  const bees: Area = { ...FAMILY, id: 'bees', name: { any: 'Bees' }, guidance: { any: 'Look at them.' } }
  const text = renderGuidance({ areas: [FAMILY, bees], jurisdictions: ['FR'], language: 'fr' })
  const parts = [
    '## Droit de la famille\nDemander pour les enfants.',
    '## Bees\nLook at them.',
    'Juridiction : France',
  ]
  const places = parts.map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('falls back to English', () => {
  expect(renderGuidance({ areas: [FAMILY], jurisdictions: [], language: 'es' })).toContain(
    'Ask about the children.',
  )
})

test('is empty without areas', () => {
  expect(renderGuidance({ areas: [], jurisdictions: ['atlantis'], language: 'en' })).toBe('')
})

test('the disclaimer says in each language that it is not advice', () => {
  expect(DISCLAIMERS.en).toContain('not advice')
  expect(DISCLAIMERS.fr).toContain('non le conseil')
  expect(DISCLAIMERS.es).toContain('no el consejo')
})
