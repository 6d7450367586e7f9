import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitNoteLinks } from './note-text.ts'

const links = (text: string) =>
  splitNoteLinks(text, { tags: false }).flatMap((piece) => (piece.kind === 'link' ? [piece] : []))
const tags = (text: string) =>
  splitNoteLinks(text, { tags: true }).flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : []))

test('a link has target, heading and alias; an embed has a mark before it', () => {
  expect(links('See [[notes/plan]], [[plan#Next steps|what comes]] and ![[floor plan.png|200]].')).toEqual([
    { kind: 'link', target: 'notes/plan', label: 'notes/plan', embed: false, text: '[[notes/plan]]' },
    {
      kind: 'link',
      target: 'plan',
      heading: 'Next steps',
      label: 'what comes',
      embed: false,
      text: '[[plan#Next steps|what comes]]',
    },
    { kind: 'link', target: 'floor plan.png', label: '200', embed: true, text: '![[floor plan.png|200]]' },
  ])
})

test('reads a heading of the same note, and an escaped bar in a table', () => {
  expect(links('[[#Offer]]')).toMatchObject([{ target: '', heading: 'Offer', label: 'Offer' }])
  expect(links(String.raw`[[a\|b]]`)).toMatchObject([{ target: 'a', label: 'b' }])
  expect(links('[[a#b#c]]')).toMatchObject([{ target: 'a', heading: 'b#c', label: 'a › b › c' }])
})

test.each(['[[]]', '[[ ]]', '[[|x]]', '[[a', 'a]]', '[a](b)', '[[a\nb]]'])('%j is not a link', (text) => {
  expect(links(text)).toEqual([])
})

test('a tag begins a word and is not just a number', () => {
  expect(tags('#idea and (#next/step) but a#b, #12 and # x')).toEqual(['idea', 'next/step'])
  expect(tags('#café, #日本')).toEqual(['café', '日本'])
  expect(splitNoteLinks('#idea', { tags: false })).toEqual([{ kind: 'text', text: '#idea' }])
})

test('the pieces add up to the text', () => {
  const part = fc.constantFrom('[[', ']]', '|', '#', '!', '\\', ' ', 'a', 'b.png', '\n', '[', ']', 'ä')
  fc.assert(
    fc.property(fc.array(part), fc.boolean(), (parts, withTags) => {
      const text = parts.join('')
      expect(
        splitNoteLinks(text, { tags: withTags })
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test('long runs of marks take linear time', () => {
  for (const run of ['[', '[[', '[[a|', '#', '!', '[[\\'].map((mark) => mark.repeat(50_000)))
    expect(
      splitNoteLinks(run, { tags: true })
        .map(({ text }) => text)
        .join(''),
    ).toBe(run)
})
