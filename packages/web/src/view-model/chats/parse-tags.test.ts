import { expect, test } from 'vitest'
import { parseTags } from './parse-tags.ts'

test.each([
  ['launch', ['launch']],
  ['launch, money', ['launch', 'money']],
  ['#at sea,, #launch ,launch', ['at-sea', 'launch']],
  [' , #', []],
])('%j is %j', (text, tags) => {
  expect(parseTags(text)).toEqual(tags)
})
