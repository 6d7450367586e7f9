import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from '../engine-error.ts'
import { normalizePath } from './normalize-path.ts'

describe('normalizePath', () => {
  test.each([
    ['notes/plan.md', 'notes/plan.md'],
    ['./notes/./plan.md', 'notes/plan.md'],
    ['notes\\2024\\plan.md', 'notes/2024/plan.md'],
    ['notes//plan.md/', 'notes/plan.md'],
    ['a/../b.md', 'b.md'],
    ['cafe\u0301.md', 'caf\u00e9.md'],
    ['...', '...'],
    ['Q: why.md', 'Q: why.md'],
    [' a ', ' a '],
  ])('[A-3] %j is %j', (path, expected) => {
    expect(normalizePath(path)).toBe(expected)
  })

  test.each([
    '',
    '.',
    './',
    'a/..',
    '/etc/passwd',
    '\\\\server\\share',
    'C:\\x',
    'c:/x',
    'C:',
    'a/../C:/x',
    '..',
    '../x',
    'a/../../x',
    'a\\..\\..\\x',
    'a\0b',
  ])('[A-3] %j is refused', (path) => {
    expect(() => normalizePath(path)).toThrow(expect.objectContaining({ code: 'invalid-path' }))
  })

  test('[A-3] every path is refused or stays inside, and normalising again changes nothing', () => {
    const segment = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'C:', 'e\u0301', '\\', '\0'), fc.string())
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), fc.constantFrom('/', '\\'), (segments, separator) => {
        try {
          const path = normalizePath(segments.join(separator))
          expect(path.split('/').some((part) => part === '' || part === '.' || part === '..')).toBe(false)
          expect(path).toBe(path.normalize('NFC'))
          expect(normalizePath(path)).toBe(path)
        } catch (error) {
          if (!(error instanceof EngineError)) throw error
          expect(error.code).toBe('invalid-path')
        }
      }),
      { numRuns: 1000 },
    )
  })
})
