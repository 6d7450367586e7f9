import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { type NoteLinks, NoteLinksContext } from './note-link.tsx'
import { NoteMarkdown } from './note-markdown.tsx'

const paths = new Map([
  ['plan', 'notes/plan.md'],
  ['plan.md', 'notes/plan.md'],
  ['floor plan.png', 'attachments/floor plan.png'],
])

const links: NoteLinks = {
  find: (target) => paths.get(target),
  hasHeading: (path, heading) => (path === 'notes/plan.md' ? heading === 'Next' : undefined),
  open: () => undefined,
  searchTag: () => undefined,
  picture: (path) => `/api/picture?path=${encodeURIComponent(path)}`,
}

function render(text: string, linesBefore = 0): string {
  return renderToStaticMarkup(
    <NoteLinksContext value={links}>
      <NoteMarkdown text={text} linesBefore={linesBefore} />
    </NoteLinksContext>,
  )
}

describe('links in a note', () => {
  test('a known target is a link with path and address, an unknown one says so', () => {
    expect(render('See [[plan|the plan]] and [[gone]].')).toBe(
      '<p data-line="1">See <a class="note-link" href="#/files/notes/plan.md" title="notes/plan.md">the plan</a>' +
        ' and <span class="note-link unresolved" title="There is no note “gone”">gone</span>.</p>',
    )
  })

  test('a Markdown link to a note works, with escapes decoded', () => {
    expect(render('[words](plan.md#Next)')).toContain(
      '<a class="note-link" href="#/files/notes/plan.md?heading=Next"',
    )
    expect(render('[words](floor%20plan.png)')).toContain('title="attachments/floor plan.png"')
    expect(render('[words](other.md)')).toBe('<p data-line="1"><span>words</span></p>')
  })

  test('stay literal in code', () => {
    expect(render('`[[plan]] #tag`')).toContain('<code>[[plan]] #tag</code>')
  })

  test('in a table an escaped bar separates target and alias', () => {
    expect(render('| a |\n| - |\n| [[plan\\|words]] |')).toContain('title="notes/plan.md">words</a>')
  })

  test('tags are buttons in a note and text in an answer', () => {
    expect(render('An #idea/new')).toContain('<button type="button" class="note-tag">#idea/new</button>')
    const answer = renderToStaticMarkup(
      <NoteLinksContext value={{ find: links.find, open: links.open }}>
        <Markdown text="An #idea of [[plan]]" sources={[]} onOpenSource={() => undefined} />
      </NoteLinksContext>,
    )
    expect(answer).toContain('An #idea of <a class="note-link"')
  })
})

test('marks a missing heading, but not one that exists or is unknown', () => {
  expect(render('[[plan#Nope]]')).toContain(
    'class="note-link unresolved" href="#/files/notes/plan.md?heading=Nope" title="There is no heading “Nope” in notes/plan.md"',
  )
  expect(render('[[plan#Next]] [[floor plan.png#x]]')).not.toContain('unresolved')
})

test('comments are hidden', () => {
  expect(render('a %%secret%% b\n\nc')).toMatch(/^<p data-line="1">a\s+b<\/p>\n<p data-line="3">c<\/p>$/)
})

test('a query is shown by its result, or with the reason why there is none', () => {
  const results = new Map([
    ['LIST FROM "books"', { text: '- [[books/Dune]]\n- [[plan]]', rows: 2 }],
    ['CALENDAR x', { text: 'This query was not run.' }],
  ])
  const draw = (query: string) =>
    renderToStaticMarkup(
      <NoteLinksContext
        value={{
          ...links,
          find: (target) => `${target}.md`,
          result: (asked) => {
            const given = results.get(asked)
            return given && { query: asked, ...given }
          },
        }}
      >
        <NoteMarkdown text={`\`\`\`dataview\n${query}\n\`\`\``} linesBefore={0} />
      </NoteLinksContext>,
    )
  const shown = draw('LIST FROM "books"')
  expect(shown).toContain('title="books/Dune.md">Dune</a>')
  expect(shown).toContain('<summary>2 results of a Dataview query</summary>')
  expect(draw('CALENDAR x')).toContain('<figcaption>This query was not run.</figcaption>')
  expect(draw('LIST')).not.toContain('figure')
})

test('an embed that stands alone is drawn in its place, one among words is a link', () => {
  const draw = (text: string) =>
    renderToStaticMarkup(
      <NoteLinksContext value={{ ...links, embed: (path, heading) => <b>{`${path} ${heading ?? ''}`}</b> }}>
        <NoteMarkdown text={text} linesBefore={0} />
      </NoteLinksContext>,
    )
  expect(draw('![[plan#Next]]')).toBe('<div data-line="1"><b>notes/plan.md Next</b></div>')
  expect(draw('- ![[plan]]')).toContain('<b>notes/plan.md </b></li>')
  expect(draw('See ![[plan]]')).toContain('<a class="note-link"')
  expect(draw('![[gone]]')).toContain('note-link unresolved')
  expect(draw('![[floor plan.png]]')).toContain('<img')
})

