import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PreviewLines } from './preview-lines.tsx'
import { WINDOW } from './preview-window.ts'

function render(content: string, cited?: readonly [number, number]): string {
  return renderToStaticMarkup(<PreviewLines content={content} cited={cited} />)
}

test('a long text may be shown whole, a very long one is turned over in parts', () => {
  const long = render('a line\n'.repeat(2_000))
  expect(long).toContain('Show all')
  const veryLong = render('a line of some length\n'.repeat(36_000), [20_000, 20_000])
  expect(veryLong).not.toContain('Show all')
  expect(veryLong.match(/<li/g)).toHaveLength(WINDOW)
  expect(veryLong).toMatch(/Lines 19,700–20,299 of 36,001/)
  expect(veryLong.match(/Later lines/g)).toHaveLength(2)
})

test('of a line that is data the beginning is shown', () => {
  const html = render(`${'x'.repeat(1_000_000)}\nend`)
  expect(html.length).toBeLessThan(10_000)
  expect(html).toContain('and 995,000 more characters')
})
