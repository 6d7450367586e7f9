import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMention, insertMention, linkMention, removeMention, replaceMention } from './find-mention.ts'

/** The caret is written as `|`. */
function at(text: string) {
  const caret = text.indexOf('|')
  return findMention(text.replace('|', ''), caret)
}

describe('findMention', () => {
  test('an @ at the start, or after a blank, line or bracket, begins a mention', () => {
    expect(at('@ren|')).toEqual({ sign: '@', start: 0, end: 4, query: 'ren' })
    expect(at('see @|')).toEqual({ sign: '@', start: 4, end: 5, query: '' })
    expect(at('first\n@a|')).toEqual({ sign: '@', start: 6, end: 8, query: 'a' })
    expect(at('(@plan|)')).toEqual({ sign: '@', start: 1, end: 6, query: 'plan' })
  })

  test('an address is not a mention; a blank closes one', () => {
    expect(at('write to ann@example.org|')).toBeUndefined()
    expect(at('@plan is good|')).toBeUndefined()
  })

  test('only text before the caret counts', () => {
    expect(at('@re|newal')).toEqual({ sign: '@', start: 0, end: 3, query: 're' })
    expect(at('|@ren')).toBeUndefined()
  })

  test('two brackets begin a link, which may contain blanks until closed', () => {
    expect(at('see [[Launch pl|')).toEqual({ sign: '[[', start: 4, end: 15, query: 'Launch pl' })
    expect(at('[[|')).toEqual({ sign: '[[', start: 0, end: 2, query: '' })
    expect(at('see [[Plan]] and|')).toBeUndefined()
    expect(at('see [Plan|')).toBeUndefined()
    expect(at('[[over\nlines|')).toBeUndefined()
  })

  test('an address after @ is one mention, with any characters', () => {
    const address = `https://example.org/@ann/${'long/'.repeat(40)}?a=[[1&b=2`
    expect(at(`read @${address}|`)).toEqual({ sign: '@', start: 5, end: 6 + address.length, query: address })
  })

  test('a slash at the start or after a blank begins a command; a path or date does not', () => {
    expect(at('/we|')).toEqual({ sign: '/', start: 0, end: 3, query: 'we' })
    expect(at('now /|')).toEqual({ sign: '/', start: 4, end: 5, query: '' })
    expect(at('and/or|')).toBeUndefined()
    expect(at('/usr/bin|')).toBeUndefined()
    expect(at('/weekly now|')).toBeUndefined()
  })

  test('finds what the attach button inserted, at any caret', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, place) => {
        const typed = insertMention(text, place % (text.length + 1))
        const mention = findMention(typed.text, typed.caret)
        expect(mention).toEqual({ sign: '@', start: typed.caret - 1, end: typed.caret, query: '' })
      }),
    )
  })
})

describe('linkMention', () => {
  test('keeps the link in the text and closes it once', () => {
    const mention = { sign: '[[', start: 4, end: 8, query: 'pl' } as const
    expect(linkMention('see [[pl, ok', mention, 'Plan')).toEqual({ text: 'see [[Plan]], ok', caret: 12 })
    expect(linkMention('see [[pl]], ok', mention, 'Plan')).toEqual({ text: 'see [[Plan]], ok', caret: 12 })
  })
})

test('replaceMention inserts words with one blank after them', () => {
  const mention = { start: 4, end: 7 }
  expect(replaceMention('see /we', mention, '/weekly')).toEqual({ text: 'see /weekly ', caret: 12 })
  expect(replaceMention('see /we now', mention, '/weekly')).toEqual({ text: 'see /weekly now', caret: 12 })
})

describe('removeMention', () => {
  test('removes the mention and one of the blanks around it', () => {
    expect(removeMention('Compare @int with it', { start: 8, end: 12 })).toEqual({
      text: 'Compare with it',
      caret: 8,
    })
  })

  test('leaves the rest unchanged', () => {
    expect(removeMention('@int', { start: 0, end: 4 })).toEqual({
      text: '',
      caret: 0,
    })
    expect(removeMention('a\n@int, b', { start: 2, end: 6 })).toEqual({
      text: 'a\n, b',
      caret: 2,
    })
  })
})
