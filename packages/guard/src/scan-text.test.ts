import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FINDING_TYPES, type Finding, type FindingType, findingsFrom, isAtLeast } from './finding.ts'
import { GuardError } from './custom-rules.ts'
import { maskValue } from './redact/mask-value.ts'
import { NO_REDACTIONS, redactText } from './redact/redact-text.ts'
import { restoreText } from './redact/placeholders.ts'
import { resolveOverlaps, scanText } from './scan.ts'
import { RULES } from './rules/all-rules.ts'
import { createScanTools } from './context/scan-tools.ts'
import { normalise } from './normalise.ts'

interface Sample {
  readonly text: string
  readonly about: string
  readonly hard?: boolean
  readonly jurisdictions?: readonly string[]
  readonly findings: readonly { readonly type: string; readonly start: number; readonly end: number }[]
}

const LOOSE: ReadonlySet<string> = new Set(['ADDRESS', 'POSTCODE', 'NAME'])
const HALF = new URL('../../../benchmarks/guard/tuning-half/', import.meta.url)
const SAMPLES = readdirSync(HALF)
  .filter((name) => /^pii.*\.jsonl$/.test(name))
  .sort()
  .flatMap((name) => readFileSync(new URL(name, HALF), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Sample)

function values(text: string, options?: Parameters<typeof scanText>[1]): readonly string[] {
  return scanText(text, options).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

test('finds values in full-width characters, digits of other scripts, and with odd blanks, invisible characters or line breaks', () => {
  const card = '4111111111111111'
  const wide = (text: string): string =>
    text.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const arabic = card.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  const cards = [
    wide(card),
    arabic,
    ...['\u2009', '\u200b', '\u00ad', '\u2060'].map((sign) => ['4111', '1111', '1111', '1111'].join(sign)),
  ]
  for (const value of cards) expect(values(`Card ${value}.`)).toEqual([`CREDIT_CARD ${value}`])
  expect(values('IBAN GB29\u200bNWBK\u200b6016\u200b1331\u200b9268\u200b19')).toHaveLength(1)
  expect(values('IBAN GB29 NWBK 6016\n1331 9268 19\nthen more')).toEqual([
    'IBAN GB29 NWBK 6016\n1331 9268 19',
  ])
  const address = `ann.bird${wide('@')}posteo.net`
  expect(values(`Mail ${address} today`)).toEqual([`EMAIL ${address}`])
})

describe('samples of each type', () => {
  const figures = new Map<string, { hits: number; missed: number; wrong: number }>(
    FINDING_TYPES.map((type) => [type, { hits: 0, missed: 0, wrong: 0 }]),
  )
  for (const { text, about, findings, jurisdictions = [] } of SAMPLES) {
    const isScored = (one: { readonly type: string }): boolean => !LOOSE.has(one.type) || LOOSE.has(about)
    const place = ({ type, start, end }: Sample['findings'][number]): string => `${type} ${start} ${end}`
    const expected = new Set(findings.filter(isScored).map(place))
    const found = new Set(scanText(text, { jurisdictions }).filter(isScored).map(place))
    for (const one of new Set([...expected, ...found])) {
      const row = figures.get(one.split(' ')[0] ?? '')
      if (!row) continue
      if (!expected.has(one)) row.wrong += 1
      else if (found.has(one)) row.hits += 1
      else row.missed += 1
    }
  }
  const rates = [...figures].map(([type, { hits, missed, wrong }]) => ({
    type,
    count: hits + missed,
    recall: hits / (hits + missed),
    precision: hits / (hits + wrong),
  }))
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const strict = rates.filter(({ type, count }) => !LOOSE.has(type) && count > 0)

  test.each(rates.filter(({ count }) => count > 0))(
    '$type is found where it is, and not in lookalikes',
    ({ type, count, recall, precision }) => {
      expect(count).toBeGreaterThan(10)
      const least = LOOSE.has(type) ? 0.8 : 0.9
      expect(recall).toBeGreaterThanOrEqual(least)
      expect(precision).toBeGreaterThanOrEqual(least)
    },
  )

  test('over all types nearly everything is found, with few false alarms', () => {
    expect(mean(strict.map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.97)
    expect(mean(strict.map(({ precision }) => precision))).toBeGreaterThanOrEqual(0.93)
  })
})

describe('invariants of a scan', () => {
  const mixed = fc.array(
    fc.oneof(
      fc.constantFrom(...SAMPLES.map(({ text }) => text)),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    ),
    { maxLength: 6 },
  )

  test('findings are ordered, inside the text and disjoint; redaction can be undone exactly', () => {
    fc.assert(
      fc.property(mixed, fc.constantFrom('strict', 'normal', 'relaxed'), (parts, sensitivity) => {
        const text = parts.join('\n')
        const findings = scanText(text, { sensitivity })
        let last = 0
        for (const { start, end, confidence } of findings) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(confidence > 0 && confidence <= 1).toBe(true)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
        const { state, text: redacted } = redactText(NO_REDACTIONS, text, findings)
        expect(restoreText(redacted, state.values)).toBe(text)
      }),
    )
  })

  test('resolves any overlapping findings', () => {
    const place = fc.record({
      start: fc.nat(40),
      length: fc.integer({ min: 1, max: 12 }),
      confidence: fc.double({ min: 0.3, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const kept = resolveOverlaps(
          places.map(({ start, length, confidence }) => ({ start, end: start + length, confidence })),
        )
        kept.forEach((one, at) => expect(one.start).toBeGreaterThanOrEqual(kept[at - 1]?.end ?? 0))
        expect(kept.length > 0).toBe(places.length > 0)
      }),
    )
  })

  test('every finding has a severity and advice', () => {
    for (const { severity, advice } of SAMPLES.flatMap(({ text }) => scanText(text))) {
      expect(isAtLeast('critical', severity)).toBe(true)
      expect(advice.length).toBeGreaterThan(10)
    }
  })
})

describe('options', () => {
  test('jurisdictions raise and lower severity: UK is GB, EU is all its members', () => {
    const rate = (text: string, ...jurisdictions: string[]): number =>
      scanText(text, { jurisdictions })[0]?.confidence ?? 0
    const nino = 'AA 01 02 03 B'
    expect(rate(nino, 'UK')).toBe(rate(nino, 'GB'))
    expect(rate(nino, 'UK')).toBeGreaterThan(rate(nino))
    expect(rate(nino, 'US-CA')).toBeLessThan(rate(nino))
    expect(rate('12345678Z', 'EU')).toBeGreaterThan(rate('12345678Z', 'US'))
  })

  test('sensitivity: doubtful findings count in strict, likely ones not in relaxed', () => {
    expect(values('130 692 544', { sensitivity: 'relaxed' })).toEqual([])
    expect(values('130 692 544')).toEqual(['CA_SIN 130 692 544'])
    expect(values('build 2.10.15.3 is out', { sensitivity: 'normal' })).toEqual([])
    expect(values('try 2.10.15.3', { sensitivity: 'strict' })).toEqual(['IP_ADDRESS 2.10.15.3'])
    expect(values('try 2.10.15.3')).toEqual([])
    expect(values('536-90-4399')).toEqual(['US_SSN 536-90-4399'])
  })

  test('the allow list: values, domains with subdomains, types', () => {
    const text = 'a@acme.io, b@mail.acme.io, c@notacme.io and https://u:pw12@git.acme.io/x'
    expect(values(text, { allow: { domains: ['@acme.io'] } })).toEqual(['EMAIL c@notacme.io'])
    expect(values(text, { allow: { literals: ['A@ACME.IO'], types: ['URL_CREDENTIALS'] } })).toEqual([
      'EMAIL b@mail.acme.io',
      'EMAIL c@notacme.io',
    ])
  })

  test('custom rules: texts, and patterns of the safe subset', () => {
    const custom = [
      { name: 'project', pattern: 'Blue Heron' },
      { name: 'badge no', pattern: 'EMP-\\d{4,6}', severity: 'low' },
    ] as const
    expect(values('blue heron, bluebird, EMP-12345 and EMP-1234567', { custom })).toEqual([
      'CUSTOM_PROJECT blue heron',
      'CUSTOM_BADGE_NO EMP-12345',
    ])
  })

  test.each([
    ['(?=a)b', 'pattern-unsafe'],
    ['(a)\\1', 'pattern-unsafe'],
    ['(?:[a-z]?){400}', 'pattern-unsafe'],
    ['((a{100}){100})', 'pattern-unsafe'],
    ['a*', 'pattern-invalid'],
    ['(a', 'pattern-invalid'],
    ['[a', 'pattern-invalid'],
    ['', 'pattern-invalid'],
  ])('the pattern %s is refused: %s', (pattern, code) => {
    const scan = (): unknown => scanText('text', { custom: [{ name: 'mine', pattern }] })
    expect(scan).toThrow(expect.objectContaining({ name: 'GuardError', code }))
    expect(scan).toThrow(GuardError)
  })

  test('a pattern finds what the regular expression finds', () => {
    const patterns = ['ab+c?', 'a(?:b|cd)*e', '[a-c]{2,3}x', 'a.?b|ca+', '\\d+-\\d{2}', '[^a]b']
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.string({ unit: fc.constantFrom(...Array.from('abcdex12-')), maxLength: 30 }),
        (pattern, text) => {
          const rule = { name: 'p', pattern, insideWords: true, ignoreCase: false } as const
          const found = scanText(text, { custom: [rule], allow: { types: [...FINDING_TYPES] } })
          const isWhole = new RegExp(`^(?:${pattern})$`)
          for (const { start, end } of found) expect(isWhole.test(text.slice(start, end))).toBe(true)
          expect(found.length > 0).toBe(new RegExp(pattern).test(text))
          expect(found[0]?.start).toBe(new RegExp(pattern).exec(text)?.index)
        },
      ),
    )
  })
})

describe('for the dialog', () => {
  test.each<readonly [FindingType, string, string]>([
    ['EMAIL', 'jane@acme.com', 'j…@…com'],
    ['CREDIT_CARD', '4111 1111 1111 1234', '•••• 1234'],
    ['PASSWORD', 'hunter2', '••••'],
    ['API_KEY', 'sk-proj-aB3dE5fG7hI9jK1l', 'sk-p…'],
    ['NAME', 'Jane Doe', 'J… D…'],
    ['POSTCODE', '10118', '•••• 8'],
    ['CUSTOM_X', 'ab', '••••'],
  ])('%s is masked', (type, value, masked) => expect(maskValue(type, value)).toBe(masked))

  test('from a severity on', () => {
    const findings = scanText('a@acme.io, b@acme.io, card 4111 1111 1111 1111')
    expect(findingsFrom('high', findings).map(({ type }: Finding) => type)).toEqual(['CREDIT_CARD'])
  })
})

const LONG = 100_000
const HOSTILE = [
  'a',
  '7',
  '1 ',
  '12-',
  ' ',
  '\n',
  'a@',
  'a.b@c.d.',
  'x://u:p',
  'sk-',
  'eyJabcdefgh.',
  '-----BEGIN PRIVATE KEY-----',
  '12 Main ',
  'John A. ',
  'ab:',
  '1.',
  '0xaB',
  '<<',
  'account number ',
  'password: ',
  '|',
  'ssn,iban,token\n',
  '+1',
  'DEUTDEFF ',
  'e\u0301\u0323 ',
  '\u4e2d\u6587',
  '4111 ',
  '(',
  "insert into t (a, b) values ('x', '1234567'), ",
  'né le 3 mars born ',
  'mrn=1234567 ',
  'password from aB3$x to ',
  'account 1234567, ',
  '4539 | ',
  '4539\n',
  '4539  ',
  'x4539148803436467',
  '**4539** ',
  'a**',
  '%40a',
  'a\\.',
  'AB 12 34 56\n',
  'cvv ',
  '12-34-56 ',
  'A 1 ',
  '_A',
  'a\\n',
  'a@[dot]',
  'a(at)',
  '?a=1+',
  '<!--',
  '</a',
  '<span ',
  '\u4e2d1',
  '1\u200b',
  '\ufeff',
  '&nbsp;',
]

describe('100 KB of hostile text take each rule less than 50 ms', () => {
  test.each(HOSTILE)('%j repeated', (piece) => {
    const text = piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG)
    const tools = createScanTools(text, 'usual', new Set())
    const parts = [
      { type: 'the normal form', act: (): unknown => normalise(text) },
      { type: 'the index', act: (): unknown => [tools.labels, tools.numbers(9), tools.labelOf(0, 1)] },
      ...RULES.map(({ type, find }) => ({ type, act: (): unknown => find(text, tools) })),
    ]
    const slow = parts.filter(({ act }) => !isQuick(act)).map(({ type }) => type)
    expect(slow).toEqual([])
  })
})

/** By the thread's own processor time, in one of three tries: other load must not matter. */
function isQuick(act: () => unknown): boolean {
  return [1, 2, 3].some(() => {
    const before = process.threadCpuUsage()
    act()
    const { user, system } = process.threadCpuUsage(before)
    return user + system < 50_000
  })
}
