import { hashText } from '@varve/engine/internal'
import { describe, expect, test } from 'vitest'
import { parseNote } from '../note/parse-note.ts'
import type { DataviewNote } from './vault.ts'
import { runDataview } from './run-dataview.ts'

/** Results that the plugin gives for the same notes; where it differs on purpose, the title says so. */
const VAULT: Readonly<Record<string, string>> = {
  'a.md': [
    '---',
    'date: 2026-03-01',
    'owner: ann',
    'sizes: [3, 1, 2, 3]',
    'words: "Grey Seal, [[b|the other]]"',
    '---',
    'start_date:: 2026-01-05',
    '_lead_time:: 3 days',
    '',
    '# Work [state:: open]',
    '## due:: 2026-06-01',
    '- [ ] paint #home [cost:: 40]',
    '  - buy brushes',
    '  - [x] sand [[missing note]]',
    '- tools:: saw ^tool',
    '',
    'See [[missing note]] and [[b#Part]] and ![[b]].',
  ].join('\n'),
  '2026-04-02.md': '- [ ] call\n- [x] write\n\nBack to [[a]].\n',
  '2026-04-09.md': '---\ndate: 2026-02-02\n---\nDated otherwise.\n',
  'b.md': '---\nOwner: Ben\nowner: Bea\nday: "[[2026-05-05]]"\n---\n# Part\n- [ ] alone\n',
  'Zoo.md': '---\nowner: Änne\n---\npages:: 1, 2\npages:: 3\n\nNothing here but [[missing note]].\n',
}

function run(query: string, path = 'a.md'): string {
  const notes = Object.entries(VAULT).map(
    ([name, text]): DataviewNote => ({
      path: name,
      parsed: parseNote(text),
      contentHash: hashText(text),
      bytes: text.length,
      modified: 0,
    }),
  )
  const resolveLink = (target: string): string | undefined =>
    notes.map((note) => note.path).find((each) => each === target || each === `${target}.md`)
  return runDataview(query, { today: '2026-11-18', source: { notes, resolveLink }, path }).text
}

const value = (expression: string): string =>
  run(`LIST WITHOUT ID ${expression} FROM "a.md"`).replace(/^- /, '')

describe('fields', () => {
  test('finds an inline field with an underscore', () => {
    expect(value('start_date')).toBe('2026-01-05')
    expect(value('start_date + dur(1 day)')).toBe('2026-01-06')
  })

  test('a field in a heading belongs to its note', () => {
    expect(value('state + " until " + due')).toBe('open until 2026-06-01')
  })

  test('file.day is the field `date` or `day`, else from the file name', () => {
    expect(run('TABLE WITHOUT ID file.name, file.day SORT file.day')).toBe(
      [
        '| file.name | file.day |',
        '| --- | --- |',
        '| Zoo | - |',
        '| b | - |',
        '| 2026-04-09 | 2026-02-02 |',
        '| a | 2026-03-01 |',
        '| 2026-04-02 | 2026-04-02 |',
      ].join('\n'),
    )
  })

  test('an exact name precedes one in another case', () => {
    expect(run('LIST WITHOUT ID owner FROM "b"')).toBe('- Bea')
    expect(run('LIST WITHOUT ID row["Owner"] FROM "b"')).toBe('- Ben')
  })

  test('a repeated field becomes a list', () => {
    expect(run('LIST WITHOUT ID list(pages, length(pages)) FROM "Zoo"')).toBe('- [[1, 2], 3], 2')
  })

  test('joins text and a missing value with a dash', () => {
    expect(value('"due " + nothing')).toBe('due -')
    expect(value('nothing + " due"')).toBe('- due')
    expect(value('"ab" * 2')).toBe('abab')
    expect(value('string(nothing)')).toBe('-')
  })
})

