import { describe, expect, test } from 'vitest'
import { parseGuardPolicy, type GuardPolicy } from './guard-policy.ts'
import { soundPolicy } from './guard-settings.ts'

const policyWith = (change: object): GuardPolicy => {
  const parsed = parseGuardPolicy(change)
  if (parsed.kind === 'wrong') throw new Error(parsed.problem)
  return parsed.policy
}
const NONE = policyWith({})
const allowing = (...domains: string[]) => policyWith({ allow: { domains } })
const rule = (text: string, name = 'Client') => policyWith({ custom: [{ name, text }] })

describe('ignored domains', () => {
  test.each([
    ['@gmail.com', 'gmail.com'],
    ['*.Acme.com', 'acme.com'],
    ['.acme.co.uk.', 'acme.co.uk'],
    ['bücher.example', 'bücher.example'],
  ])('stores %s as %s', (typed, kept) => {
    expect(soundPolicy(allowing(typed), NONE).allow.domains).toEqual([kept])
  })

  test.each(['com', '.com', 'not a domain!', 'https://acme.org/x', 'a@acme.org', '10.0.0.1', 'acme..org'])(
    'refuses %s',
    (typed) => {
      expect(() => soundPolicy(allowing(typed), NONE)).toThrow(
        /is not a domain .* Nothing has been changed\.$/,
      )
    },
  )

  test('stored ones do not block another change', () => {
    expect(soundPolicy(allowing('com', 'acme.org'), allowing('com')).allow.domains).toEqual([
      'com',
      'acme.org',
    ])
  })
})

describe('custom rules', () => {
  test('refuses one or two letters as too frequent, but not two ideographs', () => {
    expect(() => soundPolicy(rule('e'), NONE)).toThrow(/at least 3 characters/)
    expect(() => soundPolicy(rule('ab '), NONE)).toThrow(/at least 3 characters/)
    expect(soundPolicy(rule('日本'), NONE).custom).toHaveLength(1)
    expect(soundPolicy(rule('foo'), NONE).custom).toHaveLength(1)
    expect(soundPolicy(rule('e'), rule('e')).custom).toHaveLength(1)
  })

  test('rejects duplicates, and rules that cannot run', () => {
    const twice = policyWith({ custom: [rule('Harbour').custom[0], rule('Harbour').custom[0]] })
    expect(() => soundPolicy(twice, rule('Harbour'))).toThrow(/is there already/)
    expect(() => soundPolicy(rule('Harbour', '1?'), NONE)).toThrow(
      /needs a name .* Nothing has been changed\.$/,
    )
  })
})

test('refuses an unknown jurisdiction with the reason, unless it was stored before', () => {
  const of = (...jurisdictions: readonly string[]) => ({ ...NONE, jurisdictions })
  for (const place of ['Atlantis', 'ZZ', 'UKK', ''])
    expect(() => soundPolicy(of('US', place), NONE)).toThrow(
      /is no jurisdiction; use codes .* Nothing has been/,
    )
  expect(soundPolicy(of('UK', 'CH', 'br'), NONE).jurisdictions).toEqual(['UK', 'CH', 'br'])
  expect(soundPolicy(of('Atlantis', 'US'), of('Atlantis')).jurisdictions).toEqual(['Atlantis', 'US'])
})
