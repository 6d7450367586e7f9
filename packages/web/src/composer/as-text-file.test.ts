import { expect, test } from 'vitest'
import { asTextFile } from './use-intake.ts'

test('an SVG is handed over as the text that it is', async () => {
  const drawing = new File(['<svg/>'], 'Plan.SVG', { type: 'image/svg+xml' })
  const text = asTextFile(drawing)
  expect([text.name, text.type, await text.text()]).toEqual(['Plan.SVG.txt', 'text/plain', '<svg/>'])
})

test('any other file is the one that was dropped', () => {
  const picture = new File(['x'], 'plan.png', { type: 'image/png' })
  expect(asTextFile(picture)).toBe(picture)
})
