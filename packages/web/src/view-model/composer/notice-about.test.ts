import { expect, test } from 'vitest'
import { nameUploads, noticeAbout } from './notice-about.ts'

const gone = '"notes/a.md" is not there and was left out.'
const many = '#sea holds 412 files; 212 were left out: at most 200 files are taken at once.'

test.each([
  ['notes/a.md', gone],
  ['a.md', undefined],
  ['#sea', many],
  ['#se', undefined],
  ['notes/', undefined],
])('what is said about %s', (subject, notice) => {
  expect(noticeAbout([many, gone], subject)).toBe(notice)
})

test('an upload is called by its name', () => {
  expect(nameUploads('upload:u1 is no longer there.', [{ id: 'u1', name: 'plan.png' }])).toBe(
    '“plan.png” is no longer there.',
  )
})
