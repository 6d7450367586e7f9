import type { Attachable } from '@varve/contract'
import { describe, expect, test } from 'vitest'
import { parseAttachables } from './attachable.ts'

const parse = (item: Attachable) => parseAttachables([item])[0]

describe('priority marks on attachments', () => {
  test('`!` after a name means essential, `?` optional', () => {
    expect(parse('note.md')).toEqual({ kind: 'path', path: 'note.md' })
    expect(parse('note.md!')).toEqual({ kind: 'path', path: 'note.md', priority: 'essential' })
    expect(parse('notes/?')).toEqual({ kind: 'folder', path: 'notes', priority: 'optional' })
    expect(parse('#tag!')).toEqual({ kind: 'tag', tag: 'tag', priority: 'essential' })
    expect(parse('note.md#L3-9?')).toMatchObject({ path: 'note.md', lines: [3, 9], priority: 'optional' })
  })

  test('an address keeps its end, and names in objects stay as they are', () => {
    expect(parse('https://example.org/wow!')).toEqual({ kind: 'url', url: 'https://example.org/wow!' })
    expect(parse({ kind: 'name', name: 'https://example.org/', priority: 'optional' })).toEqual({
      kind: 'url',
      url: 'https://example.org/',
      priority: 'optional',
    })
    expect(parse({ kind: 'name', name: 'Why?' })).toEqual({ kind: 'path', path: 'Why?' })
  })

  test('unnamed texts can be marked too', () => {
    expect(parse({ kind: 'paste', content: 'x', priority: 'essential' })).toEqual({
      kind: 'paste',
      content: 'x',
      priority: 'essential',
    })
    expect(parse({ kind: 'selection', path: 'a.md', lines: [1, 2], content: 'x' })).toEqual({
      kind: 'selection',
      path: 'a.md',
      lines: [1, 2],
      content: 'x',
    })
    expect(parse({ kind: 'chat-summary', chatId: 'c', content: 'x' })).toEqual({
      kind: 'chat',
      id: 'c',
      content: 'x',
    })
  })

  test.each(['!', '?', ' '])('a mark alone is not a name: %j', (name) => {
    expect(() => parse(name)).toThrow('cannot be attached')
  })
})
