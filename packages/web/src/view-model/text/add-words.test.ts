import { expect, test } from 'vitest'
import { addWords } from './format.ts'

test('appends words on a line of their own', () => {
  expect(addWords('', 'Use the new plan.')).toBe('Use the new plan.')
  expect(addWords('And then?', 'Use the new plan.')).toBe('And then?\nUse the new plan.')
  expect(addWords('Use the new plan. And then?', 'Use the new plan.')).toContain('\nUse the new plan.')
})

test('a second click adds nothing', () => {
  for (const words of ['Stop.', 'Stop.\nUse the new plan.'])
    for (const text of ['', 'And then?', 'And then?\n']) {
      const once = addWords(text, words)
      expect(addWords(once, words)).toBe(once)
      expect(addWords(`${once}\nMore.`, words)).toBe(`${once}\nMore.`)
    }
})
