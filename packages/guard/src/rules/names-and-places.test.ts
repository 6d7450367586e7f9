import { scanText } from '../scan.ts'
import { describe, expect, test } from 'vitest'

function names(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'NAME')
    .map(({ start, end }) => text.slice(start, end))
}

test.each(['Kind Regards, Sales Team', 'Dear Admissions Office,', 'Sincerely, Human Resources'])(
  'a department is not a person: %s',
  (text) => expect(names(text)).toEqual([]),
)

test.each([
  ['Kind Regards, Ann Leigh', 'Ann Leigh'],
  ['I wrote to Mr Sales', 'Sales'],
])('a person is: %s', (text, name) => expect(names(text)).toEqual([name]))

describe('a name that nobody could know is found where names stand', () => {
  test.each([
    ['See you there.\n\nBest regards,\nFenna Oosterhuis\nHarbour office', ['Fenna Oosterhuis']],
    ['Thanks,\n\nQwame Adjei-Boateng', ['Qwame Adjei-Boateng']],
    ['Mit freundlichen Grüßen\nZlatan Kovač\n', ['Zlatan Kovač']],
    ['# Curriculum Vitae\n\nFenna Oosterhuis\n', ['Fenna Oosterhuis']],
    ['Lebenslauf von Zlatan Kovač', ['Zlatan Kovač']],
    [
      'Between Harbour Homes Ltd (the “Landlord”) and Fenna Oosterhuis, of 3 Elm Grove (the “Tenant”).',
      ['Fenna Oosterhuis'],
    ],
    ['zwischen der Stadt und Zlatan Kovač (im Folgenden „Mieter“)', ['Zlatan Kovač']],
  ])('%s', (text, found) => expect(names(text)).toEqual(found))

  test.each([
    'Best regards,\nSales Team\n',
    'Thanks\nNext Steps\n',
    'CV\nWork Experience\n',
    'We met Fenna Oosterhuis in the harbour.',
    'between Harbour Homes Limited (the “Landlord”)',
  ])('and nothing in %j', (text) => expect(names(text)).toEqual([]))
})

function values(text: string): readonly string[] {
  return scanText(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('an address ends with its sentence', () => {
  test.each([
    ["J'habite 10 rue de Rivoli, 75001 Paris. Mon chien est malade.", '10 rue de Rivoli, 75001 Paris'],
    ['Hauptstraße 5, 10115 Berlin. Meine Mutter wohnt dort.', 'Hauptstraße 5, 10115 Berlin'],
    ['10 rue de Rivoli. Mon chien est malade.', '10 rue de Rivoli'],
    ['Send it to 5 Church Road. The house is red.', '5 Church Road'],
    ['It is 5 Church Rd. Call me.', '5 Church Rd.'],
    ['12 J. F. Kennedy Blvd., Houston, TX. Thanks', '12 J. F. Kennedy Blvd., Houston, TX'],
    ['450 Main St. Apt. 4B, St. Louis, MO 63101. Please come.', '450 Main St. Apt. 4B, St. Louis, MO 63101'],
    ['12 St. James St. London', '12 St. James St. London'],
    ['Goethestr. 5, 10115 Berlin', 'Goethestr. 5, 10115 Berlin'],
    ['1600 Pennsylvania Ave., Washington, D.C. 20500', '1600 Pennsylvania Ave., Washington, D.C. 20500'],
  ])('%s', (text, address) => expect(values(text)).toEqual([`ADDRESS ${address}`]))
})

describe('an address with its postcode is one finding', () => {
  test.each([
    ['I live at 14 Elm Grove, Brighton BN1 4RT', '14 Elm Grove, Brighton BN1 4RT'],
    ['My address is 22 Acacia Avenue, London SW1A 1AA.', '22 Acacia Avenue, London SW1A 1AA'],
    ['Ship to: 24 Sussex Drive, Ottawa, ON K1M 1M4, Canada', '24 Sussex Drive, Ottawa, ON K1M 1M4, Canada'],
    ['Address: 450 Main St, Dallas, TX 75201-1234', '450 Main St, Dallas, TX 75201-1234'],
  ])('%s', (text, address) => expect(values(text)).toEqual([`ADDRESS ${address}`]))

  test('a postcode alone is found as such', () => {
    expect(values('My postcode is BN1 4RT')).toEqual(['POSTCODE BN1 4RT'])
  })
})
