import { describe, expect, test } from 'vitest'
import type { KnownFindingType } from './finding.ts'
import { NO_REDACTIONS, redactText } from './redact/redact-text.ts'
import { restoreText } from './redact/placeholders.ts'
import { scanText } from './scan.ts'

/** All of it, or a share of it: of each type and encoding, some of the words. */
const IS_FULL = process.env['VARVE_TEST_SHARE'] === 'full'

/** Well-formed values as they are usually written; `said` is needed where a number has no check digit. */
const VALUES: readonly {
  readonly type: KnownFindingType
  readonly values: readonly string[]
  readonly said?: string
  readonly country?: string
}[] = [
  {
    type: 'CREDIT_CARD',
    values: [
      '4539 1488 0343 6467',
      '5425-2334-3010-9903',
      '3714 496353 98431',
      '4539148803436467',
      '5019717010103742',
    ],
  },
  {
    type: 'IBAN',
    values: ['GB29 NWBK 6016 1331 9268 19', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  },
  { type: 'US_SSN', values: ['536-90-4399', '219-09-9998'], said: 'SSN' },
  { type: 'US_ITIN', values: ['912-70-1234', '950-81-2211'], said: 'ITIN' },
  { type: 'CA_SIN', values: ['130-692-544', '193-456-787'], said: 'SIN' },
  { type: 'UK_NINO', values: ['AB 12 34 56 C', 'JG 10 37 59 A', 'JG103759A'] },
  { type: 'UK_NHS', values: ['943 476 5919', '450 557 7104'], said: 'NHS' },
  { type: 'MX_CLABE', values: ['032180000118359719', '002 010 07777777777 1'] },
  { type: 'MX_CURP', values: ['BOXW310820HNERXN09'] },
  { type: 'AU_TFN', values: ['865 414 088', '459 599 230'], said: 'TFN', country: 'AU' },
  { type: 'AU_MEDICARE', values: ['2123 45670 1', '5123 45673 1'], said: 'Medicare' },
  { type: 'IN_AADHAAR', values: ['9999 4105 7058', '2341 2341 2346'], said: 'Aadhaar' },
  { type: 'IN_PAN', values: ['ABCPE1234F'] },
  { type: 'BR_CPF', values: ['529.982.247-25', '52998224725'] },
  { type: 'BR_CNPJ', values: ['11.222.333/0001-81', '11222333000181'] },
  { type: 'CH_AHV', values: ['756.9217.0769.85', '756.1234.5678.97'] },
  { type: 'VIN', values: ['1M8GDM9AXKP042788', '1HGCM82633A004352'] },
  {
    type: 'EU_NATIONAL_ID',
    values: ['2 95 10 99 126 111 93', '85.07.30-033.28', '295109912611193', 'RSSMRA85T10A562S'],
  },
  { type: 'EMAIL', values: ['jane.doe@acme-widgets.com'] },
  { type: 'PHONE', values: ['+44 20 7946 0018', '+33 6 12 34 56 78'] },
]

/** Words beside a value: none, whose it is, and what it is not. */
const WORDS =
  ' |client|case|claim|policy|driver|form|ref|reference|order|invoice|ticket|account|number|tracking|serial|part no.|patient|the file of'.split(
    '|',
  )
const BEHIND = ['', '.', ' transactions', ' EUR', ', thanks', '\n']

type Encoding = (value: string, type: KnownFindingType) => readonly string[]

const SEPARATOR = /[ .-]/g
const inDigits =
  (sign: string): Encoding =>
  (value) => [value.replace(/(\w)(?=\w)/g, `$1${sign}`)]
/** Where a person would break or space it: between its groups. */
const between =
  (gap: string): Encoding =>
  (value, type) =>
    /[@]|\//.test(value) || !/[ .-]/.test(value) || type === 'PHONE' ? [] : [value.replace(SEPARATOR, gap)]
const ofCard =
  (encode: (value: string) => readonly string[]): Encoding =>
  (value, type) =>
    type === 'CREDIT_CARD' ? encode(value) : []
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  'as it is': (value) => [value],
  'zero-width spaces': inDigits('\u200b'),
  'zero-width joiners': inDigits('\u200d'),
  'soft hyphens': inDigits('\u00ad'),
  'byte order marks': inDigits('\ufeff'),
  'fillers, tags and selectors': (value, type) =>
    ['\u3164', '\u115f', '\u{e0034}', '\u{e0100}'].flatMap((sign) => inDigits(sign)(value, type)),
  'control characters and places of pictures': (value, type) =>
    ['\u0000', '\u0007', '\u009d', '\ufffc'].flatMap((sign) => inDigits(sign)(value, type)),
  'word joiners': inDigits('\u2060'),
  'full-width signs': (value) => [wide(value)],
  'full-width digits': (value) => [value.replace(/\d/g, wide)],
  'Arabic digits': (value) => [value.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))],
  'bold digits': (value) => [value.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)))],
  'no-break spaces': (value) => (value.includes(' ') ? [value.replaceAll(' ', '\u00a0')] : []),
  'blanks of other widths': (value) =>
    value.includes(' ')
      ? ['\u1680', '\u202f', '\u2800', '\u3000'].map((blank) => value.replaceAll(' ', blank))
      : [],
  'digits of other scripts': (value) =>
    [0x966, 0xe50, 0x1946, 0x1d7d8, 0x1fbf0].map((zero) =>
      value.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))),
    ),
  'bold letters': (value, type) =>
    type === 'EMAIL'
      ? []
      : [value.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d3bf + letter.charCodeAt(0)))],
  'thin spaces': (value) => (value.includes(' ') ? [value.replaceAll(' ', '\u2009')] : []),
  'non-breaking hyphens': (value, type) =>
    /\d-\d/.test(value) && type !== 'EMAIL' ? [value.replaceAll('-', '\u2011')] : [],
  'minus signs': (value) => (/\d-\d/.test(value) ? [value.replaceAll('-', '\u2212')] : []),
  'two blanks': between('  '),
  'table cells': between(' | '),
  'a broken line': (value, type) => {
    const last = value.search(/[ .-][^ .-]*$/)
    if (last < 0 || type === 'EMAIL' || /\//.test(value)) return []
    const [head, sign, tail] = [value.slice(0, last), value[last], value.slice(last + 1)]
    return [`${head}\n${tail}`, `${head}${sign === ' ' ? '' : sign}\n  ${tail}`, `${head}\r\n> ${tail}`]
  },
  'a line of another kind': (value, type) =>
    /[@/]/.test(value) || type === 'PHONE'
      ? []
      : ['\f', '\u0085', '\u2028', '\u2029', '-\n'].map((line) => value.replace(/[ .-](?=[^ .-]*$)/, line)),
  'a line that breaks within a group': (value, type) => {
    if (/[@A-Z]/.test(value) || type === 'PHONE') return []
    const half = value.search(/\d\d[^\d]*$|(?<=\d{3})\d{5,}$/)
    const [head, tail] = [value.slice(0, half + 1), value.slice(half + 1)]
    return half < 0 ? [] : [`${head}\n${tail}`, `${head}-\n${tail}`, `${head}\u00ad\r\n${tail}`]
  },
  'a field for each sign': (value, type) =>
    ['CREDIT_CARD', 'IBAN', 'MX_CLABE', 'CH_AHV'].includes(type)
      ? [Array.from(value.replace(/[^\dA-Z]/g, '')).join(' ')]
      : [],
  'ends of lines in JSON': (value) => [`\\n${value}\\nthanks`, `\\t${value}\\r\\n`, `"\\\\n${value}\\\\n`],
  'words of other scripts': (value) => [
    `卡号${value}是`,
    `番号は${value}です`,
    `رقم${value}`,
    `ที่${value}ครับ`,
  ],
  'emphasis by underscores': (value) => [`_${value}_`, `__${value}__`],
  'names of files': (value, type) =>
    /[/]/.test(value)
      ? []
      : [
          `${value}.pdf`,
          ...(['PHONE', 'EMAIL'].includes(type) ? [] : [`scan_${value}.docx`, `_${value}_v2.jpg`]),
        ],
  'paths of a URL': (value, type) =>
    ['IBAN', 'VIN', 'MX_CURP'].includes(type) && !value.includes(' ')
      ? [`https://site.net/of/${value}/all`]
      : [],
  'blanks of a query': (value) =>
    value.includes(' ') && !value.startsWith('+')
      ? [`https://site.net/?of=${value.replaceAll(' ', '+')}&b=1`]
      : [],
  'tags and comments in a group': (value, type) =>
    type === 'EMAIL'
      ? []
      : ['<sup>', '<a href="x">', '</small>', '<!-- - -->'].map((tag) => value.replace(/^(..)/, `$1${tag}`)),
  'an address for people only': (value, type) =>
    type === 'EMAIL'
      ? ['(at)', ' [at] ', '{ at }'].flatMap((at) => [
          value.replace('@', at),
          value.replace('@', at).replace(/\.(?=\w+$)/, ' [dot] '),
        ])
      : [],
  'blanks of a shell': (value) => (value.includes(' ') ? [value.replaceAll(' ', '\\ ')] : []),
  'Markdown for bold': (value) => {
    const first = value.search(/[ .-]/)
    return first < 0
      ? [`${value.slice(0, 4)}**${value.slice(4)}**`]
      : [`**${value.slice(0, first)}**${value.slice(first)}`, `\`${value}\``, `**${value}**`]
  },
  'escaped signs': (value) => (/[-.]/.test(value) ? [value.replace(/[-.]/g, '\\$&')] : []),
  'signs of a URL': (value) =>
    [value.replaceAll('@', '%40').replaceAll(' ', '%20')].filter((one) => one !== value),
  'HTML entities': (value) =>
    [value.replaceAll('@', '&#64;').replaceAll(' ', '&nbsp;')].filter((one) => one !== value),
  'entities by number': (value) => [
    value.replace(/[ @]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    value.replace(/^[0-9A-Za-z]/, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
    value.replaceAll(' ', '&thinsp;'),
  ],
  'escapes of JSON': (value) => [
    value.replace(/[ @-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  ],
  'tags with attributes': (value, type) =>
    type === 'EMAIL' || /\//.test(value)
      ? []
      : [value.replace(/^(\w+)(?=[ .-])/, '<span class="n">$1</span>')],
  'digits of keys': (value, type) =>
    type === 'CREDIT_CARD' ? [value.replace(/\d(?!$)/g, '$&\ufe0f\u20e3')] : [],
  'pieces of a card': ofCard((value) => {
    const digits = value.replace(/\D/g, '')
    if (digits.length !== 16) return []
    return [
      [8, 8],
      [4, 8, 4],
      [8, 4, 4],
      [2, 2, 2, 2, 2, 2, 2, 2],
    ].map((lengths) => {
      let from = 0
      return lengths.map((length) => digits.slice(from, (from += length))).join(' ')
    })
  }),
  'blanks of a form': ofCard((value) => [value.replaceAll(' ', '+')]),
  'a letter at it': (value, type) =>
    /^\d[^A-Z]*\d$/.test(value) && type !== 'PHONE'
      ? [`x${value}`, `${value}x`, `No${value}`, `${value}Visa`]
      : [],
  'one blank typed twice': (value) =>
    / .* /.test(value) && !value.startsWith('+')
      ? [...value.matchAll(/ /g)].map(({ index }) => `${value.slice(0, index)} ${value.slice(index)}`)
      : [],
  'one blank typed twice in a row of numbers': ofCard((value) =>
    value.includes(' ') ? [`${value.replace(/ (?=\d+$)/, '  ')} 12/27`] : [],
  ),
  'a break of HTML': (value) => {
    const last = value.search(/ [^ ]*$/)
    if (last < 0 || value.startsWith('+')) return []
    return ['<br>', '<br/>', '<BR />'].map((tag) => `${value.slice(0, last)}${tag}${value.slice(last + 1)}`)
  },
  'cells of HTML': (value, type) =>
    between('</td><td>')(value, type).flatMap((cells) => [
      `<tr><td>${cells}</td></tr>`,
      `<tr><td class="n">${cells.replaceAll('<td>', '\n  <td class="n">')}</td></tr>`,
    ]),
  'other signs between the groups': ofCard((value) =>
    ['/', '_', '·', '—', ' / ', ' · ', ' — '].flatMap((sign) => between(sign)(value, 'CREDIT_CARD')),
  ),
  'capital letters at a card': ofCard((value) => [`ID${value}`, `CC${value}`, `NO${value}`, `DE${value}`]),
  'a field of a URL': ofCard((value) =>
    /\D/.test(value) ? [] : [`card%3D${value}`, `?q=card%3d${value}%26cvv%3D1`, `{%22card%22%3A${value}%2C`],
  ),
  'signs of mathematics': ofCard((value) => [`$${value}$`]),
  'decimals of a spreadsheet': ofCard((value) =>
    /\D/.test(value) ? [] : [`${value}.0`, `${value}.00`, `${value},00`],
  ),
  'the month and year it ends': ofCard((value) =>
    [value.includes('-') ? '-2027' : '/2027', '/12/27', '-12/2027'].map((end) => `${value}${end}`),
  ),
  'letters behind an IBAN': (value, type) =>
    type === 'IBAN' ? [`${value}EUR`, `${value}Please`, `${value}bic`] : [],
  'a blank behind the country': (value, type) =>
    type === 'IBAN' && value.includes(' ')
      ? [value.replace(/^../, '$& '), value.replace(/^../, '$&\u00a0')]
      : [],
}

/** Without a check digit only a word near them makes one number of groups in cells and lines. */
const NEEDS_WORD: ReadonlySet<string> = new Set([
  'two blanks',
  'one blank typed twice',
  'table cells',
  'cells of HTML',
  'a broken line',
  'a break of HTML',
  'a line of another kind',
  'a line that breaks within a group',
  'a field for each sign',
])

/** Behind "account" and "patient" a number is found as what it is said to be; in the groups of the NHS America dials. */
const SAID_TO_BE: readonly string[] = ['BANK_ACCOUNT', 'MEDICAL_RECORD']
const ALSO: Partial<Record<KnownFindingType, string>> = { UK_NHS: 'PHONE' }

interface Case {
  readonly name: string
  readonly text: string
  /** Without its encoding. */
  readonly plain: string
  readonly type: KnownFindingType
  readonly country: string | undefined
}

function* casesOf(encoding: string, encode: Encoding): Generator<Case> {
  let count = 0
  for (const { type, values, said, country } of VALUES)
    for (const plain of values)
      for (const value of encode(plain, type))
        for (const word of WORDS)
          for (const behind of BEHIND) {
            // Groups of thousands before what is counted are a count.
            if (/^\d{3}(?: \d{3})+$/.test(plain) && [' transactions', ' EUR'].includes(behind)) continue
            // With decimals it is an amount.
            if (encoding === 'decimals of a spreadsheet' && behind === ' EUR') continue
            count += 1
            if (!IS_FULL && count % 7 !== 0) continue
            // A letter before a cell is a cell by itself; a number broken over lines is recognised by its
            // value.
            const hint = NEEDS_WORD.has(encoding) && said ? `${said}: see below.\n` : ''
            const text =
              encoding === 'table cells'
                ? `${hint}${word}\n| ${value} |\n`
                : `${hint}${word} ${value}${behind}`
            yield { name: `${word} ${plain}`, text, plain, type, country }
          }
}

/** Of Arabic, Devanagari, Thai and Limbu. */
const ZEROS = [0x660, 0x966, 0xe50, 0x1946]

/** What a person reads: letters and digits alone, in plain signs. */
function bare(text: string): string {
  return text
    .replace(/&#x([\da-f]+);|\\u([\da-f]{4})/gi, (_, a?: string, b?: string) =>
      String.fromCharCode(Number.parseInt(a ?? b ?? '', 16)),
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .normalize('NFKC')
    .replace(
      /[([{] ?(?:at|dot) ?[)\]}]|&nbsp;|&thinsp;|%20|%40|<[^<>]*>|\p{Default_Ignorable_Code_Point}|[^\p{L}\p{N}]/gu,
      '',
    )
    .replace(/(?!\d)\p{Nd}/gu, (digit) =>
      String(ZEROS.map((zero) => digit.charCodeAt(0) - zero).find((value) => value >= 0 && value < 10)),
    )
}

/** Letters that only touch a number. */
function withoutLetters(value: string): string {
  return value.replace(/^(?:x|No)(?=\d)|(?<=\d)(?:x|Visa)$/g, '')
}

describe('a well-formed value is found in every notation, whatever word is beside it', () => {
  test.for(Object.entries(ENCODINGS))('%s', ([name, encode], { task }) => {
    const missed: string[] = []
    let count = 0
    for (const { text, plain, type, country } of casesOf(name, encode)) {
      count += 1
      const found = scanText(text, country === undefined ? {} : { jurisdictions: [country] })
      const wanted = bare(plain)
      const isWhole = found.some((one) => {
        const value = withoutLetters(bare(text.slice(one.start, one.end)))
        // What it is said to be may have more in it, such as the year behind a card.
        if (SAID_TO_BE.includes(one.type)) return value.startsWith(wanted)
        return [type, ALSO[type]].includes(one.type) && value === wanted
      })
      if (!isWhole)
        missed.push(
          `${type} ${JSON.stringify(text)}: ${found.map((one) => `${one.type} ${JSON.stringify(text.slice(one.start, one.end))}`).join(', ')}`,
        )
    }
    Object.assign(task.meta, { tried: count })
    expect(count).toBeGreaterThan(0)
    expect(
      missed.length,
      `${missed.length} of ${count}\n${(IS_FULL ? missed : missed.slice(0, 40)).join('\n')}`,
    ).toBe(0)
  })
})

const shown = (text: string): readonly string[] =>
  scanText(text).map(({ type, start, end, severity }) => `${type} ${text.slice(start, end)} ${severity}`)

describe('words lower the severity, never the finding', () => {
  test.each('client case claim policy driver form ref reference order invoice ticket'.split(' '))(
    'an SSN after "%s" is found, and asked about',
    (word) => {
      const [found] = scanText(`${word} 536-90-4399`)
      expect(found).toMatchObject({ type: 'US_SSN', severity: expect.stringMatching(/critical|high/) })
    },
  )

  test.each([
    ['credit card 4135616801562540 transactions', 'CREDIT_CARD 4135616801562540 critical'],
    ['order 4539 1488 0343 6467', 'CREDIT_CARD 4539 1488 0343 6467 high'],
    ['my SSN is 536-90-4399', 'US_SSN 536-90-4399 critical'],
    ['call +447700 208 815-Fax now', 'PHONE +447700 208 815 moderate'],
    ['fax: 21 253 109 8211', 'PHONE 21 253 109 8211 moderate'],
    ['Dankort 5019 7170 1010 3742', 'CREDIT_CARD 5019 7170 1010 3742 critical'],
    ['claim number (212) 736-5000', 'PHONE (212) 736-5000 low'],
    ['card: 4481197847642471 EUR', 'CREDIT_CARD 4481197847642471 critical'],
    ['invoice 4481 1978 4764 2471 EUR', 'CREDIT_CARD 4481 1978 4764 2471 high'],
    ['SSN 219-09-9998 USD', 'US_SSN 219-09-9998 critical'],
    ['SIN 130 692 544 items', 'CA_SIN 130 692 544 critical'],
    ['TFN: 865414088 EUR', 'AU_TFN 865414088 critical'],
    ['TFN n865414088', 'AU_TFN 865414088 critical'],
    ['TFN is ==865414088==', 'AU_TFN 865414088 critical'],
    ['NINO AB123456C-Fax', 'UK_NINO AB123456C high'],
    ['call 536-90-4399', 'US_SSN 536-90-4399 critical'],
    ['call 487.528.352-00.', 'BR_CPF 487.528.352-00 high'],
    ['487.528.352-00-Fax', 'BR_CPF 487.528.352-00 critical'],
    ['reference #+44 7700 118 693', 'PHONE +44 7700 118 693 moderate'],
    ['tel,+44 7700 402 753,12', 'PHONE +44 7700 402 753 moderate'],
  ])('%s', (text, finding) => expect(shown(text)).toEqual([finding]))

  test.each(['SIN 046 454 286', 'SIN 812 345 672', '012-345-674'])('%s is reserved', (text) =>
    expect(shown(text).filter((one) => one.startsWith('CA_SIN'))).toEqual([]),
  )

  test.each([
    '4539 1488 0343 6468',
    '4539 1488 0343  6468',
    '4539  9999 4105 7058',
    '4539 1488 0343    6467 12/27',
    '$4539148803436467',
    '4539148803436467.00 EUR',
    '4539-1488-0343-6467-8812',
    'DK4539148803436467',
    '/data/4539/1488/0343/6467/a',
    'IMG_4539_1488_0343_6467',
    '4539148803436467.00 EUR, 4539148803436467,00 USD',
    'account 578 782 773 items',
    'order AB123456C-12',
    'IT 27 of the 60 people in rooms 1331 9268 19',
    'DE89 3704 0044 0532 0130 00EUR7',
  ])('a number inside another is not a finding: %s', (text) =>
    expect(shown(text).filter((one) => !one.startsWith('PHONE'))).toEqual([]),
  )

  test('two numbers in columns are two numbers', () =>
    expect(shown('Aadhaar\n9999 4105 7058   2341 2341 2346').map((one) => one.slice(0, 25))).toEqual([
      'IN_AADHAAR 9999 4105 7058',
      'IN_AADHAAR 2341 2341 2346',
    ]))

  test.each(['postcode', 'zip:', '| zip |\n|---|\n|'])(
    'the last group of a number after "%s" is not a postcode',
    (word) => expect(shown(`${word} 943 476 5919`).join()).not.toContain('POSTCODE'),
  )

  test.each(['The population reached 430 228 186 people.', '| 120 | 45 | 2300 |', '| 411 | 902 | 117 |'])(
    'no finding: %s',
    (text) => expect(shown(text)).toEqual([]),
  )
})

describe('types by country', () => {
  test.each([
    ['TFN 123 456 782', ['AU_TFN 123 456 782 critical']],
    ['Medicare 2123 45670 1', ['AU_MEDICARE 2123 45670 1 high']],
    ['Aadhaar 9999 4105 7058', ['IN_AADHAAR 9999 4105 7058 critical']],
    ['PAN ABCPE1234F', ['IN_PAN ABCPE1234F high']],
    ['CPF 529.982.247-25', ['BR_CPF 529.982.247-25 critical']],
    ['CNPJ 11.222.333/0001-81', ['BR_CNPJ 11.222.333/0001-81 low']],
    ['AHV 756.9217.0769.85', ['CH_AHV 756.9217.0769.85 critical']],
    [
      'sort code 20-00-00, account 55779911',
      ['UK_SORT_CODE 20-00-00 moderate', 'BANK_ACCOUNT 55779911 high'],
    ],
    ['VIN 1M8GDM9AXKP042788', ['VIN 1M8GDM9AXKP042788 moderate']],
    [
      'card 4111 1111 1111 1111, 12/27, CVV 123',
      ['CREDIT_CARD 4111 1111 1111 1111 critical', 'CARD_SECURITY_CODE 123 critical'],
    ],
    [
      'card 4111 1111 1111 1111 exp 12/27 sec 123',
      ['CREDIT_CARD 4111 1111 1111 1111 critical', 'CARD_SECURITY_CODE 123 critical'],
    ],
    ['Health insurance number W123456789', ['HEALTH_INSURANCE W123456789 high']],
    ['Medicare number 1EG4-TE5-MK73', ['HEALTH_INSURANCE 1EG4-TE5-MK73 high']],
    ['EHIC 80276001234567890123', ['HEALTH_INSURANCE 80276001234567890123 high']],
    ['Insurance ID: ABC1234567', ['HEALTH_INSURANCE ABC1234567 high']],
    ['NSS 12345678903', ['HEALTH_INSURANCE 12345678903 high']],
    // Since 2026 companies have letters in theirs.
    ['CNPJ 12.ABC.345/01DE-35', ['BR_CNPJ 12.ABC.345/01DE-35 low']],
    ['12ABC34501DE35', ['BR_CNPJ 12ABC34501DE35 low']],
    ['12.ABC.345/01DE-36', []],
    ['आधार 999941057058', ['IN_AADHAAR 999941057058 critical']],
    [
      'the 3 digits on the back are 123 and the card is 4539 1488 0343 6467',
      ['CARD_SECURITY_CODE 123 critical', 'CREDIT_CARD 4539 1488 0343 6467 critical'],
    ],
  ])('%s', (text, findings) => expect(shown(text)).toEqual(findings))
})

test('a number has one placeholder in any grouping, also in a later message', () => {
  const first = 'card 4539 1488 0343 6467 and 4539148803436467'
  const { state, text } = redactText(NO_REDACTIONS, first, scanText(first))
  expect(text).toBe('card <<CREDIT_CARD_1>> and <<CREDIT_CARD_1>>')
  const later = 'again 4539-1488-0343-6467, and \uff14\uff15\uff13\uff19 1488 0343 6467'
  const next = redactText(state, later, scanText(later))
  expect(next.text).toBe('again <<CREDIT_CARD_1>>, and <<CREDIT_CARD_1>>')
  expect(restoreText('<<CREDIT_CARD_1>>', next.state.values)).toBe('4539 1488 0343 6467')
})
