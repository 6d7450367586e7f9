import { describe, expect, test } from 'vitest'
import { detectJurisdictions } from './detect-jurisdictions.ts'
import { findJurisdiction, JURISDICTIONS, parseJurisdictions } from './jurisdiction.ts'
import { jurisdictionGuidance } from './guidance.ts'

describe('the list', () => {
  test('has every part of the covered countries once', () => {
    const count = (parent: string): number => JURISDICTIONS.filter((one) => one.parent === parent).length
    expect(new Set(JURISDICTIONS.map(({ id }) => id)).size).toBe(JURISDICTIONS.length)
    // 50 states, the District of Columbia and Puerto Rico; 10 provinces and 3 territories.
    expect(['US', 'CA', 'EU', 'UK', 'AU', 'MX'].map(count)).toEqual([52, 13, 27, 4, 8, 0])
  })

  test('has every parent, and finds every jurisdiction by its names', () => {
    for (const { id, parent, names } of JURISDICTIONS) {
      if (parent !== undefined) expect(findJurisdiction(parent)).toBeDefined()
      for (const name of Object.values(names))
        expect(
          detectJurisdictions(name).map((found) => found.id),
          name,
        ).toEqual([id])
    }
  })
})

test('ids from outside: any case, other codes, deduplicated, unknown ones named', () => {
  expect(parseJurisdictions('us-ca, GB  fr;us_ca atlantis')).toEqual({
    ids: ['US-CA', 'UK', 'FR'],
    unknown: ['atlantis'],
  })
  expect(parseJurisdictions(['Au-Nsw', ''])).toEqual({ ids: ['AU-NSW'], unknown: [] })
})

describe('jurisdictions in a text', () => {
  test.each([
    ['I live in New Mexico and work in Mexico', ['US-NM', 'MX']],
    ['Is it legal in the US and the UK?', ['US', 'UK']],
    ['Un bail à Genève, un loyer à Zürich', ['CH']],
    ['Fired in Cape Town, hired in Auckland, asked the Ministry of Manpower', ['ZA', 'NZ', 'SG']],
    ['tell us about the eu', []],
    ['TELL US NOW', []],
    ['Je vis au Québec, mon ex en Nouvelle-Galles du Sud', ['CA-QC', 'AU-NSW']],
    ['La ley española y la Unión Europea', ['ES', 'EU']],
    ['Northern Ireland, not Ireland', ['UK-NIR', 'IE']],
    ['under US-CA rules, U.S. law', ['US-CA', 'US']],
    ['Georgia and Victoria are my friends', []],
    ['Texas, Texas and again Texas', ['US-TX']],
    ['I rent a flat in Austin, TX and work for a firm in Toronto, ON', ['US-TX', 'CA-ON']],
    ['HMRC wrote to me; does the CCPA or the GDPR apply?', ['UK', 'US-CA', 'EU']],
    ['i will ask acas and the irs', []],
    ['Trabajo en Suiza, mi hermano en Brasil y mi tía en Nueva Zelanda', ['CH', 'BR', 'NZ']],
    ['Un bail en Inde, à Singapour ou en Afrique du Sud', ['IN', 'SG', 'ZA']],
    ['Die Residential Tenancies Board, the Fair Work Commission and Pôle emploi', ['IE', 'AU', 'FR']],
    ['Well, OK then, Anna, he said', []],
  ])('%s', (text, ids) => {
    expect(detectJurisdictions(text).map(({ id }) => id)).toEqual(ids)
  })

  test('have positions', () => {
    const text = 'Vivo en Nueva York.'
    expect(detectJurisdictions(text)).toEqual([{ id: 'US-NY', start: 8, end: 18, text: 'Nueva York' }])
  })
})

describe('guidance', () => {
  test('one jurisdiction is the focus, with its levels explained', () => {
    const text = jurisdictionGuidance(['US-CA'], 'en')
    expect(text).toContain('Jurisdiction: California (United States).')
    expect(text).toContain('state law')
    expect(text).not.toContain('Compare')
  })

  test('a part makes its whole redundant', () => {
    expect(jurisdictionGuidance(['US', 'US-CA'], 'en')).toBe(jurisdictionGuidance(['US-CA'], 'en'))
    expect(jurisdictionGuidance(['EU', 'FR'], 'fr')).toBe(jurisdictionGuidance(['FR'], 'fr'))
  })

  test.each([
    ['US CA MX', 'USMCA', 'Trade and Cooperation'],
    ['US-TX MX', 'USMCA', 'Trade and Cooperation'],
    ['FR DE', 'Brussels I', 'USMCA'],
    ['UK-SCT FR', 'Trade and Cooperation Agreement', 'Brussels I'],
    ['UK EU', 'Trade and Cooperation Agreement', 'USMCA'],
    ['CA-QC FR', 'CETA', 'USMCA'],
    ['US-NY US-NJ', 'full faith and credit', 'Hague'],
    ['AU US', 'Hague Conventions', 'USMCA'],
  ])('%s: %s, and not %s', (ids, named, other) => {
    const text = jurisdictionGuidance(ids.split(' '), 'en')
    expect(text).toContain('Compare them')
    expect(text).toContain(named)
    expect(text).not.toContain(other)
  })

  test('a note shared by several pairs appears once', () => {
    expect(jurisdictionGuidance(['US', 'CA', 'MX'], 'es').split('T-MEC').length).toBe(2)
  })

  test('is empty without jurisdictions, in every language', () => {
    expect(jurisdictionGuidance([], 'fr')).toBe('')
    for (const language of ['en', 'fr', 'es'] as const)
      for (const { id, names } of JURISDICTIONS)
        expect(jurisdictionGuidance([id], language)).toContain(names[language])
  })
})
