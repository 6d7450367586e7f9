import { expect, test } from 'vitest'
import { decodeBody } from './read-web-page.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')

test.each([
  ['text/html; charset=ISO-8859-1', latin1('<p>Zürich</p>')],
  ['text/html; charset="windows-1252"', latin1('<p>Zürich</p>')],
  ['text/html', latin1('<meta charset="iso-8859-1"><p>Zürich</p>')],
  ['text/html', latin1('<meta http-equiv=Content-Type content="text/html; charset=latin1"><p>Zürich</p>')],
  ['text/html', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><p>Zürich</p>')],
  ['text/html', latin1('<p>Zürich</p>')],
  ['text/html', utf8('<p>Zürich</p>')],
  [null, utf8('<p>Zürich</p>')],
  ['text/html; charset=nonsense', utf8('<p>Zürich</p>')],
  ['text/html', utf8('<meta charset=utf-16><p>Zürich</p>')],
  ['text/html; charset=latin1', utf8('\ufeff<p>Zürich</p>')],
  ['text/html', new Uint8Array(Buffer.from('\ufeff<p>Zürich</p>', 'utf16le'))],
  ['text/plain; charset=utf-8', utf8('Zürich')],
])('finds the charset by byte order mark, header, declaration or guess: %s', (type, body) => {
  expect(decodeBody(body, type)).toMatch(/Zürich(?:<\/p>)?$/)
})

test('decodes Shift_JIS as declared', () => {
  const body = Buffer.concat([Buffer.from('<meta charset=shift_jis>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])])
  expect(decodeBody(body, 'text/html')).toContain('日本')
})

test.each(['<meta ', 'charset=', '<meta charset', '; charset =', ' '])(
  'decodes a megabyte of %j quickly',
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    expect(decodeBody(utf8(text), `text/html${text}`)).toBe(text)
  },
)
