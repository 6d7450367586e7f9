import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseComposer } from './parse-composer.ts'

const NAMES = {
  agents: ['editor', 'researcher', 'My agent'],
  templates: ['weekly'],
  skills: ['meeting-notes'],
}

const found = (text: string, names = NAMES) =>
  parseComposer(text, names).mentions.map(({ kind, name }) => `${kind}:${name}`)

describe('parseComposer', () => {
  test.each([
    [
      'See [[Plan]] and @[[Notes/Old|old]] and ![[Chart#Part]].',
      ['note:Plan', 'note:Notes/Old', 'note:Chart#Part'],
    ],
    [
      '@Projects/Plan.md, @plan.md#Dates; @plan!',
      ['note:Projects/Plan.md', 'note:plan.md#Dates', 'name:plan'],
    ],
    ['@"My notes/the plan.md" and @"My notes/"', ['note:My notes/the plan.md', 'folder:My notes/']],
    ['all of @Projects/2026/ please', ['folder:Projects/2026/']],
    ['@#work and (@#a/b-c), @#été.', ['tag:#work', 'tag:#a/b-c', 'tag:#été']],
    [
      '@https://a.example/x?y=1. Then (@http://b.example/c_(d))',
      ['url:https://a.example/x?y=1', 'url:http://b.example/c_(d)'],
    ],
    [
      '@vault @chats @web. @Composer, @agent',
      ['vault:vault', 'chats:chats', 'web:web', 'composer:composer', 'agent:'],
    ],
    ['@editor: fix it. @My agent too, @researcher.', ['agent:editor', 'agent:My agent', 'agent:researcher']],
    ['@editors @webby @vault/ @composers', ['name:editors', 'name:webby', 'folder:vault/', 'name:composers']],
    ['/weekly then /meeting-notes', ['template:weekly', 'skill:meeting-notes']],
    ['  /compact now', ['command:compact']],
    ['Über@web: «@Übersicht» „@web“', ['name:Übersicht', 'web:web']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test.each([
    'mail ada@web.example or a.b+c@vault.example',
    'https://social.example/@web/1 and x/@vault',
    '`@vault` and ``a ` @web`` b',
    '```\n@vault [[Plan]]\n/weekly\n```',
    '~~~md\n@vault\n```\n@web',
    '\\@vault and \\[[Plan]]',
    'a /etc/hosts and/or 3 /4, https://a.example/weekly',
    'issue @#12, @ web, @, [[]] [[\n]] [x] - [ ] todo',
    'Look: /compact is not at the beginning',
  ])('%j has none', (text) => {
    expect(found(text)).toEqual([])
  })

  test('an unclosed backtick hides nothing in the next paragraph', () => {
    expect(found("it's a ` tick\n\n@vault and ` again")).toEqual(['vault:vault'])
    expect(found('```js\nx\n```\n@web')).toEqual(['web:web'])
  })

  test('removes commands from the plain text, and keeps names', () => {
    const reading = parseComposer('@vault @web What says [[Plan]] about @#work? @editor', NAMES)
    expect(reading).toMatchObject({
      plain: 'What says [[Plan]] about @#work?',
      directives: { vault: true, web: true, composer: false, agent: 'editor' },
      attach: ['#work'],
      notes: ['Plan'],
    })
    expect(parseComposer('/weekly for May', NAMES)).toMatchObject({
      plain: 'for May',
      directives: { templates: ['weekly'], skills: [], commands: [] },
    })
    expect(parseComposer('Put it into @composer [[Plan]]').plain).toBe('Put it into @composer [[Plan]]')
  })

  test('keeps mentions in the text, in order and distinct', () => {
    const pieces = [
      '@',
      '[[',
      ']]',
      '/',
      '#',
      '`',
      '```',
      '\n',
      ' ',
      'a',
      'web',
      'editor',
      'https://x',
      '"',
      '.',
    ]
    const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((all) => all.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const { mentions } = parseComposer(text, NAMES)
        let last = 0
        for (const { from, to } of mentions) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          expect('@[/').toContain(text[from])
          last = to
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  test.each([
    '@',
    '[[',
    '`',
    '@"',
    '@#a',
    ' @a',
    '/a ',
    '@a.',
    ' @https://',
    '`\n\n',
    '```\n',
    '@a/',
    '(@x)',
  ])('reads 100 KB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length))
    expect(parseComposer(text, NAMES).text).toBe(text)
  })
})
