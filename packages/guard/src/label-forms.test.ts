import { describe, expect, test } from 'vitest'
import { scanText } from './scan.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type !== 'NAME' && type !== 'ADDRESS' && type !== 'POSTCODE')
    .map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe('abbreviations and symbols of labels', () => {
  test.each([
    ['Transit no.: 021000021', ['US_ROUTING_NUMBER 021000021']],
    ['R&T number 021000021', ['US_ROUTING_NUMBER 021000021']],
    ['S.S. # 219099999', ['US_SSN 219099999']],
    ['Individual Taxpayer Identification: 912784321', ['US_ITIN 912784321']],
    ["Nat'l Insurance no jk654239c", ['UK_NINO jk654239c']],
    ['hmrc ref SB490167B', ['UK_NINO SB490167B']],
    ['health service number 9434765919', ['UK_NHS 9434765919']],
    ['travel doc. no. C28289829', ['PASSPORT C28289829']],
    ['D/L # E4148622', ['DRIVING_LICENCE E4148622']],
    ['Driver: Ann Lee, lic. no. 74555787', ['DRIVING_LICENCE 74555787']],
    ['chart # 55609836', ['MEDICAL_RECORD 55609836']],
    ['Hosp No: H189793', ['MEDICAL_RECORD H189793']],
    ['patientRef: 8611852', ['MEDICAL_RECORD 8611852']],
    ['The number on the cheque, 021000021, is the routing number.', ['US_ROUTING_NUMBER 021000021']],
    ['routing 021000021, account 122408962', ['US_ROUTING_NUMBER 021000021', 'BANK_ACCOUNT 122408962']],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('a value belongs to its tag, or its field of a message', () => {
  test.each([
    ['<BirthDate>1950-11-05</BirthDate><JoinDate>2024-01-08</JoinDate>', ['DATE_OF_BIRTH 1950-11-05']],
    ['<tr><td>DOB</td><td>1950-11-05</td></tr>', ['DATE_OF_BIRTH 1950-11-05']],
    ['PID|1||9434765919^^^NHS||Lee^Ann', ['UK_NHS 9434765919']],
    ['PID|1||9434765919^^^NHS^NH||Lee^Ann', ['UK_NHS 9434765919']],
    ['PID|1||4455667^^^HOSP^MR||Lee^Ann||19710504|F', ['MEDICAL_RECORD 4455667', 'DATE_OF_BIRTH 19710504']],
    ['password=[FILTERED] username=app', []],
    ['Is DE51 0935 3308 6221 3664 29 one with wrong check digits?', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})

describe('dates of birth in more forms', () => {
  test.each([
    ['DOB 04MAY1971', ['04MAY1971']],
    ['dob=05041971', ['05041971']],
    ['"birthDate": "1971-05-04T00:00:00Z"', ['1971-05-04']],
    ['born Tuesday 4 May 1971', ['4 May 1971']],
    ['The form has 2 March 1976 as date of birth', ['2 March 1976']],
    ['her date of birth is 17/07/1991, not 19 March 1969', ['17/07/1991', '19 March 1969']],
    [
      '18 June 1977 is the date of birth in the register, while the passport says 7 March 1983.',
      ['18 June 1977', '7 March 1983'],
    ],
    ['agent: date of birth please\ncaller: 8 March 1956', ['8 March 1956']],
    ['Twins, dates of birth 1 March 1966 and 15/08/1968.', ['1 March 1966', '15/08/1968']],
    ["The library's birthday is 3 May 1998.", []],
    ['The city celebrates its birthday on 12 March 1998.', []],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected.map((value) => `DATE_OF_BIRTH ${value}`))
  })
})

describe('host addresses', () => {
  test.each([
    ['the app on 81.2.69.131 answers', ['81.2.69.131']],
    ['upgraded 192.168.170.12 to the new build', ['192.168.170.12']],
    ['deployed build 4.2 to 203.0.113.7', ['203.0.113.7']],
    ['192.168.184.12-192.168.184.40', ['192.168.184.12', '192.168.184.40']],
    ['scp x.txt bob@10.1.2.3:/tmp', ['10.1.2.3']],
    ['client ::ffff:192.0.2.128', ['::ffff:192.0.2.128']],
    ['from 2001:db8::42: denied', ['2001:db8::42']],
    ['[IPv6:2a01:4f8::2]', ['2a01:4f8::2']],
    ['fe80::1ff:fe23:4567:890a%eth0', ['fe80::1ff:fe23:4567:890a']],
    ['http://[2001:db8::1]:8080/', ['2001:db8::1']],
    ['the app 8.2.69.131', []],
    ['libfoo-81.2.69.131', []],
    ['pkg@10.1.2.3', []],
  ])('%s', (text, expected) => {
    expect(values(text)).toEqual(expected.map((value) => `IP_ADDRESS ${value}`))
  })
})

describe('numbers near a call or an account that are neither', () => {
  test.each([
    'call_id=4155552671',
    'Call log 2025-03-04 12:30:44',
    'calls: 4155552671 total',
    'order id for the account was 4455667788',
    'Routing number: pending\nApplication 021000021 was opened.',
    'transit time 021000021',
    'telephone exchange built 1958-1962',
    'social media post 219099999',
    'The company, born on 17 April 1999, employs 400.',
  ])('%s', (text) => expect(values(text)).toEqual([]))
})

describe('descriptions after a value, and of the second of two', () => {
  test.each([
    ['me: C19747486\nme: thats my passport number', ['PASSPORT C19747486']],
    ['me: 9434765919\nme: thats my nhs number', ['UK_NHS 9434765919']],
    ['C40924171, my passport number, is on the ticket wrong.', ['PASSPORT C40924171']],
    ['Patient 9434765919 (NHS) was discharged.', ['UK_NHS 9434765919']],
    [
      'Wells Fargo, 021000021 (routing), 41257132 (account).',
      ['US_ROUTING_NUMBER 021000021', 'BANK_ACCOUNT 41257132'],
    ],
    ['MRNs H094069 and 3391115 are one', ['MEDICAL_RECORD H094069', 'MEDICAL_RECORD 3391115']],
    [
      'account number 610171073 or 37921634, not sure which',
      ['BANK_ACCOUNT 610171073', 'BANK_ACCOUNT 37921634'],
    ],
    ['agent: please confirm your social security number\ncaller: 162592235', ['US_SSN 162592235']],
    ["ID type: driver's license\nID number: Z154262579441", ['DRIVING_LICENCE Z154262579441']],
    ['patient Ann Lee, ID 7489283', ['MEDICAL_RECORD 7489283']],
    ["WHERE dob >= '1990-01-01'", []],
    ['dob: n/a created: 2018-03-12', []],
    ['phone bill: 4158672671', []],
    ['account code 445566', []],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected))
})
