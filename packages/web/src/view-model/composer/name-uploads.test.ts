import { notice } from '@varve/contract/tables/notices'
import { noticeWords } from '../../i18n/t.ts'
import { expect, test } from 'vitest'
import { nameUploads } from './draft-chips.ts'

test('names an upload by its file name', () => {
  const gone = notice('attachment', 'upload:u1', { message: 'upload:u1 is no longer there.' })
  const named = nameUploads(gone, [{ id: 'u1', name: 'plan.png' }])
  expect(noticeWords(named)).toBe('plan.png is no longer there.')
  expect(named.subject).toBe('plan.png')
})
