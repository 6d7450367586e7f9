import { describe, expect, test } from 'vitest'
import type { FindingType } from './finding.ts'
import { scanText } from './scan.ts'

function valuesOf(text: string, type: FindingType): readonly string[] {
  return scanText(text)
    .filter((finding) => finding.type === type)
    .map(({ start, end }) => text.slice(start, end))
}

describe('values in other trades’ and languages’ wording are found', () => {
  const cases: readonly (readonly [FindingType, string, readonly string[]])[] = [
    ['SWIFT_BIC', 'For wires use the SWIFT MENOMXMT and nothing else.', ['MENOMXMT']],
    ['SWIFT_BIC', 'The transfer was rejected because FVOHAESW was retired by the bank.', ['FVOHAESW']],
    ['PASSPORT', 'passport no changed from RA4829103 to RB1029384', ['RA4829103', 'RB1029384']],
    ['DRIVING_LICENCE', "Michigan driver's license Z 176 605 607 860; no injuries", ['Z 176 605 607 860']],
    ['MEDICAL_RECORD', 'Soy la hija de la paciente con expediente clínico 851909.', ['851909']],
    ['DATE_OF_BIRTH', 'дата рождения 12.04.1985', ['12.04.1985']],
    ['API_KEY', 'the key for the weather API is 7d9f2b4c6e8a0b1d3f5a7c9e', ['7d9f2b4c6e8a0b1d3f5a7c9e']],
    ['PASSWORD', 'Das Passwort vom Drucker ist „Tulpe!2291“.', ['Tulpe!2291']],
    ['PASSWORD', 'Le mot de passe messagerie est « Cerise#12 », merci.', ['Cerise#12']],
  ]
  test.each(cases)('%s in %j', (type, text, values) => {
    expect(valuesOf(text, type)).toEqual(values)
  })
})

describe('other numbers, dates and codes are not', () => {
  const cases: readonly (readonly [FindingType, string])[] = [
    ['SWIFT_BIC', 'SWIFT MESSAGES are queued.'],
    ['DRIVING_LICENCE', 'Der Führerschein ist teuer. Meine Kundennummer bei der Fahrschule ist 450267.'],
    ['DRIVING_LICENCE', 'Mine came with letter ref DVLA/278583 after the driving licence renewal.'],
    ['MEDICAL_RECORD', 'court record no. 482910 mentions a hospital'],
    ['MEDICAL_RECORD', 'MSH|^~\\&|LAB|NORTH|EHR|NORTH|20230816||ORU^R01|60555|P|2.5\nPID|1||'],
    ['DATE_OF_BIRTH', 'Geburtsdatum: ____________\nAusstellungsdatum: 11.11.2025'],
    ['DATE_OF_BIRTH', 'The wording of 19/08/2013 is gone. Children are covered from birth.'],
    ['DATE_OF_BIRTH', '// migration 20240726: make date_of_birth nullable'],
    ['API_KEY', 'name="System.Xml" publicKeyToken="b77a5c561934e024"'],
    ['API_KEY', 'nextPageToken: "CAUQAAeyJhbGciOiJub25lIn0x"'],
    ['PASSWORD', 'The password check is step2 of onboarding'],
    ['PASSWORD', 'ski pass: 48291-AX7'],
  ]
  test.each(cases)('%s in %j', (type, text) => {
    expect(valuesOf(text, type)).toEqual([])
  })
})
