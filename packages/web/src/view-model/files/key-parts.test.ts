import { expect, test } from 'vitest'
import { keyParts, queryLine } from './file-names.ts'

test('the key of a query names its note, that of an upload no file', () => {
  expect(keyParts('a/dv.md#query=79916fc325cac9c4')).toEqual({ kind: 'query', path: 'a/dv.md' })
  expect(keyParts(`upload:${'0'.repeat(64)}`)).toEqual({ kind: 'held', label: 'Uploaded file' })
  expect(keyParts('a/b.md')).toEqual({ kind: 'file', path: 'a/b.md' })
  expect(keyParts('./upload:b.md')).toEqual({ kind: 'file', path: './upload:b.md' })
  expect(keyParts('constructor:b.md')).toEqual({ kind: 'file', path: 'constructor:b.md' })
})

test('names tags and folders as they are attached', () => {
  expect(keyParts('tag:moon/full')).toEqual({ kind: 'group', label: '#moon/full' })
  expect(keyParts('folder:a/tides')).toEqual({ kind: 'group', label: 'a/tides/' })
  expect(keyParts('folder:/')).toEqual({ kind: 'group', label: 'All files' })
  expect(keyParts('./tag:b.md')).toEqual({ kind: 'file', path: './tag:b.md' })
})

test('the title of a query has its line', () => {
  expect(queryLine('Query in a/dv.md, line 12')).toBe(12)
  expect(queryLine('dv')).toBeUndefined()
  expect(queryLine(undefined)).toBeUndefined()
})
