import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIgnore, loadIgnoreRules } from './create-ignore.ts'
import { listFolder } from './list-folder.ts'
import { readFileText } from './read-file-text.ts'

const HAS_GIT = spawnSync('git', ['--version']).status === 0
const RUNS = process.env['VARVE_TEST_SHARE'] === 'full' ? 200 : 15

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'varve-ignore-'))
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

const listed = async (): Promise<readonly string[]> =>
  (await listFolder(root, 1000)).files.map(({ path }) => path)

describe('ignore files', () => {
  test('leave files and folders out of the listing, each below its own folder', async () => {
    await write({
      '.gitignore': '# drafts\n/drafts/\n*.log\n!keep.log\n',
      'a.md': '',
      'drafts/b.md': '',
      'notes/drafts/c.md': '',
      'notes/x.log': '',
      'notes/keep.log': '',
      'notes/.gitignore': 'private*\n/only-here.md\n',
      'notes/private-1.md': '',
      'notes/deep/private-2.md': '',
      'notes/only-here.md': '',
      'notes/deep/only-here.md': '',
      'private-3.md': '',
    })
    expect(await listed()).toEqual([
      'a.md',
      'notes/deep/only-here.md',
      'notes/drafts/c.md',
      'notes/keep.log',
      'private-3.md',
    ])
  })

  test('.varveignore overrides every .gitignore, even deeper ones', async () => {
    await write({
      '.gitignore': 'build/\nsecret.md\n',
      '.varveignore': '!build/\n!secret.md\narchive/\n',
      'build/report.md': '',
      'secret.md': '',
      'archive/old.md': '',
      'notes/.gitignore': '*.md\n',
      'notes/.varveignore': '!wanted.md\n',
      'notes/wanted.md': '',
      'notes/other.md': '',
    })
    expect(await listed()).toEqual(['build/report.md', 'notes/wanted.md', 'secret.md'])
  })

  test('cannot reveal hidden files', async () => {
    await write({
      '.varveignore': '!.obsidian\n!node_modules\n',
      '.obsidian/a.md': '',
      'node_modules/b.md': '',
    })
    expect(await listed()).toEqual([])
  })

  test('an ignored note can be read by name', async () => {
    await write({ '.gitignore': 'a.md\n', 'a.md': 'text' })
    expect(await listed()).toEqual([])
    expect(await readFileText(root, 'a.md', 1e6)).toMatchObject({ text: 'text' })
  })

  test('match names in other Unicode forms, with special characters and in odd folders', async () => {
    await write({
      '.gitignore': '\ufeffcaf\u00e9.md\r\n\\#a.md\r\n\\!b.md\r\n',
      'cafe\u0301.md': '',
      '#a.md': '',
      '!b.md': '',
      '[draft] *?/.gitignore': 'x.md\n',
      '[draft] *?/x.md': '',
      'd/x.md': '',
    })
    expect(await listed()).toEqual(['d/x.md'])
  })

  test('endless rules and files that are not rules are reported and ignored', async () => {
    const hostile = `${'**/a/'.repeat(3)}b\n${'*a'.repeat(11)}\n${'x'.repeat(600)}\nfine.md\n`
    await write({ '.gitignore': hostile, 'fine.md': '', 'other.md': '', 'sub/c.md': '' })
    await symlink('/etc/hostname', join(root, 'sub/.gitignore'))
    const { files, problems } = await listFolder(root, 100)
    expect(files.map(({ path }) => path)).toEqual(['other.md', 'sub/c.md'])
    expect(problems).toEqual([
      '".gitignore", line 1: a rule has at most 2 "**"; the rule is not used.',
      '".gitignore", line 2: a rule has at most 10 wildcards; the rule is not used.',
      '".gitignore", line 3: a rule has at most 500 characters; the rule is not used.',
      '"sub/.gitignore" is a link that leads out of the workspace.',
    ])
  })

  test('have a maximum number of rules', () => {
    const text = Array.from({ length: 1002 }, (_, index) => `n${index}.md`).join('\n')
    const rules = createIgnore().within('', { gitignore: text })
    expect([rules.ignores('n999.md', 'file'), rules.ignores('n1000.md', 'file')]).toEqual([true, false])
    expect(rules.problems).toEqual([
      '".gitignore" has more than 1000 rules; those from line 1001 on are not used.',
    ])
  })

  test('rules of one folder are available without a listing', async () => {
    await write({ '.gitignore': '*.log\n', 'a/b/.varveignore': '!x.log\ny.md\n', 'a/b/x.log': '' })
    const inner = await loadIgnoreRules(root, 'a/b')
    expect(inner.ignores('a/b/x.log', 'file')).toBe(false)
    expect(inner.ignores('a/b/y.md', 'file')).toBe(true)
    const outer = await loadIgnoreRules(root, 'a')
    expect(outer.ignores('a/x.log', 'file')).toBe(true)
    expect(outer.ignores('a/y.md', 'file')).toBe(false)
    expect((await loadIgnoreRules(root, 'no/such/folder')).ignores('no/such/folder/a.log', 'file')).toBe(true)
  })
})

test.skipIf(!HAS_GIT)(
  `the listing is the same as git's own (${RUNS} random trees; skipped where there is no git)`,
  async () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'a b')
    const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `${names.join('/')}.md`)
    const pattern = fc
      .tuple(
        fc.constantFrom('', '!', '/', '!/'),
        fc.constantFrom(
          'a',
          'b',
          '*',
          'a*',
          '*b',
          '?',
          '**',
          '[ab]',
          '[!a]',
          'a/b',
          'a/*',
          '**/b',
          'a/**',
          'a/**/b',
          'ab\\',
        ),
        fc.constantFrom('', '/', '.md', ' ', '\\ '),
      )
      .map((parts) => parts.join(''))
    const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'))
    const places = fc.array(fc.tuple(fc.constantFrom('', 'a/', 'a/b/', 'ab/'), rules), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 8 }), places, async (files, ignores) => {
        await rm(root, { recursive: true, force: true })
        await mkdir(root)
        for (const path of files) await write({ [path]: '' })
        for (const [folder, text] of ignores) await write({ [`${folder}.gitignore`]: text })
        expect(await listed()).toEqual(gitListed())
      }),
      { numRuns: RUNS },
    )
  },
  120_000,
)

/** The notes that git would add. */
function gitListed(): readonly string[] {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...given], { encoding: 'utf8', env })
  git('init', '--quiet', '--template=')
  return git('ls-files', '-z', '--others', '--exclude-standard')
    .split('\0')
    .filter((path) => path.endsWith('.md'))
    .sort()
}