describe('sources and order', () => {
  test('FROM a missing note finds the notes that link to it', () => {
    expect(run('LIST FROM [[missing note]] SORT file.name')).toBe('- [[a]]\n- [[Zoo]]')
    expect(run('LIST FROM [[no link anywhere]]')).toBe('No results.')
  })

  test('texts sort alphabetically, so that SORT and LIMIT choose the same notes', () => {
    expect(run('LIST WITHOUT ID owner WHERE owner SORT owner LIMIT 2')).toBe('- ann\n- Änne')
    expect(value('"a" < "B"')).toBe('true')
  })

  test('unique() returns its values in order', () => {
    expect(value('unique(sizes)')).toBe('1, 2, 3')
    expect(value('unique(list("b", "A", "b", "a"))')).toBe('a, A, b')
    expect(value('length(unique(file.lists))')).toBe('4')
  })
})

describe('tasks and lists', () => {
  test('file.tasks returns tasks, file.lists every item', () => {
    expect(value('file.tasks')).toBe('[ ] paint #home [cost:: 40], [x] sand [[missing note]]')
    expect(value('length(file.lists)')).toBe('4')
    expect(value('file.lists.tools')).toBe('-, -, -, saw ^tool')
  })

  test('a matching task brings everything inside it', () => {
    expect(run('TASK WHERE contains(tags, "#home")')).toBe(
      [
        '- [[a]]',
        '  - [ ] paint #home [cost:: 40]',
        '    - buy brushes',
        '    - [x] sand [[missing note]]',
      ].join('\n'),
    )
    expect(run('TASK FROM "a.md" WHERE completed')).toBe('- [[a]]\n  - [x] sand [[missing note]]')
  })

  test('tasks keep the order of SORT; the note is named again when it changes', () => {
    expect(run('TASK WHERE !parent SORT text')).toBe(
      [
        '- [[b]]',
        '  - [ ] alone',
        '- [[2026-04-02]]',
        '  - [ ] call',
        '- [[a]]',
        '  - [ ] paint #home [cost:: 40]',
        '    - buy brushes',
        '    - [x] sand [[missing note]]',
        '- [[2026-04-02]]',
        '  - [x] write',
      ].join('\n'),
    )
  })

  test('children, links and the block id of an item', () => {
    expect(value('file.tasks[0].children.text')).toBe('buy brushes, sand [[missing note]]')
    expect(value('file.tasks[1].outlinks')).toBe('[[missing note]]')
    expect(value('meta(file.lists[3].link).subpath')).toBe('tool')
    expect(value('file.lists.line')).toBe('11, 12, 13, 14')
    expect(value('file.lists.parent')).toBe('-, 11, 11, -')
    expect(value('file.lists[0].section')).toBe('[[a#due:: 2026-06-01]]')
  })
})

