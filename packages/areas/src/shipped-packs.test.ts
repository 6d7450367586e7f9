import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Area } from './area.ts'
import { compileAreas } from './compile-areas.ts'
import { detectAreas } from './detect-areas.ts'
import { parseAreaFile } from './parse-area-file.ts'

const PACKS = new URL('../packs/', import.meta.url)
const PLACES = readdirSync(PACKS).flatMap((pack) =>
  readdirSync(new URL(`${pack}/`, PACKS)).map((file) => ({ pack, id: file.replace(/\.area\.md$/, '') })),
)
const PARSINGS = PLACES.map((place) => ({
  place,
  parsing: parseAreaFile(readFileSync(new URL(`${place.pack}/${place.id}.area.md`, PACKS), 'utf8'), place),
}))
const AREAS: readonly Area[] = PARSINGS.flatMap(({ parsing }) =>
  parsing.kind === 'area' ? parsing.area : [],
)
const COMPILED = compileAreas(AREAS)

describe('the shipped packs', () => {
  test('all parse without mistakes', () => {
    expect(
      PARSINGS.flatMap(({ place, parsing }) => (parsing.kind === 'invalid' ? { place, ...parsing } : [])),
    ).toEqual([])
  })

  test('have JSON front matter, which parses instantly', () => {
    for (const { pack, id } of PLACES) {
      const text = readFileSync(new URL(`${pack}/${id}.area.md`, PACKS), 'utf8')
      expect(() => JSON.parse(text.slice('---\n'.length, text.indexOf('\n---', 1)))).not.toThrow()
    }
  })

  test('have at least 40 practice and 25 advisory areas', () => {
    const count = (pack: string): number => AREAS.filter((area) => area.pack === pack).length
    expect(count('practice')).toBeGreaterThanOrEqual(40)
    expect(count('advisory')).toBeGreaterThanOrEqual(25)
  })

  test('have names, terms and guidance in three languages', () => {
    for (const { id, name, terms, guidance } of AREAS)
      for (const language of ['en', 'fr', 'es']) {
        expect([id, language, name[language]?.length ?? 0]).not.toContain(0)
        expect([id, language, guidance[language]?.length ?? 0]).not.toContain(0)
        expect(
          terms.filter((term) => term.language === language).length,
          `${id} ${language}`,
        ).toBeGreaterThanOrEqual(20)
      }
  })
})

describe('required cases', () => {
  const detect = (text: string) =>
    detectAreas(COMPILED, text).areas.map(({ pack, id, confidence }) => ({
      area: `${pack}/${id}`,
      confidence,
    }))

  test.each([
    ['I want a divorce and custody of my kids', 'practice/family'],
    ['I was arrested for theft, what are my rights?', 'practice/criminal'],
    ['Quiero divorciarme y la custodia de mis hijos', 'practice/family'],
    ['Mon propriétaire refuse de rendre mon dépôt de garantie', 'practice/housing'],
  ])('%s', (text, area) => {
    expect(detect(text)[0]?.area).toBe(area)
    expect(detect(text)[0]?.confidence).toBeGreaterThan(0.8)
  })

  test.each([
    ['someone stole my identity and opened credit cards', 'practice/consumer'],
    ['Can I change my will to leave my house to my niece?', 'practice/estates'],
    ['I am not getting a refund from the shop', 'practice/consumer'],
    ['Who owns the film rights to my novel?', 'practice/entertainment-media'],
  ])('found: %s', (text, area) => {
    expect(detect(text)[0]?.area).toBe(area)
  })

  test.each([
    ['I was arrested for theft, what are my rights?', 'practice/entertainment-media'],
    ['Our bank will merge branches in the north, how do we tell the staff?', 'practice/estates'],
    ['We confirm your appointment as HR manager, with private medical insurance.', 'practice/health'],
    ['Someone is using my social security number to open accounts', 'practice/public-benefits'],
  ])('%s: not %s', (text, area) => {
    expect(detect(text).map((found) => found.area)).not.toContain(area)
  })

  test.each([
    'What will you do today?',
    'Our company will merge branches in the main repository',
    'my will to live',
    'My will to succeed is strong',
    'I am not getting a divorce, just planning a party',
    'I am not filing for bankruptcy, I am only planning a trip',
    'The weather is a good case for staying in',
    "Il fait beau aujourd'hui et je vais au marché avec mes amis",
    'El cielo está muy azul esta mañana y los pájaros cantan',
    'This is not about my divorce',
    'Slow?',
    'Why?',
    'Price?',
    'Best way to charge my phone without wearing out the battery',
    'How do I kill orphan processes in bash?',
    'Which sentence is correct: "the board is" or "the board are"?',
    'Quelle est la charge maximale de mon étagère si elle fait 80 cm ?',
    '¿Qué vino va con el pulpo?',
    'Scenario',
    'music',
    'Mes vacances',
    'Draft an email to my boss about holidays',
    'Email my boss about my holiday',
    'Rédige un mail à mon patron pour mes vacances',
    'Escribe un correo a mi jefe sobre las vacaciones',
    '',
  ])('nothing: %s', (text) => {
    expect(detect(text)).toEqual([])
  })

  test.each([
    ['Draft an email to my boss about unpaid overtime', 'practice/employment'],
    ['Email to my boss about being fired', 'practice/employment'],
    ['Write an email to my landlord about the mold', 'practice/housing'],
    ['divorce', 'practice/family'],
    ['Taux de vacance de nos bureaux', 'advisory/real-estate-portfolio'],
  ])('the recipient does not hide the subject: %s', (text, area) => {
    expect(detect(text)[0]?.area).toBe(area)
  })

  test('"agreements" alone is contract, weakly', () => {
    const [first] = detect('agreements')
    expect(first?.area).toBe('practice/contract')
    expect(first?.confidence).toBeLessThan(0.6)
  })
})
