import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMention, insertMention, removeMention } from './find-mention.ts'

/** The caret is written as `|`. */
function at(text: string) {
  const caret = text.indexOf('|')
  return findMention(text.replace('|', ''), caret)
}

describe('findMention', () => {
  test('an @ at the start, after a blank, a line or a bracket begins one', () => {
    expect(at('@ren|')).toEqual({ start: 0, end: 4, query: 'ren' })
    expect(at('see @|')).toEqual({ start: 4, end: 5, query: '' })
    expect(at('first\n@a|')).toEqual({ start: 6, end: 8, query: 'a' })
    expect(at('(@plan|)')).toEqual({ start: 1, end: 6, query: 'plan' })
  })

  test('an address is no mention, nor is what was closed by a blank', () => {
    expect(at('write to ann@example.org|')).toBeUndefined()
    expect(at('@plan is good|')).toBeUndefined()
  })

  test('only what stands before the caret counts', () => {
    expect(at('@re|newal')).toEqual({ start: 0, end: 3, query: 're' })
    expect(at('|@ren')).toBeUndefined()
  })

  test('finds what the attach button typed, wherever the caret was', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, place) => {
        const typed = insertMention(text, place % (text.length + 1))
        const mention = findMention(typed.text, typed.caret)
        expect(mention).toEqual({ start: typed.caret - 1, end: typed.caret, query: '' })
      }),
    )
  })
})

describe('removeMention', () => {
  test('takes the mention and one of the two blanks around it', () => {
    expect(removeMention('Compare @int with it', { start: 8, end: 12, query: 'int' })).toEqual({
      text: 'Compare with it',
      caret: 8,
    })
  })

  test('leaves the rest alone', () => {
    expect(removeMention('@int', { start: 0, end: 4, query: 'int' })).toEqual({ text: '', caret: 0 })
    expect(removeMention('a\n@int, b', { start: 2, end: 6, query: 'int' })).toEqual({
      text: 'a\n, b',
      caret: 2,
    })
  })
})
