import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBoard } from './canvas-board.tsx'

const box = { x: 0, y: 0, width: 10, height: 10 }

test('cards and the arrows between them, without what makes no sense', () => {
  const board = parseBoard(
    JSON.stringify({
      nodes: [
        { id: 'a', type: 'text', text: 'words', color: '4', ...box },
        { id: 'b', type: 'file', file: 'plan.md', subpath: '#Next', ...box },
        { id: 'c', type: 'video', ...box },
        { id: 'd', type: 'text', text: 'nowhere' },
        null,
      ],
      edges: [
        { id: 'e', fromNode: 'a', fromSide: 'right', toNode: 'b', label: 'then' },
        { id: 'f', fromNode: 'a', toNode: 'gone' },
      ],
    }),
  )
  expect(board?.cards.map(({ content }) => content)).toEqual([
    { kind: 'text', text: 'words' },
    { kind: 'file', path: 'plan.md', heading: 'Next' },
  ])
  expect(board?.arrows).toMatchObject([
    { from: { id: 'a' }, to: { id: 'b' }, fromSide: 'right', toSide: undefined, atStart: false, atEnd: true },
  ])
})

test('an empty file is an empty board, other text is none', () => {
  expect(parseBoard('')).toEqual({ cards: [], arrows: [] })
  expect(parseBoard('{')).toBeUndefined()
  expect(parseBoard('[]')).toBeUndefined()
  expect(parseBoard('{"nodes":3}')).toBeUndefined()
})

test('any JSON is a board or none', () => {
  fc.assert(fc.property(fc.json(), (text) => void parseBoard(text)))
})