test('a callout has its title above its text; a quote stays a quote', () => {
  const icon = /<svg class="icon"[^>]*><path d="[^"]*"><\/path><\/svg>/
  const warning = render('> [!warning] Mind **this**\n> the gap')
  expect(warning).toMatch(icon)
  expect(warning.replace(icon, '')).toBe(
    '<blockquote data-line="1" data-end="2" class="callout" data-callout="warning">\n' +
      '<p data-line="1" data-end="2" class="callout-title">Mind <strong>this</strong></p><p data-line="1" data-end="2">\nthe gap</p>\n</blockquote>',
  )
  expect(render('> [!tip]\n> So.')).toContain('class="callout-title">Tip</p>')
  expect(render('> [!tip]-\n> So.')).toMatch(/<details><summary[^>]*class="callout-title">Tip<\/summary>/)
  expect(render('> [!tip]+\n> So.')).toContain('<details open="">')
  expect(render('> plain [!tip]')).not.toContain('callout')
  expect(render('> plain')).not.toMatch(icon)
})

test('marks highlighted words, except in code', () => {
  expect(render('A ==marked [[plan]]== word, a == b == c')).toMatch(
    /<mark>marked <a[^>]*>plan<\/a><\/mark> word, a == b == c/,
  )
  expect(render('`==x==`')).toContain('<code>==x==</code>')
})

describe('pictures', () => {
  test('have the width that the note gives', () => {
    expect(render('![[floor plan.png|100]]')).toContain('alt="floor plan.png" width="100" loading')
    expect(render('![[floor plan.png|100x50]]')).toContain('width="100" height="50"')
    expect(render('![[floor plan.png|a plan]]')).not.toContain('width=')
  })

  test('are shown from the workspace, embedded either way', () => {
    const src = 'src="/api/picture?path=attachments%2Ffloor%20plan.png"'
    expect(render('![[floor plan.png|300]]')).toContain(`<img ${src} alt="floor plan.png"`)
    expect(render('![The floor](floor%20plan.png)')).toContain(`<img ${src} alt="The floor"`)
  })

  test('are never loaded from the web', () => {
    const html = render(
      '![x](https://example.org/x.png) ![y][1] <img src="https://example.org/z.png">\n\n[1]: https://example.org/y.png',
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('image on the web, not loaded: x')
  })

  test('are shown when embedded as data, except drawings with scripts', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo='
    expect(render(`![A dot](${png})`)).toContain(`<img src="${png}" alt="A dot"`)
    const svg = render(`![](data:image/svg+xml;base64,${'QUJD'.repeat(50)})`)
    expect(svg).toBe('<p data-line="1">[image not shown: data:image/svg+xml]</p>')
    expect(render(`[words](${png})`)).not.toContain('data:')
  })

  test('an embedded note becomes a link', () => {
    expect(render('![[plan]]')).toMatch(
      /<a class="note-link" href="#\/files\/notes\/plan\.md" title="notes\/plan\.md"><svg/,
    )
  })
})

test('heading ranks have no gaps; their looks follow the source', () => {
  const ranks = (text: string) =>
    [...render(text).matchAll(/<h(\d)[^>]*data-rank="(\d)"/g)].map(
      ([, rank, written]) => `${written}:${rank}`,
    )
  expect(ranks('## a\n\n#### b\n\n## c\n\n### d')).toEqual(['2:3', '4:4', '2:3', '3:4'])
  expect(ranks('###### a\n\n# b')).toEqual(['6:3', '1:3'])
})

test('keeps single line breaks; tasks show whether they are done', () => {
  expect(render('one\ntwo')).toBe('<p data-line="1" data-end="2">one<br/>\ntwo</p>')
  expect(render('- [x] a\n- [ ] b')).toMatch(/aria-label="Done".*aria-label="To do"/s)
})

test('each block knows its line in the file', () => {
  const html = render('# One\n\nText\n\n- a\n- b\n', 4)
  expect([...html.matchAll(/<(\w+) data-line="(\d+)"/g)].map(([, tag, line]) => `${tag} ${line}`)).toEqual([
    'h3 5',
    'p 7',
    'li 9',
    'li 10',
  ])
})

test('nothing loads from other hosts and nothing runs, whatever is written', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '"',
    '](',
    '![',
    '![[',
    ']]',
    '[[',
    ')',
    '|',
    '#',
    '`',
    '\n',
    'plan',
    'floor plan.png',
    'javascript:',
    'data:image/png;base64,x',
    'https://e.org/x.png',
    ' onerror=',
    '//e.org',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const html = render(parts.join(''))
      for (const [, address = ''] of html.matchAll(/<img[^>]*? src="([^"]*)"/g))
        expect(address).toMatch(/^(?:\/api\/picture\?path=|data:image\/png;base64,)/)
      for (const [, address = ''] of html.matchAll(/<a[^>]*? href="([^"]*)"/g))
        expect(address).toMatch(/^(?:https?:|mailto:|#\/files\/)/i)
      // Text in quotes is an attribute value, such as the title of a link that leads nowhere.
      expect(html.replaceAll(/="[^"]*"/g, '=""')).not.toMatch(
        /<(?:script|iframe|object|embed|style|svg[^>]*onload|[^>]* on\w+=)/i,
      )
    }),
    { numRuns: 300 },
  )
})
