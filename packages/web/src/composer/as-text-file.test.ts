import { expect, test } from 'vitest'
import { asTextFile } from './use-intake.ts'

test('an SVG is uploaded as text', async () => {
  const drawing = new File(['<svg/>'], 'Plan.SVG', { type: 'image/svg+xml' })
  const text = asTextFile(drawing)
  expect([text.name, text.type, await text.text()]).toEqual(['Plan.SVG.txt', 'text/plain', '<svg/>'])
})

test('any other file is uploaded unchanged', () => {
  const picture = new File(['x'], 'plan.png', { type: 'image/png' })
  expect(asTextFile(picture)).toBe(picture)
})
