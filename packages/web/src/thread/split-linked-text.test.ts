import { expect, test } from 'vitest'
import { splitLinkedText } from './question.tsx'

test('in a message, only notes named outside code are links', () => {
  const text = 'Compare [[plan]]\nand [[gone]]: `[[plan]]`\n```\nif [[ plan ]]; [[plan]]\n```\n[[plan|it]]'
  const pieces = splitLinkedText(text, (target) => target === 'plan')
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap((piece) => (piece.kind === 'link' ? [piece.label] : []))).toEqual(['plan', 'it'])
})
