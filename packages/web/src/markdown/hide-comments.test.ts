import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideComments } from './note-markdown.tsx'

test('comments within a line and over several are left out, lines stay', () => {
  expect(hideComments('a %%hidden%% b')).toBe('a  b')
  expect(hideComments('a\n%%\nhidden\n\nmore\n%%\nb')).toBe('a\n\n\n\n\n\nb')
})

test('comments of HTML and the ids of blocks are left out, a power within a text is none', () => {
  expect(hideComments('a <!-- x\ny --> b')).toBe('a \n b')
  expect(hideComments('text ^b1\n\n- item ^b-2\n- more\n\n| t |\n\n^table')).toBe(
    'text \n\n- item \n- more\n\n| t |\n\n',
  )
  for (const text of ['x ^2\nis a power', 'x^2', 'a ^b c', '`x ^b`\n', '```\nx ^b\n```', 'a <!-- b'])
    expect(hideComments(text)).toBe(text)
})

test('code and what is not closed stay as written', () => {
  for (const text of ['`%%a%%`', '```\n%%a%%\n```\nb', '~~~~\n%%a\n~~~~\n%%b', '50%% off', '```\n%%a%%'])
    expect(hideComments(text)).toBe(text)
  expect(hideComments('```\n%%a%%\n```\n%%b%%c')).toBe('```\n%%a%%\n```\nc')
})

test('no line is lost, whatever is written', () => {
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
