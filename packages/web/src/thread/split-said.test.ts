import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSaid } from './answer-body.tsx'

const steps = (...texts: readonly string[]) => texts.map((text) => ({ text }))

test('text between steps is shown with its step, the rest after them', () => {
  expect(splitSaid('I look.\n\nNow I read.\n\nIt is so.', steps('I look.', '', 'Now I read.\n'))).toEqual({
    said: ['I look.', '', 'Now I read.'],
    rest: 'It is so.',
  })
  expect(splitSaid('It is so.', [])).toEqual({ said: [], rest: 'It is so.' })
  expect(splitSaid('  It is so.', steps('', ''))).toEqual({ said: ['', ''], rest: '  It is so.' })
})

test('text that differs stays in the answer', () => {
  expect(splitSaid('As [^1] says.\n\nNow.\n\nSo.', steps('As [^7] says.', 'Now.'))).toEqual({
    said: ['', ''],
    rest: 'As [^1] says.\n\nNow.\n\nSo.',
  })
})

test('a step reported before its text already has it', () => {
  expect(splitSaid('I lo', steps('I look.'))).toEqual({ said: ['I look.'], rest: '' })
  expect(splitSaid('', steps('I look.'))).toEqual({ said: ['I look.'], rest: '' })
})

test('shows every word once', () => {
  const words = fc.stringMatching(/^[a-c .]{0,6}$/)
  fc.assert(
    fc.property(fc.array(words, { maxLength: 4 }), words, (said, end) => {
      const text = [...said.map((one) => one.trim()).filter((one) => one !== ''), end.trim()].join('\n\n')
      const split = splitSaid(text, steps(...said))
      const shown = [...split.said, split.rest].join(' ')
      expect(shown.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
  )
})
