import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitFileName, splitPath } from './file-names.ts'

describe('splitFileName', () => {
  test('keeps short names whole', () => {
    expect(splitFileName('log.md')).toEqual({ head: 'log.md', tail: '' })
  })

  test('never cuts the extension and the last letters', () => {
    expect(splitFileName('landlord-call-2026-10-28.md')).toEqual({
      head: 'landlord-call-2026-1',
      tail: '0-28.md',
    })
  })

  test('a dot far from the end is not an extension', () => {
    expect(splitFileName('v1.a-very-long-name-without-ending')).toEqual({
      head: 'v1.a-very-long-name-without-en',
      tail: 'ding',
    })
  })

  test('a leading dot is part of the name', () => {
    expect(splitFileName('.configuration-of-everything').tail).toBe('hing')
  })

  test('loses nothing and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const { head, tail } = splitFileName(name)
        expect(head + tail).toBe(name)
      }),
    )
    const family = '👨‍👩‍👧‍👦'
    expect(splitFileName(`notes-about-the-${family.repeat(4)}.md`).tail).toBe(`${family.repeat(4)}.md`)
  })
})

test('splitPath returns the last part, also without a folder', () => {
  expect(splitPath('a/b/c.md')).toEqual({ folder: 'a/b', name: 'c.md' })
  expect(splitPath('c.md')).toEqual({ folder: '', name: 'c.md' })
})
