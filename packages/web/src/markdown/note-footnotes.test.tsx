import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type NoteLinks, NoteLinksContext } from './note-link.tsx'
import { NoteMarkdown } from './note-markdown.tsx'

const links: NoteLinks = {
  find: (target) => (target === '' ? 'here.md' : undefined),
  hasHeading: (_path, heading) => heading === 'third-part',
  open: () => undefined,
}

function render(text: string): string {
  return renderToStaticMarkup(
    <NoteLinksContext value={links}>
      <NoteMarkdown text={text} linesBefore={0} />
    </NoteLinksContext>,
  )
}

const words = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()

test('numbers footnotes by their marks and lists them below, linked both ways', () => {
  const html = render('# T\n\n5 [^two] and 6 [^1]\n\n[^1]: The *first*.\n[^two]: See [[gone]].\n\nMore.')
  expect(html).toMatch(
    /5 <sup><button[^>]*data-footnote="user-content-fnref-two"[^>]*>1<\/button><\/sup> and 6/,
  )
  const [text = '', below = ''] = html.split(/<section[^>]*>/)
  expect(html).toContain('aria-label="Footnotes"')
  expect(words(text)).toMatch(/^T\n5 1 and 6 2\nMore\.$/)
  expect(below).toMatch(/<li data-line="6" data-footnote="user-content-fn-two">.*See.*<li data-line="5"/s)
  expect(below).toContain('The <em>first</em>.')
  expect(html).not.toMatch(/ id=| href="#/)
  expect(html.match(/<h\d/g)).toHaveLength(1)
})

test('a footnote without a mark keeps its text, a mark without a footnote stays literal', () => {
  expect(words(render('a [^x]\n\n[^y]: Kept **here**.'))).toMatch(/^a \[\^x\]\s+Kept here\.$/)
})

test('links within the note lead to headings; a link to none stays text', () => {
  expect(render('[third](#third-part)')).toMatch(/<(?:a|button)[^>]*class="note-link"[^>]*>third</)
  expect(render('[third](#nowhere)')).toBe('<p data-line="1"><span>third</span></p>')
  expect(render('[third](#)')).toBe('<p data-line="1"><span>third</span></p>')
})

test('hides comments and block ids', () => {
  expect(words(render('One <!-- not\nthis --> two ^b1\n\n- item ^b-2\n- other\n\n^table-1'))).toBe(
    'One\ntwo\n\nitem\nother',
  )
  expect(words(render('`a <!-- b --> ^c`'))).toBe('a &lt;!-- b --&gt; ^c')
})
