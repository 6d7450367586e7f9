import { describe, expect, test } from 'vitest'
import { scanText } from './scan.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type !== 'NAME' && type !== 'ADDRESS' && type !== 'POSTCODE')
    .map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('a value belongs to its key', () => {
  test.each([
    ['account=lena session=99812345 closed', []],
    ['routing key=invoice.paid delivery_tag=264646599', []],
    ['if (account.loginCount > 10000000) throttle(account)', []],
    ['assert len(mrn) == 10000', []],
    ['SSN_OVERRIDE=483-46-3940 python run_match.py', ['US_SSN 483-46-3940']],
    ['doc_type=passport doc_no=PA0927323 ok', ['PASSPORT PA0927323']],
    ['{"type": "passport", "number": "561234987"}', ['PASSPORT 561234987']],
    ['Patient(mrn="7766554", name="Ann")', ['MEDICAL_RECORD 7766554']],
    ['SWIFT_ENV=STAGINGS', []],
    ['MAX_MRN = 99999999', []],
    ['<add key="DbPassword" value="C0bra#Snake"/>', ['PASSWORD C0bra#Snake']],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('a value belongs to its column', () => {
  test.each([
    ['| Field | Max length |\n| SWIFT code | 11 |\n| CUSTOMER | 35 |', []],
    ['abonnés du compte;date\n12500433;2026-03-01', []],
    ['cake order,pick-up\nbirthday (chocolate),2026-06-17', []],
    ['Document | Fee\nPassport | 130000', []],
    ['Account type | Customers\nChecking | 1200345', []],
    ['nom | né(e) le\nCamus | 11/11/1975', ['DATE_OF_BIRTH 11/11/1975']],
    ['Field|Value\nBIC|BPKOPLPW\nCurrency|PLN', ['SWIFT_BIC BPKOPLPW']],
    [
      "INSERT INTO payouts (name, account_number) VALUES ('Lee', '1029384756'), ('Ott', '1029384757');",
      ['BANK_ACCOUNT 1029384756', 'BANK_ACCOUNT 1029384757'],
    ],
    ["INSERT INTO jobs (account, run) VALUES ('lena', '1029384756')", []],
    ['Host,Login,Pass\nnas,admin,Kiwi!4422', ['PASSWORD Kiwi!4422']],
    ['Passwort|Status\nabgelaufen|ja', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('a label inside another name, or with an empty value, is ignored', () => {
  test.each([
    'The passport office issued 1250000 booklets last spring.',
    'Passport applications reached 1204500 last year.',
    'mrn missing, message 88120 parked',
    'no mrn in message 441200, skipped',
    'dob missing, record updated 2026-02-03',
    'Le permis de construire 075 119 26 V0012 a été affiché en mairie.',
    'Take into account that 3500000 households are affected.',
    'cuenta atrás: 1000000 segundos',
    "t'as compté ? 1200300 vues",
    'NATO met on 4 April 2024 in Brussels.',
    'Il conto del ristorante era di 128,50 euro, tavolo 14, scontrino 00412337.',
    'Die Losnummer 0171 4706968 wurde gesperrt.',
    'An account number such as 12345678 has eight digits.',
  ])('%s', (text) => expect(values(text)).toEqual([]))
})

describe('words for "number", compounds and adjectives do not change a label', () => {
  test.each([
    ['Il numero di conto corrente è 000019253370, intestato alla società.', 'BANK_ACCOUNT 000019253370'],
    ['La cuenta de ahorros n.º 4012889977 está a nombre de mi madre.', 'BANK_ACCOUNT 4012889977'],
    ['Das Gehalt geht auf die Girokontonummer 4012889977.', 'BANK_ACCOUNT 4012889977'],
    ['Het oude rekeningnummer 44.12.70.226 is opgeheven.', 'BANK_ACCOUNT 44.12.70.226'],
    ['Nº do utente 123456780 da clínica', 'MEDICAL_RECORD 123456780'],
    ['Please pull the chart for MRN 00586957; it is in.', 'MEDICAL_RECORD 00586957'],
    ['The fax referred to medical record no. 77-22-02.', 'MEDICAL_RECORD 77-22-02'],
    ['Passeport français 17AL22334.', 'PASSPORT 17AL22334'],
    ['Meine britische Sozialversicherungsnummer ist SK 20 47 06 C.', 'UK_NINO SK 20 47 06 C'],
    ['Ref: HN628848C (National Insurance).', 'UK_NINO HN628848C'],
    ['Please quote SK781008B when you ring the pension service.', 'UK_NINO SK781008B'],
    ['cuál es el rfc pa la factura? — GALM600605X42', 'MX_RFC GALM600605X42'],
    ['Which routing number did they use? The statement shows 323582894.', 'US_ROUTING_NUMBER 323582894'],
    ['A routing transit number, in my case 263975383.', 'US_ROUTING_NUMBER 263975383'],
  ])('%s', (text, expected) => expect(values(text)).toEqual([expected]))

  test('a file belongs to a patient only in a medical context', () => {
    expect(values('numéro de dossier 042883971, garde-le')).toEqual([])
    expect(values('Le dossier n° 448120 de la patiente, voir avec l’infirmière')).toEqual([
      'MEDICAL_RECORD 448120',
    ])
  })
})

describe('dates of birth', () => {
  test.each([
    'Mme Petit, née Girard le 14 juillet 1957 à Brest.',
    'Il est né à Marseille le 9 décembre 1948.',
    'Nací en Cádiz el 12 de agosto de 1983.',
    'F. Nac. 01-02-1977',
    'The patient, 3/4/1950 is her date of birth.',
  ])('%s', (text) => expect(values(text)).toHaveLength(1))

  test.each([
    'Her birthday party is on 14 June 2026 at the bowling alley.',
    "Le projet de médiathèque est né le 3 mai 2019 d'une idée des voisins.",
    'El acta de nacimiento fue expedida el 12/03/2020 en Puebla.',
    "bday dinner sat 20/06/2026, who's in?",
    'Born in 1958, she retired on 3 March 2020.',
    '# Progress\n\n* 2020-09-07: first time',
  ])('none: %s', (text) => expect(values(text)).toEqual([]))
})

describe('passwords in sentences', () => {
  test.each([
    ['I use the same password everywhere, Chelsea2008, and now I regret it.', ['Chelsea2008']],
    ['Mi contraseña del banco, Lucia2011x, ya no funciona.', ['Lucia2011x']],
    ['A palavra-passe é Sardinha.09.', ['Sardinha.09']],
    ['Le mot de passe wifi est « Bretagne#29 ».', ['Bretagne#29']],
    ['Das Standardpasswort ist Start!123.', ['Start!123']],
    ['We changed the password from Old-Pass1 to N3w-Pass2.', ['Old-Pass1', 'N3w-Pass2']],
    ["CREATE USER a IDENTIFIED BY 'Oak#Desk12'", ['Oak#Desk12']],
    ['La clave GALM880124HDFFZM02 no es válida.', []],
    ['if you wanted to pass `key1=value1` and more', []],
    ['passwords do not match (type=value_error)', []],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected.map((value) => `PASSWORD ${value}`))
  })
})

describe('numbers that are not telephones, codes that are not keys', () => {
  test.each([
    'Flight times are 0715-0930 and 1340-1555.',
    'lotto: 03 11 24 36 41',
    'Die Prüfziffer stimmt nicht, DE90 3704 0044 1608 5526 42 gibt es nicht.',
    'call the tool with 2499 - 1327',
    'la banca è CHIUSAIT fino a lunedì',
    'public key: r3imyh3MCYggaZACmkx+CxlD6uAmICI8pe/PGq8+qCg=',
    'fun stop() { this@MainActivity.finish() }',
    'Lot DE488387651 is spoiled.',
  ])('%s', (text) => expect(values(text)).toEqual([]))
})
