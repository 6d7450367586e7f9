import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideComments } from './note-markdown.tsx'

test('removes comments within and across lines, and keeps the line count', () => {
  expect(hideComments('a %%hidden%% b')).toBe('a  b')
  expect(hideComments('a\n%%\nhidden\n\nmore\n%%\nb')).toBe('a\n\n\n\n\n\nb')
})

test('removes HTML comments and block ids, and keeps powers such as 2^10', () => {
  expect(hideComments('a <!-- x\ny --> b')).toBe('a \n b')
  expect(hideComments('text ^b1\n\n- item ^b-2\n- more\n\n| t |\n\n^table')).toBe(
    'text \n\n- item \n- more\n\n| t |\n\n',
  )
  for (const text of ['x ^2\nis a power', 'x^2', 'a ^b c', '`x ^b`\n', '```\nx ^b\n```', 'a <!-- b'])
    expect(hideComments(text)).toBe(text)
})

test('keeps code and unclosed comments as written', () => {
  for (const text of ['`%%a%%`', '```\n%%a%%\n```\nb', '~~~~\n%%a\n~~~~\n%%b', '50%% off', '```\n%%a%%'])
    expect(hideComments(text)).toBe(text)
  expect(hideComments('```\n%%a%%\n```\n%%b%%c')).toBe('```\n%%a%%\n```\nc')
})

test('never loses a line', () => {
  const pieces = fc.constantFrom(
    '%%',
    '<!--',
    '-->',
    ' ^a',
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    ' ',
    'word',
    '> ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      expect(hideComments(text).split('\n')).toHaveLength(text.split('\n').length)
    }),
  )
})
