import { expect, test } from 'vitest'
import { parseNotice, readNotices } from '../notices.ts'
import { NOTICE_CODES, notice, noticeId, noticeWords, uniqueNotices } from './notices.ts'

test('a notice has its subject, values, and the plural of its count', () => {
  expect(noticeWords(notice('not-found', 'Gone', { kind: 'note' }))).toBe('There is no note "Gone".')
  expect(noticeWords(notice('skill-files', 'brew', { count: 1 }))).toContain('has 1 file that')
  expect(noticeWords(notice('skill-files', 'brew', { count: 1200 }))).toContain('has 1,200 files that')
})

test('inserts a value literally', () => {
  expect(noticeWords(notice('not-found', '{kind} $1', { kind: 'note' }))).toBe(
    'There is no note "{kind} $1".',
  )
})

test('no notice shows its placeholders', () => {
  for (const code of NOTICE_CODES) expect(noticeWords(notice(code, 'a'))).not.toMatch(/[{}|]/)
})

test('removes duplicates', () => {
  const [a, b] = [notice('not-found', 'x', { kind: 'note' }), notice('not-found', 'y', { kind: 'note' })]
  expect(uniqueNotices([a, b, { ...a }])).toEqual([a, b])
  expect(noticeId(a)).not.toBe(noticeId(b))
})

test('drops stored notices unknown to this version', () => {
  const known = notice('found-left-out')
  expect(readNotices([known, 'A sentence.', { code: 'nobody-knows' }, null])).toEqual([known])
  expect(parseNotice('A sentence.')).toEqual([])
  expect(parseNotice(JSON.stringify(known))).toEqual([known])
})
