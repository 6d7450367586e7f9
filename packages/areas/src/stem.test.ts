import { describe, expect, test } from 'vitest'
import { stemEnglish, stemFrench, stemSpanish } from './stem.ts'

const STEMMERS = { en: stemEnglish, fr: stemFrench, es: stemSpanish }

describe('forms of a word share a stem', () => {
  test.each([
    ['en', 'divorce divorces divorced divorcing'],
    ['en', 'sue sued suing sues'],
    ['en', 'evict evicts evicted evicting'],
    ['en', 'company companies'],
    ['en', 'tax taxes taxed'],
    ['en', 'cancel cancelled canceling'],
    ['en', 'agreement agreements'],
    ['fr', 'licencie licenciee licencies licencier licenciees'],
    ['fr', 'local locaux'],
    ['fr', 'loyer loyers'],
    ['fr', 'subir subi'],
    ['es', 'demanda demandar demandaron demandarlo demandado'],
    ['es', 'inquilino inquilina inquilinos'],
    ['es', 'despido despidieron'],
    ['es', 'ley leyes'],
    ['es', 'juez jueces'],
  ] as const)('%s: %s', (language, forms) => {
    expect(new Set(forms.split(' ').map(STEMMERS[language])).size).toBe(1)
  })
})

describe('similar words stay apart', () => {
  test.each([
    ['en', 'fee', 'feed'],
    ['en', 'bring', 'br'],
    ['fr', 'plus', 'plu'],
    ['fr', 'gare', 'garant'],
    ['fr', 'pays', 'payer'],
    ['es', 'marca', 'marco'],
    ['es', 'casa', 'caso'],
    ['es', 'plazo', 'plaza'],
  ] as const)('%s: %s and %s', (language, one, other) => {
    expect(STEMMERS[language](one)).not.toBe(STEMMERS[language](other))
  })
})
