import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonValue } from '@varve/engine/internal'
import { privacyOf, privacyProblem } from './privacy-of.ts'
import { parsePrivacyRules, readPrivacyRules } from './read-privacy-rules.ts'
import type { ParsedNote } from '../note/parsed-note.ts'

interface NoteOptions {
  readonly tags?: readonly string[]
  readonly values?: { readonly [name: string]: JsonValue }
  readonly problem?: string
}

function note({ tags = [], values = {}, problem }: NoteOptions = {}): ParsedNote {
  const none = {
    headings: [],
    aliases: [],
    links: [],
    blocks: [],
    fields: [],
    items: [],
    callouts: [],
    queries: [],
  }
  return { ...none, tags, frontMatter: problem === undefined ? { values } : { values, problem } }
}

const rules = parsePrivacyRules(
  JSON.stringify({ localOnly: ['Clients/', '#client', 'one/file.md'], private: ['Diary', '#diary/'] }),
)

describe('privacyOf', () => {
  test.each([
    ['a.md', note(), 'open'],
    ['Clients/x/a.md', note(), 'local-only'],
    ['clients/a.pdf', undefined, 'local-only'],
    ['Clients-old/a.md', note(), 'open'],
    ['one/file.md', note(), 'local-only'],
    ['one/file.md.txt', undefined, 'open'],
    ['Diary/2026/a.md', note(), 'private'],
    ['a.md', note({ tags: ['Client'] }), 'local-only'],
    ['a.md', note({ tags: ['client/acme'] }), 'local-only'],
    ['a.md', note({ tags: ['clients'] }), 'open'],
    ['a.md', note({ tags: ['client', 'diary/2026'] }), 'private'],
    ['a.md', note({ values: { varve: 'private' } }), 'private'],
    ['a.md', note({ values: { Varve: ' Local-Only ' } }), 'local-only'],
    ['Diary/a.md', note({ values: { varve: 'open' } }), 'private'],
    ['a.md', note({ values: { varve: ['open', 'private'] } }), 'private'],
    ['a.md', note({ values: { private: true } }), 'private'],
    ['a.md', note({ values: { Private: 'Yes' } }), 'private'],
    ['a.md', note({ values: { 'local-only': true } }), 'local-only'],
    ['a.md', note({ values: { localOnly: true, private: false } }), 'local-only'],
    ['a.md', note({ values: { private: false, 'local-only': null } }), 'open'],
    ['Clients/a.md', note({ values: { private: false } }), 'local-only'],
  ] as const)('%s %j is %s', (path, parsed, expected) => {
    expect(privacyOf(path, parsed, rules)).toBe(expected)
  })

  test.each([
    ['a note that was not parsed', 'a.md', undefined],
    ['front matter that cannot be read', 'a.md', note({ problem: 'bad indentation' })],
    ['a word that means nothing', 'a.md', note({ values: { varve: 'secret' } })],
    ['a switch that is neither on nor off', 'a.md', note({ values: { private: 'family' } })],
    ['a value that is no word', 'a.md', note({ values: { varve: { mode: 'private' } } })],
  ] as const)('%s counts as local-only', (_, path, parsed) => {
    expect(privacyOf(path, parsed, rules)).toBe('local-only')
  })
})

