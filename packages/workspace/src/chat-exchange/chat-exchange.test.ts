import * as fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { anyChat, anyText } from '../chat-file/testing/any-chat.ts'
import { printAnswerHtml } from './answer-html.ts'
import { printChatHtml, parseChatHtml } from './chat-html.ts'
import { parseChatJson, printChatJson } from './chat-json.ts'
import { parseChatJsonLines, printChatJsonLines } from './chat-json-lines.ts'
import { hashText } from '@varve/engine/internal'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 2_000 : 100
const empty = { id: 'x', title: 't', tags: [], turns: [] }

describe('JSON', () => {
  test('round-trips any conversation with every field and its texts', () => {
    fc.assert(
      fc.property(anyChat, fc.array(anyText, { maxLength: 3 }), (document, texts) => {
        const objects = new Map(texts.map((text) => [hashText(text), text]))
        expect(parseChatJson(printChatJson(document, objects))).toEqual({ document, objects, refused: [] })
      }),
      { numRuns: RUNS },
    )
  })

  test('refuses a text that does not match its hash', () => {
    const forged = printChatJson(empty, new Map([['a'.repeat(64), 'something else']]))
    expect(parseChatJson(forged)).toEqual({ document: empty, objects: new Map(), refused: ['a'.repeat(64)] })
  })

  test('keeps unknown fields', () => {
    const text = printChatJson({ ...empty, later: { a: 1 } } as typeof empty)
    expect(parseChatJson(text)).toMatchObject({ document: { later: { a: 1 } } })
  })

  test.each([
    ['nothing', '', 'no JSON'],
    ['another format', '{"a":1}', 'varve-chat'],
    ['a later version', '{"format":"varve-chat","version":2}', 'version 2'],
    ['no conversation', '{"format":"varve-chat","version":1}', 'no record'],
    ['a turn of the wrong kind', printChatJson({ ...empty, turns: [7] } as never), 'Turn 1'],
    ['nesting without end', '['.repeat(500_000), 'nested'],
  ])('%s is refused with a reason', (_, text, reason) => {
    const read = parseChatJson(text)
    expect('problem' in read && read.problem).toContain(reason)
  })
})

describe('JSON Lines', () => {
  test('round-trips any conversation through its messages', () => {
    fc.assert(
      fc.property(anyChat, (document) => {
        const lines = [...printChatJsonLines(document)]
        expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
        expect(parseChatJsonLines(lines)).toEqual({ document, problems: [] })
      }),
      { numRuns: RUNS },
    )
  })

  test('reads messages of other programs; a bad line affects only itself', () => {
    const { document, problems } = parseChatJsonLines([
      '{"role":"user","content":"Hello"}',
      'oops',
      '{"role":"assistant","content":"Hi"}',
      '{"role":"system","content":"Be kind"}',
      '{"role":"user","text":"Again","attached":5}',
    ])
    expect(document.turns).toMatchObject([{ userText: 'Hello', answers: [{ text: 'Hi' }] }])
    expect(problems.map(({ line }) => line)).toEqual([2, 4, 2])
  })
})

const IN_PAGE: ReadonlySet<string> = new Set(
  'html head meta title style body h1 h2 h3 h4 h5 h6 article footer p a em strong s code pre ul ol li blockquote hr br table thead tbody tr th td sup mark details summary'.split(
    ' ',
  ),
)
const INERT: ReadonlySet<string> = new Set([
  'class',
  'href',
  'title',
  'start',
  'style',
  'open',
  'data-language',
])

