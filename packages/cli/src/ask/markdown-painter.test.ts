import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Paint } from '../paint.ts'
import { markdownPainter } from './markdown-painter.ts'

const paint: Paint = (style, text) => `<${[style].flat().join('+')}>${text}</>`

function painted(text: string, size = text.length): string {
  const painter = markdownPainter(paint)
  let shown = ''
  for (let at = 0; at < text.length; at += size) shown += painter.write(text.slice(at, at + size))
  return shown + painter.end()
}

test.each([
  ['# Launch\nAt noon.', '<bold+blue># Launch</>\nAt noon.'],
  ['It is **12 December** at *noon*.', 'It is <bold>12 December</> at <italic>noon</>.'],
  ['Run `npm ci` now.', 'Run <cyan>npm ci</> now.'],
  ['- one\n  2. two', '<cyan>-</> one\n  <cyan>2.</> two'],
  ['> said so', '<dim>> </>said so'],
  ['At the pier.[^1]', 'At the pier.<dim>[^1]</>'],
  ['```ts\nconst a = `b`\n```\nDone.', '<dim>```ts</>\n<cyan>const a = `b`</>\n<dim>```</>\nDone.'],
  ['2 * 3 = 6 and a[1]', '2 * 3 = 6 and a[1]'],
  ['snake_case_name', 'snake_case_name'],
  ['#tag is no heading', '#tag is no heading'],
])('%j', (text, shown) => {
  expect(painted(text)).toBe(shown)
})

test('looks the same in chunks of any size, and no word is lost', () => {
  const text = '# A\n\n- **b** `c`\n\n```\n**raw**\n```\n\n1. x[^2] *y*\n> z\n2 * 3'
  const plain = (shown: string): string => stripVTControlCharacters(shown.replace(/<[\w+]*>|<\/>/g, ''))
  for (let size = 1; size < 12; size += 1) expect(plain(painted(text, size))).toBe(plain(painted(text)))
})

test('shows words before their line is complete', () => {
  const painter = markdownPainter(paint)
  expect(painter.write('The launch')).toBe('The launch')
  expect(painter.write(' is **soon')).toBe(' is <bold>soon</>')
})
