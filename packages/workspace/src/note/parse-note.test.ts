import { describe, expect, test } from 'vitest'
import { parseNote } from './parse-note.ts'
import type { NoteLink } from './parsed-note.ts'

const links = (text: string) => parseNote(text).links
const wiki = (target: string, more: Partial<NoteLink> = {}): NoteLink => ({
  form: 'wiki',
  embed: false,
  target,
  line: 1,
  ...more,
})
const markdown = (target: string, more: Partial<NoteLink> = {}): NoteLink =>
  wiki(target, { form: 'markdown', ...more })

describe('links', () => {
  test.each<[string, readonly NoteLink[]]>([
    ['[[a]]', [wiki('a')]],
    ['[[a/b c#H|shown]]', [wiki('a/b c', { heading: 'H', alias: 'shown' })]],
    ['[[a#H#Below]]', [wiki('a', { heading: 'H#Below' })]],
    ['[[#H]]', [wiki('', { heading: 'H' })]],
    ['[[a#^id]]', [wiki('a', { block: 'id' })]],
    ['![[a.png|100]]', [wiki('a.png', { embed: true, alias: '100' })]],
    ['x\ny [[ a ]]', [wiki('a', { line: 2 })]],
    ['| [[a\\|b]] | c |\n| - | - |', [wiki('a', { alias: 'b' })]],
    ['[[a]] [b](c.md) [[d]]', [wiki('a'), markdown('c.md', { alias: 'b' }), wiki('d')]],
    ['> - [[a]]', [wiki('a')]],
    ['# [[a]]', [wiki('a')]],
    ['[x](b%20c.md#H%20x)', [markdown('b c.md', { heading: 'H x', alias: 'x' })]],
    ['[x](a%23b.md)', [markdown('a#b.md', { alias: 'x' })]],
    ['[x](<b c.md> "title")', [markdown('b c.md', { alias: 'x' })]],
    ['[x](a(b).md)', [markdown('a(b).md', { alias: 'x' })]],
    ['[x](a\\_b.md)', [markdown('a_b.md', { alias: 'x' })]],
    ['[x](%E0%A4%A.md)', [markdown('%E0%A4%A.md', { alias: 'x' })]],
    ['[two\nlines](a.md)', [markdown('a.md', { alias: 'two\nlines' })]],
    [
      '[![alt](i.png)](a.md)',
      [markdown('a.md', { alias: '![alt](i.png)' }), markdown('i.png', { embed: true, alias: 'alt' })],
    ],
    ['![](https://example.org/i%20.png#x)', [markdown('https://example.org/i%20.png#x', { embed: true })]],
    ['[x]: a.md', [markdown('a.md', { alias: 'x' })]],
    ['$5 [[a]] for $6', [wiki('a')]],
    ['<b>[[a]]</b>', [wiki('a')]],
    ['`[[a]]`` [[b]]', [wiki('a'), wiki('b')]],
    ['`` ` `` [[a]]', [wiki('a')]],
    ['x %% [[b]]\n[[c]]\n%%\n[[a]]', [wiki('a', { line: 4 })]],
    ['x %% y\n%%\n\n[[a]]', [wiki('a', { line: 4 })]],
    ['- x %% y\n  %%\n\n[[a]]', [wiki('a', { line: 4 })]],
    ['> x %% y\n> %%\n\n[[a]]', [wiki('a', { line: 4 })]],
    ['x `%%` y\n%%\n[[b]]\n%%\n[[a]]', [wiki('a', { line: 5 })]],
    ['x %% y %%\n%%\n[[b]]\n%%\n[[a]]', [wiki('a', { line: 5 })]],
    ['x \\%% y\n%%\n[[b]]\n%%\n[[a]]', [wiki('a', { line: 5 })]],
  ])('%j', (text, expected) => {
    expect(links(text)).toEqual(expected)
  })

  test.each([
    '`[[a]]`',
    '`` [[a]] ` ``',
    '```\n[[a]]\n```',
    '~~~ js\n[[a]]\n~~~',
    '    [[a]]',
    '- x\n\n      [[a]]',
    '%% [[a]] %%',
    '%%\n# no\n[[a]]\n\n[[b]]\n%%',
    '%%\n[[a]] to the end',
    '<!-- [[a]] -->',
    '<!--\n[[a]]\n\n[[b]]\n-->',
    '<pre>\n[[a]]\n</pre>',
    '$[[1,2],[3,4]]$',
    '$$\n[[a]]\n$$',
    '\\[[a]]',
    '[[]]',
    '[[|a]]',
    '[[a\nb]]',
    '[[a], [b]]',
    '[[https://example.org]]',
    '[x](https://example.org)',
    '[x](mailto:a@example.org)',
    '[x](//example.org/a.md)',
    '[x]()',
    '[x](a b.md)',
    '<https://example.org/[[a]]>',
    '[^1]: note.md',
    '![](data:image/png;base64,AAAA)',
  ])('none in %j', (text) => {
    expect(links(text)).toEqual([])
  })

  test('a property gives links only in quotes', () => {
    const note = parseNote('---\nup: "[[a#h|b]]"\nlist:\n  - "[[c]]"\nraw: [[d]]\n---\n[[e]]')
    expect(note.links).toEqual([
      wiki('a', { heading: 'h', alias: 'b', line: 2 }),
      wiki('c', { line: 4 }),
      wiki('e', { line: 7 }),
    ])
  })
})

