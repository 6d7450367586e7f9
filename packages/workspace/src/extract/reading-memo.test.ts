import { expect, test } from 'vitest'
import { readPdf } from '../document/read-pdf.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { ReadingMemo } from './extract-sources.ts'

test('a PDF that timed out starts no second thread while its message is typed', async () => {
  const memo = new ReadingMemo()
  let read = 0
  const attach = () =>
    memo.recall('hash', 'pdf', () => {
      read += 1
      const bytes = new TextEncoder().encode('%PDF-1.7')
      return readPdf(bytes, { path: 'slow.pdf', limits: { milliseconds: 1 } })
    })
  for (let key = 0; key < 3; key += 1)
    await expect(attach()).rejects.toMatchObject({ code: 'document-timeout' })
  expect(read).toBe(1)
})

test('other failures are retried', async () => {
  const memo = new ReadingMemo()
  const broken = () => Promise.reject(new WorkspaceError('document-broken', 'a.pdf', 'It is broken.'))
  await expect(memo.recall('hash', 'pdf', broken)).rejects.toMatchObject({ code: 'document-broken' })
  expect(await memo.recall('hash', 'pdf', () => Promise.resolve('text'))).toBe('text')
})
