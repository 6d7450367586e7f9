import { expect, test } from 'vitest'
import { hashText } from '../../artifact/hash.ts'
import { countOf, note, requestText, sendAll } from '../../testing/walkthroughs/send-message.ts'
import { toolText } from './tool-text.ts'
import { passageArtifact } from './used-artifacts.ts'

const read = note('a.md', 'text a')
const { places } = sendAll([{ text: 'x', attach: [read] }]).state.epochs['model-a']!
const hit = { key: 'a.md', contentHash: read.contentHash, lines: [3, 7], text: 'a passage' } as const

test('[L3-3] a search hit that is above in that version is given as key and lines', () => {
  expect(toolText(places, { text: '1 hit', hits: [hit] })).toBe('1 hit\n- a.md, lines 3-7 (readable above)')
})

test('[L3-3] one of another version, or of a note that is not there, is given with its text', () => {
  const newer = { ...hit, contentHash: hashText('newer') }
  const other = { ...hit, key: 'b.md' }
  expect(toolText(places, { text: '', hits: [newer, other] })).toBe(
    '- a.md, lines 3-7:\na passage\n- b.md, lines 3-7:\na passage',
  )
})

test('[L3-3] one of which only a preview stands is given with its text', () => {
  const kept = passageArtifact({ ...hit, key: 'b.md' }).key
  const { current: _current, ...preview } = places.get('a.md')!
  const result = { text: '', hits: [{ ...hit, key: 'b.md' }] }
  expect(toolText(places.set(kept, places.get('a.md')!), result)).toBe('- b.md, lines 3-7 (readable above)')
  expect(toolText(places.set(kept, preview), result)).toBe('- b.md, lines 3-7:\na passage')
})

test('[L3-3] one of a note that is attached to the same message stands there once', () => {
  const added = note('b.md', 'A passage of b.\n\nAnd more of it.')
  const found = {
    key: 'b.md',
    contentHash: added.contentHash,
    lines: [1, 1],
    text: 'A passage of b.',
  } as const
  const gathered = [{ tool: 'localSearch', arguments: '{}', text: '', hits: [found], recoverable: true }]
  const text = requestText(sendAll([{ text: 'x', attach: [added], gathered }]).plan)
  expect(countOf(text, 'A passage of b.')).toBe(1)
  expect(text).toContain('- b.md, lines 1-1 (readable below)')
  const old = [{ ...gathered[0]!, hits: [{ ...found, contentHash: hashText('older') }] }]
  expect(
    countOf(requestText(sendAll([{ text: 'x', attach: [added], gathered: old }]).plan), 'A passage of b.'),
  ).toBe(2)
})

test('without hits it is the text', () => {
  expect(toolText(places, { text: 'only text' })).toBe('only text')
  expect(toolText(places, { text: '', hits: [] })).toBe('')
})