describe('tags', () => {
  test.each<[string, readonly string[]]>([
    ['#a #b/c #a #A', ['a', 'b/c']],
    ['# heading #x', ['x']],
    ['#Straße #標籤 #😀 #👩‍🌾', ['Straße', '標籤', '😀', '👩‍🌾']],
    ['#e\u0301', ['é']],
    ['(#a) **#b** ~~#c~~ _#d', ['a', 'b', 'c']],
    ['#a, #b. #c!', ['a', 'b', 'c']],
    ['#2021-06 #1984 #a1', ['2021-06', 'a1']],
    ['#a/ #/b', ['a', 'b']],
    ['`#a` a#b \\#c https://x.org/#d [x](#e) [[a#f]] ## #-', []],
    ['<a href="#x"> %% #y %%', []],
    ['---\ntags: [a, b]\n---\n#c #A', ['a', 'b', 'c']],
    ['---\ntags: a, b #c\n---', ['a', 'b']],
    ['---\ntags: "#a b"\ntag: c\n---', ['a', 'b', 'c']],
    ['---\nTags:\n  - x y\n  - 2024\n---', ['x y']],
    ['---\ntags: 2024\n---', []],
    ['---\ntags: "2024, y2024"\n---', ['y2024']],
    ['---\ntags: [[a]]\n---', ['a']],
    ['---\ntags: [[a, b], c]\n---', ['a', 'b', 'c']],
  ])('%j', (text, expected) => {
    expect(parseNote(text).tags).toEqual(expected)
  })
})

test('front matter, aliases and the start of the body', () => {
  const note = parseNote('---\naliases:\n  - Other\n  - "A: b"\nalias: x, y\ndate: 2021-06-16\n---\n# One\n')
  expect(note.frontMatter).toEqual({
    values: { aliases: ['Other', 'A: b'], alias: 'x, y', date: '2021-06-16' },
    lines: [1, 7],
  })
  expect(note.headings).toEqual([{ level: 1, text: 'One', line: 8 }])
  expect(note.aliases).toEqual(['Other', 'A: b', 'x', 'y'])
})

test('headings: ATX and setext, not in quotes, code or comments', () => {
  const text =
    '# A #\n\nB b\nc\n---\n\n> # no\n\n    # no\n#no\n\n###### F ^id\n%%\n# no\n%%\n```\n# no\n```\n#\n'
  expect(parseNote(text).headings).toEqual([
    { level: 1, text: 'A', line: 1 },
    { level: 2, text: 'B b c', line: 3 },
    { level: 6, text: 'F ^id', line: 12 },
    { level: 1, text: '', line: 19 },
  ])
})

