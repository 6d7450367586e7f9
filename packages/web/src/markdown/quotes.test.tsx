import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { quotableSources } from '../thread/answer-body.tsx'
import { Markdown } from './markdown.tsx'
import { holdsQuotes, quoteFinder, QuotesContext } from './quotes.tsx'

const source = { number: 1, path: 'notes/plan.md', lines: [3, 5] as const }
const find = quoteFinder([{ source, text: 'We **launch** on\n1 December 2026, if all’s well.' }])

test.each([
  ['as it stands there', 'launch on 1 December 2026', true],
  ['with other quotation marks and spaces', "if all's   well.", true],
  ['with one word changed', 'launch on 2 December 2026', false],
  ['of too few words', '1 December', false],
])('checks a quote word for word: %s', (_, quote, isThere) => {
  expect(find(quote)).toBe(isThere ? source : undefined)
})

test('marks a quote found in its source, and only that; ignores code', () => {
  const render = (text: string) =>
    renderToStaticMarkup(
      <QuotesContext value={find}>
        <Markdown text={text} sources={[source]} onOpenSource={() => undefined} />
      </QuotesContext>,
    )
  expect(render('It says “launch on 1 December 2026”.[^1]')).toContain('Found word for word in plan.md')
  expect(render('It says “launch on 9 December 2026”.[^1]')).not.toContain('Found word for word')
  expect(render('`"launch on 1 December 2026"`')).not.toContain('Found word for word')
})

test('reads sources only for an answer with quotes', () => {
  expect(holdsQuotes('We launch soon.[^1]')).toBe(false)
  expect(holdsQuotes('It says "soon".')).toBe(true)
})

test('an answer may quote what it cites and what came with its message, each text once, but no picture', () => {
  const attached = (key: string, kind: string) =>
    ({ key, kind, title: key, tokens: 1, form: 'full' }) as const
  const quotable = quotableSources(
    {
      attachments: [
        attached('notes/plan.md', 'note'),
        attached('notes/terms.md', 'note'),
        attached('a.png', 'image'),
      ],
      passages: [{ place: 'p', path: 'notes/faq.md', title: 'FAQ', lines: [2, 4] }],
    },
    { sources: [source] },
  )
  expect(quotable.map(({ path }) => path)).toEqual(['notes/plan.md', 'notes/terms.md', 'notes/faq.md'])
})
