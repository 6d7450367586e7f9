import { scanText } from '../scan.ts'
import { describe, expect, test } from 'vitest'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'CREDIT_CARD')
    .map(({ start, end }) => text.slice(start, end))
}

describe('cards with the name of their brand, and magnetic stripes', () => {
  test.each([
    ['Diners ', '36084652353956', ''],
    ['Maestro: ', '6759015262519414', ''],
    ['%B', '5194379575498368', '^DOE/JOHN^2905101?'],
  ])('%s%s%s', (before, card, behind) => {
    expect(values(`${before}${card}${behind}`)).toEqual([card])
  })

  test.each(['batch 36084652353956', '%B5194379575498369^DOE/JOHN^2905101?'])('no card: %s', (text) => {
    expect(values(text)).toEqual([])
  })
})

describe('generic numbers are cards where a card is mentioned', () => {
  test.each([
    ['card number ', '630427373398', ' is lost'],
    ['Need to change billing date of my card ', '3593156708213738', ''],
  ])('%s%s%s', (before, card, behind) => {
    expect(values(`${before}${card}${behind}`)).toEqual([card])
  })

  test.each(['my loyalty card 630427373398', 'order 630427373398', 'ticket 3593156708213738'])(
    'no card: %s',
    (text) => {
      expect(values(text)).toEqual([])
    },
  )
})