test('fields: a line, brackets, parentheses; nested brackets; not in code; hidden ones too', () => {
  const text = [
    'Plain:: one two',
    '**Bold Name**:: [[x]], y',
    '- item:: in a list',
    'Text with [a:: [[n|m]] (b)] and (c:: d) but `[e:: f]`',
    'not a name. x:: y',
    'Empty::',
    '> quoted:: yes',
    '%%',
    'Hidden:: #done',
    '%%',
    'std::vector and http://[::1]/',
    '🌱 Emoji:: z',
  ].join('\n')
  expect(parseNote(text).fields.map(({ name, value, line }) => [name, value, line])).toEqual([
    ['Plain', 'one two', 1],
    ['Bold Name', '[[x]], y', 2],
    ['item', 'in a list', 3],
    ['a', '[[n|m]] (b)', 4],
    ['c', 'd', 4],
    ['Empty', '', 6],
    ['quoted', 'yes', 7],
    ['Hidden', '#done', 9],
    ['std', 'vector and http://[::1]/', 11],
    ['🌱 Emoji', 'z', 12],
  ])
  expect(parseNote(text).tags).toEqual([])
})

test('tasks with their tags and fields, nested, with other marks', () => {
  const text =
    '- [ ] one #a [due:: 2021-01-01]\n  - [x] two #b\n* [/] three\n1. [-] four\n- [] no\n- [ ]no\n\n[ ] no\n- [ ]\n'
  const { items } = parseNote(text)
  expect(items.map(({ text: shown, status, line, tags }) => [shown, status, line, tags])).toEqual([
    ['one #a [due:: 2021-01-01]', ' ', 1, ['a']],
    ['two #b', 'x', 2, ['b']],
    ['three', '/', 3, undefined],
    ['four', '-', 4, undefined],
    ['[] no', undefined, 5, undefined],
    ['[ ]no', undefined, 6, undefined],
    ['', ' ', 9, undefined],
  ])
  expect(items[0]?.fields).toEqual([{ name: 'due', value: '2021-01-01', line: 1 }])
  expect(parseNote(text).fields).toEqual([])
})

test('list items know their parent item', () => {
  const { items } = parseNote('- [ ] one\n  - item\n    1. [x] two\n\n> - [ ] three\n>   - [ ] four\n')
  expect(items.map(({ text, parent }) => [text, parent])).toEqual([
    ['one', undefined],
    ['item', 1],
    ['two', 2],
    ['three', undefined],
    ['four', 5],
  ])
})

test('fields in headings belong to the note, in brackets and as a whole line', () => {
  const text = '# Plan [status:: open]\n## due:: 2026-01-01\n- item [size:: 3]\n'
  expect(parseNote(text).fields.map(({ name, value, line }) => [name, value, line])).toEqual([
    ['status', 'open', 1],
    ['due', '2026-01-01', 2],
    ['size', '3', 3],
  ])
})

test('callouts', () => {
  const text = '> [!NOTE]- Title [[x]]\n> body\n> > [!tip|right]\n> > inner\n\n> quote\n\n> text\n> [!no]\n'
  expect(parseNote(text).callouts).toEqual([
    { type: 'note', title: 'Title [[x]]', lines: [1, 4] },
    { type: 'tip', title: '', lines: [3, 4] },
  ])
})

test('block ids: of a paragraph, of a list item with its children, and alone for the block before', () => {
  const text =
    'para\ntwo ^p\n\n- item ^i\n  - below\n- other\n\n> quote\n\n^q\n\n| a |\n| - |\n^t\n\nno^x ^y z\n\n## H ^h\n'
  expect(parseNote(text).blocks).toEqual([
    { id: 'p', lines: [1, 2] },
    { id: 'i', lines: [4, 5] },
    { id: 'q', lines: [8, 8] },
    { id: 't', lines: [12, 14] },
    { id: 'h', lines: [18, 18] },
  ])
})

test('query blocks with their lines, in lists and quotes too', () => {
  const text =
    '```dataview\nLIST\nFROM #a\n```\n- x\n  ~~~DataviewJS\n  dv.list()\n  ~~~\n\n> ```dataview\n> TASK\n> ```\n\n```js\nno\n```\n'
  expect(parseNote(text).queries).toEqual([
    { language: 'dataview', query: 'LIST\nFROM #a', lines: [1, 4] },
    { language: 'dataviewjs', query: 'dv.list()', lines: [6, 8] },
    { language: 'dataview', query: 'TASK', lines: [10, 12] },
  ])
})

test('absurdly deep quotes and lists keep their links up to the limit', () => {
  expect(links(`${'> '.repeat(20)}[[a]]`)).toHaveLength(1)
  expect(links(`${'- '.repeat(20)}[[a]]`)).toHaveLength(1)
  expect(links(`${'- '.repeat(5_000)}[[a]]`)).toEqual([])
})
