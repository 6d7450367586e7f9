import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoteLinksContext } from '../markdown/note-link.tsx'
import { PreviewLines, WINDOW } from './note-preview.tsx'

function render(content: string, cited?: readonly [number, number]): string {
  return renderToStaticMarkup(<PreviewLines content={content} cited={cited} hasLinks={false} />)
}

test('shows a long text whole, and a very long one in pages', () => {
  const long = render('a line\n'.repeat(2_000))
  expect(long).toContain('Show all')
  const veryLong = render('a line of some length\n'.repeat(36_000), [20_000, 20_000])
  expect(veryLong).not.toContain('Show all')
  expect(veryLong.match(/<li/g)).toHaveLength(WINDOW)
  expect(veryLong).toMatch(/Lines 19,700–20,299 of 36,001/)
  expect(veryLong.match(/Later lines/g)).toHaveLength(2)
})

test('shows the beginning of a line of data', () => {
  const html = render(`${'x'.repeat(1_000_000)}\nend`)
  expect(html.length).toBeLessThan(10_000)
  expect(html).toContain('and 995,000 more characters')
})

test('shows code with every character: brackets are links only in a note’s prose', () => {
  const shown = (content: string, hasLinks: boolean) =>
    renderToStaticMarkup(
      <NoteLinksContext value={{ find: () => undefined, open: () => {} }}>
        <PreviewLines content={content} cited={[1, 1]} hasLinks={hasLinks} />
      </NoteLinksContext>,
    )
  const code = 'if [[ -f a ]]; then\nint x[[maybe_unused]];'
  const script = shown(code, false)
  expect(script).toContain('if [[ -f a ]]; then')
  expect(script).toContain('int x[[maybe_unused]];')
  const note = shown(`See [[a]] and \`[[b]]\`.\n\`\`\`\n${code}\n\`\`\``, true)
  expect(note).not.toContain('[[a]]')
  for (const whole of ['[[b]]', '[[ -f a ]]', 'x[[maybe_unused]];']) expect(note).toContain(whole)
})