describe('Varve/workspace.json', () => {
  test.each([
    ['{"private": ["a/"]', /is not JSON: .*JSON/],
    ['{\n  "private": ["a/",]\n}', /Unexpected token ']'.*"a\/",\] \}/],
    ['[]', /has to be an object/],
    ['{"Private": ["a/"]}', /a key "Private"/],
    ['{"private": ["a/"],}', /line 1 column 20/],
    ['{"private": {"a/": true}}', /private: has to be a list/],
    ['{"private": "a/*"}', /private, entry 1: "a\/\*" has a wildcard/],
    ['{"private": [" a/"]}', /begins or ends with a blank/],
    ['{"private": ["/home/me/notes/a/"]}', /looks like a folder of the machine/],
    ['{"private": ["a//b"]}', /entry 1/],
    ['{"localOnly": ["fine/", 5]}', /localOnly, entry 2/],
    ['{"private": ["diary/**"]}', /wildcard/],
    ['{"private": ["../x"]}', /entry 1/],
    ['{"private": ["#"]}', /is not a tag/],
    ['{"private": ["a/"], "private" : ["b/"]}', /"private" more than once/],
    ['', /Unexpected end/],
  ])('%s is reported, and nothing is open', (text, problem) => {
    const broken = parsePrivacyRules(text)
    expect(broken.problems.join()).toMatch(problem)
    expect(privacyOf('any.md', note(), broken)).toBe('private')
    expect(privacyProblem(broken)).toMatch(problem)
  })

  test.each(['"diary/"', '["./diary/"]', '["/diary/"]', '["././/diary"]'])(
    'private: %s is interpreted strictly',
    (value) => {
      const understood = parsePrivacyRules(`{"private": ${value}}`)
      expect(understood.problems).toEqual([])
      expect(privacyProblem(understood)).toBeUndefined()
      expect(privacyOf('diary/a.md', note(), understood)).toBe('private')
      expect(privacyOf('a.md', note(), understood)).toBe('open')
    },
  )

  test('valid rules in a broken file apply', () => {
    const broken = parsePrivacyRules('{"private": ["diary/", 5], "other": 1}')
    expect(broken.problems).toHaveLength(2)
    expect(privacyOf('diary/a.md', note(), broken)).toBe('private')
  })

  test.each(['/', './', '.'])('"%s" means everything', (entry) => {
    const whole = parsePrivacyRules(JSON.stringify({ localOnly: [entry] }))
    expect(privacyOf('a.png', undefined, whole)).toBe('local-only')
  })

  test('any text gives rules, and rules with a problem leave everything private', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"private": ${json}}`),
    )
    fc.assert(
      fc.property(text, fc.string(), (given, path) => {
        const parsed = parsePrivacyRules(given)
        if (parsed.problems.length > 0) expect(privacyOf(path, note(), parsed)).toBe('private')
      }),
    )
  })

  describe('on disk', () => {
    let root = ''

    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'varve-privacy-'))
      await mkdir(join(root, 'Varve'))
    })
    afterEach(() => rm(root, { recursive: true, force: true }))

    test('a missing file means open', async () => {
      const none = await readPrivacyRules(root)
      expect(none).toEqual({ localOnly: [], private: [], problems: [] })
      expect(privacyOf('a.md', note(), none)).toBe('open')
    })

    test('in a missing folder closes everything', async () => {
      await rm(root, { recursive: true })
      const { problems } = await readPrivacyRules(root)
      expect(problems).toEqual(['The folder of this workspace is not there.'])
    })

    test('is read', async () => {
      await writeFile(join(root, 'Varve/workspace.json'), '\ufeff{"private": ["diary/"]}')
      expect(privacyOf('diary/a.md', note(), await readPrivacyRules(root))).toBe('private')
    })

    test('as a link that leads out, as binary or too large closes everything', async () => {
      const file = join(root, 'Varve/workspace.json')
      await symlink('/etc/hostname', file)
      expect((await readPrivacyRules(root)).problems).toHaveLength(1)
      await rm(file)
      await writeFile(file, new Uint8Array([0xff, 0xfe]))
      expect((await readPrivacyRules(root)).problems).toHaveLength(1)
      await writeFile(file, ' '.repeat(300_000))
      expect((await readPrivacyRules(root)).problems).toHaveLength(1)
    })

    test.skipIf(process.getuid?.() === 0)(
      'without read permission closes everything (not as administrator)',
      async () => {
        await writeFile(join(root, 'Varve/workspace.json'), '{}')
        await chmod(join(root, 'Varve/workspace.json'), 0)
        expect((await readPrivacyRules(root)).problems).toHaveLength(1)
      },
    )
  })
})