describe('HTML', () => {
  test('an answer reads like its Markdown, and anything that loads or runs becomes text', () => {
    const text =
      '**So**[^1]:\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nlet a < b\n```\n\n[x](javascript:alert(1)) ![p](https://e.org/p.png) <b>no</b>'
    const html = printChatHtml({
      ...empty,
      turns: [
        {
          id: 't',
          userText: '**typed**',
          context: { notes: [], urls: [], tabs: [], tags: [], folders: [] },
          attached: [],
          answers: [{ id: 'a', text, model: 'm', status: 'complete', chosen: true }],
        },
      ],
    })
    const page = parseHTML(html).document
    expect(page.querySelector('.user')?.textContent).toBe('**typed**')
    expect(page.querySelector('.ai strong + sup')?.textContent).toBe('[1]')
    expect(page.querySelectorAll('.ai td')).toHaveLength(2)
    expect(page.querySelector('.ai pre code')?.textContent).toBe('let a < b\n')
    expect(page.querySelectorAll('.ai :is(a, img, b)')).toHaveLength(0)
    expect(page.querySelector('.ai')?.textContent).toContain('[image not shown: p] <b>no</b>')
  })

  test.each([
    [
      'formulas keep their backslashes, and prices are none',
      'So \\(a_1 * b_1 * c\\) at $5 and $7.',
      '<p>So MATHS[a_1 * b_1 * c] at $5 and $7.</p>',
    ],
    ['a formula over lines', '$$\n\\frac{a}{b}\\,x\n$$', '<p>MATHS[\\frac{a}{b}\\,x]</p>'],
    ['a formula that can’t be read', '$\\frac{a$', '<p><code class="formula">\\frac{a</code></p>'],
    ['tasks', '- [ ] one\n- [x] two', '<ul><li>☐ one</li><li>☑ two</li></ul>'],
    [
      'a callout with its title',
      '> [!warning] Mind *this*\n> Words.',
      '<blockquote class="callout"><p class="title">Mind <em>this</em></p><p>Words.</p></blockquote>',
    ],
    [
      'a callout of its kind alone',
      '> [!tip]\n>\n> Words.',
      '<blockquote class="callout"><p class="title">Tip</p><p>Words.</p></blockquote>',
    ],
    [
      'folded parts, where they are whole',
      '<details><summary>A & b</summary>\n\nIn.\n\n</details>\n\n</details>',
      '<details open><summary>A &amp; b</summary><p>In.</p></details><p>&lt;/details&gt;</p>',
    ],
    [
      'marked words and headings below that of the chat',
      '# A\n\n==b== a==b',
      '<h3>A</h3><p><mark>b</mark> a==b</p>',
    ],
    ['the language of code', '```ts\n$a$\n```', '<pre data-language="ts"><code>$a$\n</code></pre>'],
  ])('an answer reads as on the page: %s', (_, text, html) => {
    const maths =
      /<span class="katex"><math.*?<annotation encoding="application\/x-tex">(.*?)<\/annotation>.*?<\/span>/gs
    const printed = printAnswerHtml(text).replaceAll(/(?<=>)\n|\n(?=<\/?(?:p|li|ul|blockquote)>)/g, '')
    expect(printed.replaceAll(maths, 'MATHS[$1]')).toBe(html)
  })

  test('round-trips any conversation, and the page runs and loads nothing', () => {
    fc.assert(
      fc.property(anyChat, (document) => {
        const html = printChatHtml(document)
        expect(parseChatHtml(html)).toEqual({ document })
        const page = parseHTML(html).document
        const tags = new Set(
          Array.from(page.querySelectorAll('*:not(.katex, .katex *)'), ({ tagName }) =>
            tagName.toLowerCase(),
          ),
        )
        expect([...tags].filter((tag) => !IN_PAGE.has(tag))).toEqual([])
        for (const element of page.querySelectorAll('.katex, .katex *'))
          expect(element.getAttributeNames().filter((name) => /^on|href|src/i.test(name))).toEqual([])
        for (const element of page.querySelectorAll('body :not(.katex, .katex *)')) {
          expect(element.getAttributeNames().filter((name) => !INERT.has(name))).toEqual([])
          expect(element.getAttribute('href') ?? 'https:').toMatch(/^(?:https?|mailto):/i)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('hostile text is shown as text', () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)> --> </article>'
    const html = printChatHtml({
      ...empty,
      title: script,
      turns: [
        {
          id: 't',
          userText: script,
          context: { notes: [script], urls: [], tabs: [], tags: [], folders: [] },
          attached: [],
          answers: [{ id: 'a', text: script, model: script, status: 'failed', chosen: true }],
        },
      ],
    })
    const page = parseHTML(html).document
    expect(page.querySelectorAll('script, img')).toHaveLength(0)
    expect(page.querySelector('h1')?.textContent).toBe(script)
    expect(html.split('-->')).toHaveLength(2)
    expect(html).toContain("default-src 'none'")
  })

  test('a page without a conversation is refused', () => {
    expect(parseChatHtml('<p>Hello</p>')).toHaveProperty('problem')
    expect(parseChatHtml('<!-- varve:chat {} -->')).toHaveProperty('problem')
  })
})
