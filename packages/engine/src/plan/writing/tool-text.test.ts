import { expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { note, sendAll } from '../../walkthroughs/send-message.ts'
import { toolText } from './tool-text.ts'

const read = note('a.md', 'text a')
const { places } = sendAll([{ text: 'x', attach: [read] }]).state.epochs['model-a']!
const hit = { key: 'a.md', contentHash: read.contentHash, lines: [3, 7], text: 'a passage' } as const

test('[L3-3] a search hit that stands above in that version is given as key and lines', () => {
  expect(toolText(places, { text: '1 hit', hits: [hit] })).toBe('1 hit\n- a.md, lines 3-7 (readable above)')
})

test('[L3-3] one of another version, or of a note that is not there, is given with its text', () => {
  const newer = { ...hit, contentHash: hashText('newer') }
  const other = { ...hit, key: 'b.md' }
  expect(toolText(places, { text: '', hits: [newer, other] })).toBe(
    '- a.md, lines 3-7:\na passage\n- b.md, lines 3-7:\na passage',
  )
})

test('without hits it is the text', () => {
  expect(toolText(places, { text: 'only text' })).toBe('only text')
  expect(toolText(places, { text: '', hits: [] })).toBe('')
})
