import { expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import { embeddedTargets } from './embedded-targets.ts'

test('each embed by what its name says it is, in order', () => {
  const text = [
    '![[Note]] ![[v1.2]] ![[Note#H]] ![[Note#^b]] [[not embedded]]',
    '![[a.png]] ![[a.PNG|100]] ![alt|20x30](b.jpg)',
    '![[p.pdf]] ![[p.pdf#page=3]] ![](p.pdf#page=x)',
    '![[s.mp3]] ![[c.canvas]] ![](https://example.org/i.png) ![](data:image/png;base64,AA)',
  ].join('\n')
  const found = embeddedTargets(parseNote(text)).map(({ link, ...rest }) => [link.target, rest])
  expect(found).toEqual([
    ['Note', { kind: 'note' }],
    ['v1.2', { kind: 'note' }],
    ['Note', { kind: 'note' }],
    ['Note', { kind: 'note' }],
    ['a.png', { kind: 'image' }],
    ['a.PNG', { kind: 'image', width: 100 }],
    ['b.jpg', { kind: 'image', width: 20, height: 30 }],
    ['p.pdf', { kind: 'pdf' }],
    ['p.pdf', { kind: 'pdf', page: 3 }],
    ['p.pdf', { kind: 'pdf' }],
    ['s.mp3', { kind: 'file' }],
    ['c.canvas', { kind: 'file' }],
    ['https://example.org/i.png', { kind: 'web-image' }],
  ])
})
