import { scanText } from '../scan.ts'
import { findInPart, surroundings, toldIn } from './parts.ts'
import { describe, expect, test } from 'vitest'

const BASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Lines such as a key has, none like another. */
const LINES = Array.from({ length: 50 }, (_, line) =>
  Array.from(
    { length: 64 },
    (_each, at) => BASE[(line * 37 + at * (2 * line + 11) + ((at * at) >> 2)) % 64],
  ).join(''),
)
const KEY = ['-----BEGIN RSA PRIVATE KEY-----', ...LINES, '-----END RSA PRIVATE KEY-----'].join('\n')

/** Findings in a part of a text, given its surroundings. */
function foundIn(text: string, part: string): readonly string[] {
  const start = text.indexOf(part)
  const around = surroundings(text, start, start + part.length)
  const told = around.flatMap((one) => toldIn(one, scanText(one)))
  const found = findInPart(part, scanText(part), told)
  return found.map((one) => `${one.type} ${part.slice(one.start, one.end)}`)
}

describe('a part of a text', () => {
  test.each([
    ['lines out of the middle of a key', LINES.slice(30, 33).join('\n')],
    ['half a line of it', LINES[41]?.slice(7, 40) ?? ''],
  ])('%s are the key', (_, part) => {
    const text = `# Server\n\n${'Some words. '.repeat(300)}\n\n${KEY}\n\nMore of it.\n`
    expect(scanText(part)).toEqual([])
    expect(foundIn(text, part)).toEqual([`PRIVATE_KEY ${part}`])
  })

  test('the end of one key is not the beginning of the next', () => {
    const text = `${KEY}\n\nThe harbour opens at nine and closes at five.\n`
    expect(foundIn(text, 'The harbour opens at nine')).toEqual([])
  })

  test('a value without its label, or a split number, is identified by its surroundings', () => {
    expect(
      foundIn('The password of the server is\nCorrect9Horse!\nand nothing else.', 'Correct9Horse!'),
    ).toEqual(['PASSWORD Correct9Horse!'])
    expect(foundIn('IBAN: GB29 NWBK 6016\n1331 9268 19, pay soon.', '1331 9268 19, pay')).toEqual([
      'IBAN 1331 9268 19',
    ])
  })

  test('existing findings stay', () => {
    const part = 'Mail ann@posteo.net.'
    expect(foundIn(`${part} Her card is 4111 1111 1111 1111.`, part)).toEqual(['EMAIL ann@posteo.net'])
  })
})
