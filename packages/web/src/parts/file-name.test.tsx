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

test('a path goes by its last step', () => {
  expect(textOf(renderToStaticMarkup(<FileName path="research/interviews-may.md" />))).toBe(
    'interviews-may.md',
  )
})
