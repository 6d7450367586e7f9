import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Area } from './area.ts'
import { parseAreaFile } from './parse-area-file.ts'

const PLACE = { pack: 'practice', id: 'family' }

function parsed(text: string, place = PLACE): Area {
  const parsing = parseAreaFile(text, place)
  if (parsing.kind === 'invalid') throw new Error(JSON.stringify(parsing.errors))
  return parsing.area
}

function errors(text: string): readonly string[] {
  const parsing = parseAreaFile(text, PLACE)
  return parsing.kind === 'invalid' ? parsing.errors.map(({ line, message }) => `${line}: ${message}`) : []
}

describe('an area file', () => {
  test('with languages', () => {
    const text = [
      '---',
      'id: family',
      'name: { en: Family law, fr: Droit de la famille }',
      'pack: practice',
      'languages: [en, fr]',
      'terms:',
      '  en: { divorce: 5, "child support": 4.5 }',
      '  fr: { divorce: 5 }',
      'negatives:',
      '  en: ["custody of the branch"]',
      '  fr: []',
      '---',
      '<!-- en -->',
      'Ask first.',
      '',
      '<!-- fr -->',
      'Demander d’abord.',
      '',
    ].join('\r\n')
    expect(parsed(text)).toEqual({
      id: 'family',
      pack: 'practice',
      name: { en: 'Family law', fr: 'Droit de la famille' },
      languages: ['en', 'fr'],
      terms: [
        { text: 'divorce', weight: 5, language: 'en' },
        { text: 'child support', weight: 4.5, language: 'en' },
        { text: 'divorce', weight: 5, language: 'fr' },
      ],
      negatives: [{ text: 'custody of the branch', language: 'en' }],
      guidance: { en: 'Ask first.', fr: 'Demander d’abord.' },
    })
  })

  test('as a user writes it: one name, weighted words, no languages', () => {
    const area = parsed(
      '---\nname: Bees\nterms: {hive: 3, queen bee: 5, no: 1, 401: 2}\n---\nLook at them.',
      {
        pack: 'mine',
        id: 'bees',
      },
    )
    expect(area).toMatchObject({
      pack: 'mine',
      id: 'bees',
      name: { any: 'Bees' },
      guidance: { any: 'Look at them.' },
    })
    expect(area.terms.map(({ text, weight, language }) => [text, weight, language])).toEqual([
      ['hive', 3, 'any'],
      ['queen bee', 5, 'any'],
      ['no', 1, 'any'],
      ['401', 2, 'any'],
    ])
  })

  test('a list of terms; a language unknown to the detector', () => {
    expect(parsed('---\nterms: [hive, wax]\n---\n').terms).toEqual([
      { text: 'hive', weight: 3, language: 'any' },
      { text: 'wax', weight: 3, language: 'any' },
    ])
    expect(parsed('---\nterms:\n  de: {Biene: 4}\n---\n').terms).toEqual([
      { text: 'Biene', weight: 4, language: 'any' },
    ])
  })
})

describe('mistakes are reported with their line', () => {
  test.each([
    ['name: x', '1: The file must begin with a line of three dashes.'],
    ['---\nname: x', '1: The front matter has no closing line of three dashes.'],
    ['---\nid: other\n---', '2: "id" is other, but the file is at family.'],
    [
      '---\nname: X\nterms:\n  en:\n    divorce: 9\n---',
      '5: The weight of "divorce" must be a number from 1 to 5.',
    ],
    ['---\nterms: {a: 1, b: often}\n---', '2: The weight of "b" must be a number from 1 to 5.'],
    ['---\n{\n"terms": {\n"a": 9 }\n}\n---', '4: The weight of "a" must be a number from 1 to 5.'],
    ['---\n\nlanguages: en\n---', '3: "languages" must be a list, such as [en, fr].'],
    ['---\nname: &a X\nterms: [*a]\n---', '3: Aliases are not read here; write the value out.'],
    ['---\n- a\n- b\n---', '2: The front matter must be names with values.'],
    ['---\nname: X\nterms: {"* of": 3}\n---', '3: "* of" must be 1 to 8 words'],
    [`---\nname: X\nterms: ${'['.repeat(5000)}\n---`, '3: Nested more than 6 deep.'],
    [`---\nname: ${'x'.repeat(70_000)}\n---`, '2: The front matter is longer than 65536 characters.'],
  ])('%s', (text, message) => {
    expect(errors(text)[0]).toContain(message)
  })

  test('invalid YAML has the line of the error', () => {
    expect(errors('---\nname: X\nterms: {a: 1\n---\nbody')[0]).toMatch(/^[34]: /)
  })

  test('any text gives a result and never throws', () => {
    const piece = fc.constantFrom(
      '---\n',
      'terms: ',
      '{a: 1}',
      '[',
      ']',
      '\n',
      '  ',
      'en:',
      '&x ',
      '*x',
      '"',
      '- ',
      '? ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }), (pieces) => {
        expect(['area', 'invalid']).toContain(parseAreaFile(`---\n${pieces.join('')}\n---\n`, PLACE).kind)
      }),
    )
  })
})
