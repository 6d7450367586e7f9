import { describe, expect, test } from 'vitest'
import { scanText } from './scan.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type !== 'NAME' && type !== 'ADDRESS')
    .map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('the label that a number belongs to', () => {
  test.each([
    ["they want my social insurance number for the callback, it's 237945894", 'CA_SIN 237945894'],
    ["the agent asked for my SIN over the phone, it's 237945894", 'CA_SIN 237945894'],
    ["my passport number for the booking, it's 789426386", 'PASSPORT 789426386'],
    ['SSN of the client: 219099999', 'US_SSN 219099999'],
    ['account number of the client: 4455667788', 'BANK_ACCOUNT 4455667788'],
    ['<td>account number</td><td>4455667788</td>', 'BANK_ACCOUNT 4455667788'],
    ['R.F.C. HAGT821204WI3', 'MX_RFC HAGT821204WI3'],
    ['meine IdNr ist 42516319809', 'EU_NATIONAL_ID 42516319809'],
    ['PID|1||36282937^^^HOSP^MR||LEE^ANN', 'MEDICAL_RECORD 36282937'],
    ['<FinInstnId><BICFI>SOGEITMM</BICFI></FinInstnId>', 'SWIFT_BIC SOGEITMM'],
    ['vies.check("IE7666913B")  # valid?', 'EU_VAT IE7666913B'],
    ['patient Ann Lee (b. 07/02/1974)', 'DATE_OF_BIRTH 07/02/1974'],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual([expected])
  })

  test.each(['reach me by phone: 415-867-2671', 'passport office phone 415-867-2671'])(
    'a telephone that is spoken of is one: %s',
    (text) => {
      expect(values(text)).toEqual(['PHONE 415-867-2671'])
    },
  )
})

describe('a number with a plus and the form of its country', () => {
  test.each([
    'Born 9 January 1964, swims at Port Ellery every morning\n- bteague@example.net, +44 7700 900873',
    'port +44 7700 900873',
    'invoice total, account and version +447700900873',
    'the score of room 12: +61 491 570 006',
    'serial no. +1 202-555-0173',
  ])('is found whatever words stand around it: %s', (text) => {
    expect(values(text).some((value) => value.startsWith('PHONE +'))).toBe(true)
  })

  test('an amount in groups of three is none for its plus', () => {
    expect(values('score +15 200 300 400')).toEqual([])
  })
})

describe('passwords', () => {
  test.each([
    ['mot de passe : bishop1970 (change-le après stp)', 'bishop1970'],
    ['Tu contraseña temporal es EabA*PbSy!r3b6', 'EabA*PbSy!r3b6'],
    ['<password>A11n#t0WB+snw3</password>', 'A11n#t0WB+snw3'],
    ["mysql -u root -p'ClEz#9Hz2'", 'ClEz#9Hz2'],
    ['curl -u admin:LjGxHc3ruBO1 https://intra.acme.io', 'LjGxHc3ruBO1'],
    ['https://acme.io/login?password=Tr0ub4dor&next=home', 'Tr0ub4dor'],
    ['Password – Tr0ub4dor', 'Tr0ub4dor'],
    ['Tr0ub4dor is my password', 'Tr0ub4dor'],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual([`PASSWORD ${expected}`])
  })

  test.each([
    'Password: (sent separately by SMS, ticket 27057)',
    'Contraseña: mínimo 8 caracteres',
    'https://<user>:<pass>@host',
    'how-to-change-the-admin-password-from-the-terminal/1930',
    'def cli():\n    pass\n\n\n@cli.command()',
    'ssh -p 2222 root@intra',
  ])('none: %s', (text) => {
    expect(values(text)).toEqual([])
  })
})

describe('lookalikes', () => {
  test.each([
    'Annual output reached 430 228 186 tonnes in 2008.',
    'a turnover of 415 228 1860 units',
    'The export declaration carries customs MRN 24DE3852Z20268425S',
    'Our BANK said ABSOLUTE NONSENSE, honestly',
    'class DATABASE in the bank module',
    'a social account with 933075 followers',
    'from 12:30:45::12 on',
  ])('%s', (text) => {
    expect(values(text)).toEqual([])
  })
})
