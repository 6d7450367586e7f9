import { describe, expect, test } from 'vitest'
import { scanText } from './scan.ts'
import { compileCustomRule, type CustomRule, customType, tryCustomRule } from './custom-rules.ts'

const found = (name: string, text: string, sample: string) => matches({ name, text }, sample)
const matches = (rule: CustomRule, text: string) =>
  compileCustomRule(rule)(text).map(({ type, start, end }) => [type, text.slice(start, end)])

describe('a custom rule', () => {
  test('finds its text with any spacing, line breaks and case', () => {
    const spaced = ['Harbour Street', 'HARBOUR  STREET', 'harbour\nstreet', 'Harbour\u00a0Street']
    for (const text of spaced)
      expect(found('Client', 'Harbour Street', `At ${text}.`)).toEqual([['CUSTOM_CLIENT', text]])
    expect(found('Client', 'Harbour Street', 'HarbourStreet')).toEqual([])
    expect(found('Client', 'Harbour', 'Harbours')).toEqual([])
  })

  test('may have accents in its name; its placeholders are plain capitals', () => {
    expect(customType('Été chez Øya')).toBe('CUSTOM_ETE_CHEZ_YA')
    expect(found('été', 'Lyon', 'Lyon')).toEqual([['CUSTOM_ETE', 'Lyon']])
    for (const name of ['日本', 'Ø', '1 st', 'a'.repeat(41)])
      expect(() => compileCustomRule({ name, text: 'Lyon' })).toThrow(/needs a name of letters/)
  })

  test.each([
    ['CLT-\\d{4,6}', 'see CLT-2041 and clt-123456, not CLT-12', ['CLT-2041', 'clt-123456']],
    ['\\b[A-Z]{2}\\d{3}\\b', 'AB123, xAB123, AB1234', ['AB123']],
    ['(?:north|south) wing', 'the South wing', ['South wing']],
    ['P(?<year>\\d\\d)-[0-9a-f]+?', 'P26-00ff.', ['P26-00ff']],
    ['a|ab|abc', 'abc ab a', ['abc', 'ab', 'a']],
    ['x+y?', 'xxxy xx', ['xxxy', 'xx']],
  ])(
    'the pattern %s is a regular expression with the longest match at each place',
    (pattern, text, expected) => {
      expect(matches({ name: 'Own', pattern }, text).map(([, value]) => value)).toEqual(expected)
    },
  )

  test.each([
    ['[0-9', /missing closing \]/],
    ['(abc', /missing closing \)/],
    ['a**', /not a regular expression/],
    ['(a)\\1', /can't run in linear time/],
    ['(?=a)b', /Leave out look-ahead/],
    ['(?<!a)b', /Leave out look-ahead/],
    ['a*', /matches the empty text/],
    ['(?:a{100}){11}', /repeats too often/],
    ['a{1001}', /invalid repeat count/],
    ['(?:[a-z]?){400}', /is too large/],
  ])('the pattern %s is refused with the reason', (pattern, reason) => {
    expect(() => compileCustomRule({ name: 'Own', pattern })).toThrow(reason)
  })

  test.each([
    ['/AB-\\d+/i', 'ab-12', ['ab-12']],
    ['[[:alpha:]]{2}-\\x41', 'xy-a', ['xy-a']],
    ['^File \\d+$', 'see\nFile 12\nFile 13 is', ['File 12']],
    ['\\p{Lu}\\p{Ll}+-\\d', 'Été-1', ['Été-1']],
    ['AB\\*\\*CD', 'AB**CD', ['AB**CD']],
    ['[😀😁]', 'a 😁 b', ['😁']],
    ['(?:\\bAB\\b)+', 'xAB AB', ['AB']],
  ])('the pattern %s has its usual meaning', (pattern, text, expected) => {
    expect(matches({ name: 'Own', pattern, ignoreCase: true }, text).map(([, value]) => value)).toEqual(
      expected,
    )
  })

  test.each([
    ["O'Neill", 'O’Neill'],
    ['A-B', 'A–B'],
    ['AB**CD', 'AB**CD'],
    ['1%202', '1%202'],
    ['４５', '45 and ４５'],
    ['x'.repeat(400), 'x'.repeat(400)],
  ])('the text %s is found as typed, and as word processors write it', (text, sample) => {
    expect(found('Own', text, sample).length).toBe(1)
  })

  test('finds a long match as well as a short one', () => {
    for (const length of [10, 250, 300, 1_000, 4_000]) {
      const text = `${'far '.repeat(500)}BEGIN ${'x'.repeat(length)} END ${'far '.repeat(500)}`
      expect(matches({ name: 'Own', pattern: 'BEGIN.+END' }, text).map(([, value]) => value?.length)).toEqual(
        [length + 10],
      )
    }
  })

  test('needs either a text or a pattern', () => {
    expect(() => compileCustomRule({ name: 'Own' })).toThrow(/either a text or a pattern/)
    expect(() => compileCustomRule({ name: 'Own', text: 'a', pattern: 'a' })).toThrow(
      /either a text or a pattern/,
    )
  })

  test('a pattern that would take hours in other engines reads a long text once', () => {
    const text = 'a'.repeat(100_000)
    for (const pattern of ['(?:a+)+b', '(?:a|aa)+c', '(?:a?){40}a{40}d', '[a-z]+[a-z]+[a-z]+9'])
      expect(matches({ name: 'Own', pattern }, text)).toEqual([])
  })

  test.each(['a+b|a', '(?:a|ab|aab)*c|a', '(?:a?){100}b|a'])(
    'a pattern with unbounded lookahead, %s, takes the rest of the text if it matches everywhere',
    (pattern) => {
      const text = 'a'.repeat(20_000)
      const places = compileCustomRule({ name: 'Own', pattern, insideWords: true })(text)
      expect(places.length).toBeLessThan(7_000)
      expect(places.at(-1)?.end).toBe(text.length)
    },
  )

  test('a rule for whole words is not mistaken for one that matches everywhere', () => {
    const rows = '12345,123456,1234\n'.repeat(5_000)
    expect(matches({ name: 'Own', pattern: '\\d{4}' }, rows).length).toBe(5_000)
    expect(matches({ name: 'Own', pattern: '\\d' }, '5'.repeat(50_000)).length).toBe(0)
  })

  test('finds its text with invisible characters inside', () => {
    const text = 'Har\u200bbour Street'
    const [finding] = scanText(text, { custom: [{ name: 'Client', text: 'Harbour Street' }] })
    expect(finding).toMatchObject({ type: 'CUSTOM_CLIENT', start: 0, end: text.length })
  })

  test.each([
    ['Müller', 'Mu\u0308ller'],
    ['Mu\u0308ller', 'Müller'],
    ['Nguyễn', 'Nguye\u0302\u0303n'],
    ['ガス会社', 'カ\u3099ス会社'],
    ['한강', '\u1112\u1161\u11ab\u1100\u1161\u11bc'],
  ])('finds %j also as %j: combining marks are the same letters', (text, written) => {
    const places = [{ start: 3, end: 3 + written.length }]
    expect(scanText(`to ${written}.`, { custom: [{ name: 'Own', text }] })).toMatchObject(places)
    expect(scanText(`to ${written}.`, { custom: [{ name: 'Own', pattern: text }] })).toMatchObject(places)
  })

  test('a trial finds what a scan finds', () => {
    const rule = { name: 'Own', pattern: 'AB-\\d{4}' }
    for (const text of ['AB-１２３４', 'A\u200bB-1234', '**AB**-1234', 'AB-12345']) {
      const trial = tryCustomRule(rule, text).map(({ start, end }) => text.slice(start, end))
      const scan = scanText(text, { custom: [rule] }).map(({ start, end }) => text.slice(start, end))
      expect(trial).toEqual(scan)
      expect(trial.length).toBe(text === 'AB-12345' ? 0 : 1)
    }
  })
})
