import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runInWorker } from '../worker/run-in-worker.ts'
import { htmlToText } from './html-to-text.ts'
import { isNestedDeeper } from './scan-html.ts'
import type { PageAnswer, PageJob } from './page-protocol.ts'
import { PAGE_LIMITS, type PageLimits, type RenderedPage, renderPage } from './read-web-page.ts'

const url = 'https://site.test/page'
const prose = 'A sentence of some length that stands in an article for people to read. '.repeat(10)

function render(html: string, limits?: Partial<PageLimits>): Promise<RenderedPage> {
  return renderPage({ html, url, limits })
}

describe('[bombs] hostile pages', () => {
  test.each([
    ['100,000 open elements', `<title>Deep</title>${'<div>'.repeat(100_000)}the end`],
    ['100,000 nested elements, closed', `${'<b>'.repeat(100_000)}the end${'</b>'.repeat(100_000)}`],
    ['100,000 nested lists', `${'<ul><li>'.repeat(100_000)}the end`],
    ['closing tags of others between', `${'<div></span>'.repeat(100_000)}the end`],
    ['quotes that hide nesting', `${'<div title=">">'.repeat(100_000)}the end`],
  ])('%s are read as plain text', async (_words, html) => {
    const page = await render(html)
    expect(page.markdown).toBe(_words.includes('lists') ? '- the end' : 'the end')
    expect(page.warning).toContain('400 deep')
  })

  test('10 MB are read as plain text, completely', async () => {
    const html = `<title>Long</title><article>${'<p>Some text here, of a paragraph.</p>'.repeat(280_000)}</article>`
    const page = await render(html)
    expect(html.length).toBeGreaterThan(10_000_000)
    expect(page.title).toBe('Long')
    expect(page.markdown.length).toBe(280_000 * 'Some text here, of a paragraph.\n\n'.length - 2)
    expect(page.warning).toContain(`${html.length} characters`)
  })

  test('a page that takes too long is stopped, and its text is returned', async () => {
    const html = `<p>${'&amp;&lt;&#x41;'.repeat(200_000)}</p>`
    const page = await render(html, { milliseconds: 700 })
    expect(page.warning).toContain('700 ms')
    expect(page.markdown).toBe('&<A'.repeat(200_000))
  })

  test('a page that takes too much memory is stopped, and its text is returned', async () => {
    const html = `<article>${'<p>word <b>word</b></p>'.repeat(100_000)}</article>`
    const page = await render(html, { heapMegabytes: 24 })
    expect(page.warning).toContain('24 MB')
    expect(page.markdown.startsWith('word word\n\nword word')).toBe(true)
  })

  test('script, style, comments and megabytes of base64 leave no trace', async () => {
    const data = 'A'.repeat(1_500_000)
    const page = await render(
      `<html><body><article><h1>T</h1><p>${prose}</p><script>evil("<p>x</p>")</script><style>p{}</style>` +
        `<!-- <p>hidden</p> --><img src=" data:image/png;base64,${data}" width=900 height=900>` +
        `<a href="data:text/html;base64,${data}">link</a><a href=" JaVaScRiPt:evil()">run</a>` +
        `<iframe src="https://site.test/frame"></iframe><svg onload="evil()"></svg></article></body></html>`,
    )
    expect(page.warning).toBeUndefined()
    expect(page.markdown.length).toBeLessThan(2_000)
    expect(page.markdown).not.toMatch(/evil|hidden|base64|javascript/i)
    expect(page.images).toEqual([])
  })

  test.each(['', '\0<', '<!-- <script>', '<a b="', '<html></p><table><td><table>x<3 y'])(
    'broken markup gives a page, empty or not: %j',
    async (html) => {
      const page = await render(html, { milliseconds: 10_000 })
      expect(page.images).toEqual([])
    },
  )
})

describe('[leaks] reading a page', () => {
  test.each([
    'https://x.com/someone/status/1234567890',
    'https://www.reddit.com/r/some/comments/abc123/title/',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.bilibili.com/video/BV1xx411c7mD/',
    'https://wiki.c2.com/?WikiWikiWeb',
  ])('fetches nothing, even for sites the library would call: %s', async (site) => {
    const outcome = await runInWorker<PageJob, PageAnswer>({
      entry: new URL('./page-thread.ts', import.meta.url),
      input: {
        html: '<html><head><title>t</title></head><body><div id="root"></div></body></html>',
        url: site,
        nesting: PAGE_LIMITS.nesting,
      },
      limits: PAGE_LIMITS,
    })
    expect(outcome).toMatchObject({ kind: 'done', value: { refusedRequests: 0 } })
  })
})

describe('the plain reader', () => {
  test('keeps headings, lists, cells and entities', () => {
    const { title, text } = htmlToText(
      '<head><title> A &amp; B </title></head><h2>Head</h2><p>one<br>two &mdash; &#8364; &#x20AC; &bogus; &#0;</p>' +
        '<ul><li>a<li>b</ul><table><tr><td>1<td>2</table><textarea>no</textarea>x < 3',
    )
    expect(title).toBe('A & B')
    expect(text.split('\n\n')).toEqual([
      '## Head',
      'one',
      'two — € € &bogus; \ufffd',
      '- a',
      '- b',
      '1 2',
      'x < 3',
    ])
  })

  test('an entity named like an object member stays as it is', () => {
    expect(htmlToText('<p>&valueOf; &toString;</p>').text).toBe('&valueOf; &toString;')
  })

  test('accepts any text, and keeps all words outside tags', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '!',
      '-',
      '&',
      ';',
      '#',
      'script',
      'p',
      'x',
      ' ',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join('')
        expect(htmlToText(html).text).toBe(htmlToText(html).text.trim())
        expect(isNestedDeeper(html, 60)).toBe(false)
        expect(htmlToText(`<p>first word</p>${html}`).text.startsWith('first word')).toBe(true)
      }),
    )
  })

  test.each([
    '<',
    '<a ',
    '<a b="',
    '<!--',
    '</',
    '&',
    '&#',
    '<script>',
    '<title>',
    '<li>',
    '<a b=">',
    '="\'',
    '<p>a',
  ])('a megabyte of %j is read quickly, in linear steps', (piece) => {
    const html = piece.repeat(Math.ceil(1_000_000 / piece.length))
    expect(htmlToText(html).text.length).toBeLessThanOrEqual(html.length)
    expect(isNestedDeeper(html, 2_000_000)).toBe(false)
  })
})
