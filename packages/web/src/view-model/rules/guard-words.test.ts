import type { GuardFindingView } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import {
  countedFindings,
  findingName,
  groupFindings,
  groupName,
  guardWords,
  lighterWords,
  placeName,
  sumOf,
} from './guard-words.ts'

function finding(change: Partial<GuardFindingView>): GuardFindingView {
  return {
    type: 'EMAIL',
    severity: 'high',
    masked: ['m•••@example.com'],
    count: 1,
    place: 'message',
    advice: 'An e-mail address identifies a person. Redact it unless the answer needs it.',
    ...change,
  }
}

test('counts findings by type in words', () => {
  expect(countedFindings({ EMAIL: 2, CREDIT_CARD: 1, NAME: 0 })).toBe('2 e-mail addresses, 1 card number')
  expect(countedFindings({})).toBe('')
  expect(sumOf({ EMAIL: 2, CREDIT_CARD: 1 })).toBe(3)
  expect(sumOf(undefined)).toBe(0)
})

test('names a custom rule by its name', () => {
  expect(findingName('CUSTOM_CLIENT_CODE')).toBe('“client code”')
  const [group] = groupFindings([finding({ type: 'CUSTOM_ETE', rule: 'Été' })])
  expect(group && groupName(group, 2)).toBe('“Été”')
})

test('the dialog counts lower-risk findings by what happens to them', () => {
  expect(lighterWords({ lighter: { redacted: { EMAIL: 2 }, sent: { NAME: 1 } } })).toEqual([
    'Also redacted: 2 e-mail addresses.',
    'Also sent: 1 name.',
  ])
  expect(lighterWords({ lighter: { redacted: {}, sent: {} } })).toEqual([])
})

describe('grouping', () => {
  test('one type is one group, and each masked value is listed once', () => {
    const groups = groupFindings([finding({}), finding({ place: 'notes/a.md', count: 3 })])
    expect(groups).toEqual([
      {
        type: 'EMAIL',
        severity: 'high',
        masked: ['m•••@example.com'],
        places: [
          { place: 'message', count: 1 },
          { place: 'notes/a.md', count: 3 },
        ],
        advice: 'An e-mail address identifies a person. Redact it unless the answer needs it.',
      },
    ])
  })

  test('the most severe group comes first, by its most severe finding', () => {
    const groups = groupFindings([
      finding({ type: 'IBAN' }),
      finding({ type: 'PHONE', severity: 'high' }),
      finding({ type: 'PHONE', severity: 'critical', place: 'memory' }),
    ])
    expect(groups.map(({ type, severity }) => [type, severity])).toEqual([
      ['PHONE', 'critical'],
      ['IBAN', 'high'],
    ])
  })
})

test('names places in words, and paths as they are', () => {
  expect(placeName('message')).toBe('your message')
  expect(placeName('history')).toBe('earlier in this chat')
  expect(placeName('notes/a.md')).toBe('notes/a.md')
})

test('a message shows what was replaced and what was sent, automatic decisions included', () => {
  expect(guardWords({ redacted: { EMAIL: 2, IBAN: 1 }, sent: { PHONE: 1 }, noted: { NAME: 4 } })).toEqual([
    '3 values replaced before sending: 2 e-mail addresses, 1 IBAN',
    '1 value sent as it is: 1 phone number',
    '4 lower-risk values sent as they are: 4 names',
  ])
  expect(guardWords({ noted: { NAME: 1 } })).toEqual(['1 lower-risk value sent as it is: 1 name'])
  expect(guardWords({})).toEqual([])
})
