import { expect, test } from 'vitest'
import { questionWords } from './recall-turns.ts'

test.each([
  ['What did you say about the heron?', ['heron']],
  ['And why?', []],
  ['Yes, thanks a lot, please go on.', ['lot']],
  ['Warum nicht die Brücke?', ['warum', 'nicht', 'die', 'brück']],
])('[L4-5] what “%s” is about', (text, words) => {
  expect(questionWords(text)).toEqual(words)
})
