import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FileName, SplitName } from './file-name.tsx'

/** What is read aloud and copied. */
function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, '')
}

test.each(['interviews-may.md', 'pricing.md, lines 12–21', 'a.md', ''])('%j is one text', (name) => {
  expect(textOf(renderToStaticMarkup(<SplitName name={name} />))).toBe(name)
})

test('shows a path by its last part', () => {
  expect(textOf(renderToStaticMarkup(<FileName path="research/interviews-may.md" />))).toBe(
    'interviews-may.md',
  )
})

test('a right-to-left name keeps its halves in order', () => {
  expect(renderToStaticMarkup(<SplitName name="סיכום הפגישה עם הלקוח.md" />)).toMatch(
    /^<span class="file-name" dir="rtl">/,
  )
  expect(renderToStaticMarkup(<SplitName name="launch-plan.md" />)).not.toContain('dir=')
})
