import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonMistake } from './read-privacy-rules.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

describe('findJsonMistake', () => {
  test.each([
    ['[1, 2,]', 6],
    ['{"a": 1 "b": 2}', 8],
    ['{a: 1}', 1],
    ["['a']", 1],
    ['{"a": 1', 7],
    ['  ', 2],
    ['[1] x', 4],
    ['["a\nb"]', 1],
    ['// no', 0],
    ['[}', 1],
    ['{"a",', 4],
  ])('%j goes wrong at %i', (text, place) => {
    expect(findJsonMistake(text)).toBe(place)
  })

  test('finds a mistake exactly where JSON.parse fails', () => {
    const sign = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e+3',
      'true',
      ' ',
      '\n',
      '01',
      '\\',
      '"',
    )
    const soup = fc.array(sign, { maxLength: 9 }).map((signs) => signs.join(''))
    const bitten = fc.tuple(fc.json(), fc.nat(), sign).map(([json, at, piece]) => {
      const cut = at % (json.length + 1)
      return json.slice(0, cut) + piece + json.slice(cut + 1)
    })
    fc.assert(
      fc.property(fc.oneof(soup, fc.json(), bitten), (text) => {
        expect(findJsonMistake(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })
})