describe('functions that take functions', () => {
  test.each([
    ['map(sizes, (n) => n * 2)', '6, 2, 4, 6'],
    ['filter(sizes, (n) => n > 1 and n != length(file.lists))', '3, 2, 3'],
    ['sort(sizes, (n) => -n)', '3, 3, 2, 1'],
    ['any(file.tasks, (t) => t.completed)', 'true'],
    ['all(file.tasks, (t) => t.completed)', 'false'],
    ['none(sizes, (n) => n > 3)', 'true'],
    ['minby(file.tasks, (t) => default(t.cost, 99)).text', 'paint #home [cost:: 40]'],
    ['maxby(sizes, (n) => n)', '3'],
    ['maxby(list("a", "b"), (n) => 1)', 'b'],
    ['minby(list("a", "b"), (n) => 1)', 'a'],
    ['reduce(sizes, (so, n) => so + n)', '9'],
    ['reduce(sizes, "*")', '18'],
    ['map(list(1, 2), (a) => map(list(10, 20), (b) => a + b))', '[11, 21], [12, 22]'],
    ['map(sizes, (n) => owner)', 'ann, ann, ann, ann'],
  ])('%s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })
})

describe('functions', () => {
  test.each([
    ['average(sizes)', '2.25'],
    ['sum(sizes)', '9'],
    ['sum(list())', '-'],
    ['product(list(2, 3))', '6'],
    ['floor(2.7) + ceil(2.1) + trunc(-1.5)', '4'],
    ['split("a1b22c", "[0-9]+")', 'a, b, c'],
    ['split("a b c", " ", 2)', 'a, b'],
    ['split("a1b22c", "([0-9])[0-9]?")', 'a, 1, b, 2, c'],
    ['length(split("ab", "(x)?b"))', '3'],
    ['split("abc", "")', 'a, b, c'],
    ['length(split("", ","))', '1'],
    ['length(split("", ""))', '0'],
    ['split("😀b", "")', '😀, b'],
    ['replace("a-b-c", "-", "+")', 'a+b+c'],
    ['regexreplace("2026-11-18", "(\\\\d+)-(\\\\d+)-.*", "$2/$1")', '11/2026'],
    ['regextest("ea", "Seal")', 'true'],
    ['regexmatch("ea", "Seal")', 'false'],
    ['regexmatch("^Se", "Seal")', 'true'],
    ['regexmatch("S.*|x", "Seal")', 'true'],
    ['regexmatch("Se|x", "Seal")', 'true'],
    ['regextest(nothing, "x")', 'false'],
    ['substring("hello", 1, 3)', 'el'],
    ['truncate("hello world", 8)', 'hello...'],
    ['padleft("7", 3, "0")', '007'],
    ['containsword(words, "grey")', 'true'],
    ['containsword(words, "gre")', 'false'],
    ['dateformat(date, "dd MMM yyyy, EEEE")', '01 Mar 2026, Sunday'],
    ['dateformat(date, "\'week\' WW")', 'week 09'],
    ['flat(list(list(1, 2), list(3, list(4))))', '1, 2, 3, [4]'],
    ['flat(list(list(1, list(2))), 2)', '1, 2'],
    ['slice(sizes, -2)', '2, 3'],
    ['slice(sizes, 1, 3)', '1, 2'],
    ['object("a", 1, "b", 2).b', '2'],
    ['{ a: 1, "b c": sizes }["b c"]', '3, 1, 2, 3'],
    ['extract(file, "name", "ext")', '{ name: a, ext: md }'],
    ['display(words)', 'Grey Seal, the other'],
    ['display(link("b", "the other"))', 'the other'],
    ['display([[b]])', 'b'],
    ['meta([[b#Part|x]])', '{ display: x, embed: false, path: b.md, subpath: Part, type: header }'],
    ['meta(embed(link("b"))).embed', 'true'],
    ['firstvalue(list(nothing, 2))', '2'],
    ['reverse("abc")', 'cba'],
    ['choice(list(true, false), "a", "b")', 'a, b'],
    ['default(list(nothing, 1), 0)', '0, 1'],
    ['startswith(nothing, "a")', '-'],
    ['join(list(1, nothing), "/")', '1/-'],
    ['join(list(1, 2), list("-", "+"))', '1-2, 1+2'],
    ['typeof((x) => x)', 'function'],
  ])('%s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })

  test('LIST sort(…) is a function, SORT a clause', () => {
    expect(run('LIST WITHOUT ID sort(sizes) FROM "a.md"')).toBe('- 1, 2, 3, 3')
    expect(run('LIST sort(sizes) WHERE sizes SORT (file.name) DESC')).toBe('- [[a]]: 1, 2, 3, 3')
    expect(run('LIST SORT (file.name) LIMIT 1')).toBe('- [[2026-04-02]]')
  })

  test('a comment may follow a clause on its line', () => {
    expect(run('LIST // all of them\nWHERE owner = "ann" // only hers\n// the end')).toBe('- [[a]]')
    expect(value('"https://x.example"')).toBe('https://x.example')
  })

  test('a function in place of a value, or the reverse, is reported', () => {
    expect(run('LIST length(1) FROM "a.md"')).toContain('length() does not work with number')
    expect(run('LIST map(sizes, 1) FROM "a.md"')).toContain('map() needs a function such as (x) => x.name')
  })

  test('bombs: nested functions, long texts and large patterns terminate', () => {
    const nested = 'map(list(1,2,3,4,5,6,7,8,9,10), (x) => '.repeat(8)
    expect(run(`LIST ${nested}1${')'.repeat(8)}`)).toContain('a query that takes this many steps')
    expect(value('"ab" * 1000000')).toContain('a text of more than 100000 characters')
    expect(value('regextest("(x+x+)+y", "x" * 90000)')).toBe('false')
    expect(value('regextest("((a{0,100}){0,100}){0,100}", "a")')).toContain('the pattern "((a{0,100})')
  })
})
