import { expect, test } from 'vitest'
import { parseTags } from './chat-menu.tsx'

test.each([
  ['launch', ['launch']],
  ['launch, money', ['launch', 'money']],
  ['#at sea,, #launch ,launch', ['at-sea', 'launch']],
  [' , #', []],
])('%j is %j', (text, tags) => {
  expect(parseTags(text)).toEqual(tags)
})
