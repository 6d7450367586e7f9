import { describe, expect, test } from 'vitest'
import { scanText } from './scan.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type !== 'NAME' && type !== 'ADDRESS' && type !== 'POSTCODE')
    .map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('a number with a distinctive form needs context, not a label', () => {
  test.each([
    [
      'My employer wants the ABA routing number. The app shows 021000021, is that right?',
      'US_ROUTING_NUMBER 021000021',
    ],
    ['Use 021000021 for wires; that is our routing number.', 'US_ROUTING_NUMBER 021000021'],
    ['Form W-7 renewal for Ana Ruiz, current number 942-70-9623, copy attached.', 'US_ITIN 942-70-9623'],
    ['clabe for the airbnb host: 002320957740609974 (bbva)', 'MX_CLABE 002320957740609974'],
    ['abono 002320493443036832 MXN 191.14', 'MX_CLABE 002320493443036832'],
    ['On an emergency tax code. Ref MJ 66 45 92 A, draft a letter to HMRC.', 'UK_NINO MJ 66 45 92 A'],
    ['number on my nhs card 9434765919', 'UK_NHS 9434765919'],
    ['ITIN card 984 72 4517', 'US_ITIN 984 72 4517'],
  ])('%s', (text, expected) => expect(values(text)).toEqual([expected]))
})

describe('an answer belongs to its question', () => {
  test.each([
    ['Ana: need ur passport number for the flights\nTom: 583835027', 'PASSPORT 583835027'],
    ['Ana: whats ur dob for the tickets\nTom: 18/04/1957', 'DATE_OF_BIRTH 18/04/1957'],
    ['gp wants my nhs number\nAna: check the app\nTom: 943 476 5919 found it', 'UK_NHS 943 476 5919'],
    ['IVR: please say your nine digit routing number\ncaller: 021000021', 'US_ROUTING_NUMBER 021000021'],
    ['which account did u pay?\n23695789711', 'BANK_ACCOUNT 23695789711'],
  ])('%s', (text, expected) => expect(values(text)).toEqual([expected]))
})

describe('context may be sentences away, unless something else claims the number', () => {
  test.each([
    ['Is it still YR9083009? That is what we have from the passport scan.', ['PASSPORT YR9083009']],
    [
      'Medical record number 96929265 was merged with 533386.',
      ['MEDICAL_RECORD 96929265', 'MEDICAL_RECORD 533386'],
    ],
    ['kyc mismatch field=dob given=1995-02-13', ['DATE_OF_BIRTH 1995-02-13']],
    ['hl7-router ACK AA, PID-3=9943496 (MRN), facility 02', ['MEDICAL_RECORD 9943496']],
    ['can u phone the vet?? appointment id 69402675 i think', []],
    ['drawn on account number 65809056, cheque no. 426134', ['BANK_ACCOUNT 65809056']],
    ['passport: not provided\nlocker: 48123377', []],
    ['{ session: false, passport: true, maxAge: 29234692 }', []],
    ['Routing number: pending\nApplication 021000021 was opened.', []],
    ['Old Medicare card with the SSN was shredded; replacement request 338048730.', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('a date is a birth date by its year, unless something else happened on it', () => {
  test.each([
    ['Ana Ruiz (1973-09-09) seen in clinic, dob confirmed', ['DATE_OF_BIRTH 1973-09-09']],
    ['Please enter your date of birth. Form revised 23 March 2024.', []],
    ['Hired 03/09/1998, retired 30/06/2009, date of birth withheld.', []],
    ['ur passport expires 21/05/2025 not ur dob lol', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('unlabelled telephone numbers', () => {
  test.each([
    ['Téléphoner à Lucie (07 81 67 09 34), même tard.', ['PHONE 07 81 67 09 34']],
    ['Réservations : 01 47 49 03 84', ['PHONE 01 47 49 03 84']],
    ['pase del alumno 651739438', []],
    ['Permis de construire PC 069 964 24 65978 accordé.', []],
    ['typo somewhere: NL77 RABO 0154 5253 69 gets rejected', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('only telephones answer or take messages; an extension is not part of the number', () => {
  test.each([
    ['desk: +1-604-696-5272x565', 'PHONE +1-604-696-5272'],
    ['Fax: 463-612-6138x036', 'PHONE 463-612-6138'],
  ])('%s', (text, expected) => expect(values(text)).toEqual([expected]))

  test.each(['calls to 20240112 failed', 'I sent 3 messages to 12345678 users'])('not: %s', (text) =>
    expect(values(text)).toEqual([]),
  )
})
