import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Run, varve } from '../testing/varve.ts'
import { addedLines } from './hook.ts'

const CARD = '4111 1111 1111 1111'
let base = ''

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: base,
    encoding: 'utf8',
    stdio: 'pipe',
  })

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-hook-'))
  git('init', '--quiet')
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const hook = (...args: readonly string[]): Promise<Run> => varve(['hook', ...args], { cwd: base })
const path = () => join(base, '.git/hooks/pre-commit')
const stage = (name: string, text: string) => {
  writeFileSync(join(base, name), text)
  git('add', name)
}

test('the hook stops a commit with private data and lets a clean one pass', async () => {
  expect(await hook('install')).toMatchObject({ status: 0 })
  stage('plan.md', '# Plan\n\nNothing here.\n')
  git('commit', '--quiet', '-m', 'one')
  stage('plan.md', `# Plan\n\nNothing here.\nPay with ${CARD}\n`)
  expect(() => git('commit', '-m', 'two')).toThrow(/plan\.md:4 {2}critical {2}CREDIT_CARD/)
  expect(git('log', '--oneline').trim().split('\n')).toHaveLength(1)
  expect(await hook('uninstall')).toMatchObject({ status: 0 })
  expect(existsSync(path())).toBe(false)
})

test('only added lines count, and values are masked', async () => {
  stage('old.md', `${CARD}\n`)
  git('commit', '--quiet', '-m', 'one')
  stage('old.md', `${CARD}\nmore\n`)
  expect(await hook('run')).toMatchObject({ status: 0, stdout: '' })
  stage('new.md', `++ not a header\n\nMail ada.lovelace@posteo.net or ${CARD}.\n`)
  const run = await hook('run', '--fail-on', 'critical', '--json')
  expect(run.status).toBe(3)
  expect(run.stdout + run.stderr).not.toContain(CARD)
  expect(JSON.parse(run.stdout)).toContainEqual(
    expect.objectContaining({ path: 'new.md', line: 3, type: 'CREDIT_CARD' }),
  )
})

test('a hook of another tool is never changed', async () => {
  writeFileSync(path(), '#!/bin/sh\nexit 0\n')
  for (const verb of ['install', 'uninstall'])
    expect(await hook(verb)).toMatchObject({ status: 1, stderr: expect.stringContaining('something else') })
  expect(readFileSync(path(), 'utf8')).toBe('#!/bin/sh\nexit 0\n')
})

test('other folders for hooks are found, and those of Husky are left to it', async () => {
  git('config', 'core.hooksPath', '.githooks')
  expect(await hook('install')).toMatchObject({ status: 0 })
  expect(existsSync(join(base, '.githooks/pre-commit'))).toBe(true)
  // As Husky sets up a repository: its own hooks are wrappers, which run those of the user.
  const wrapper = '#!/bin/sh\nexec sh -e "$(dirname "$(dirname "$0")")/$(basename "$0")" "$@"\n'
  mkdirSync(join(base, '.husky/_'), { recursive: true })
  writeFileSync(join(base, '.husky/_/pre-commit'), wrapper, { mode: 0o755 })
  git('config', 'core.hooksPath', '.husky/_')
  expect(await hook('install')).toMatchObject({ status: 0 })
  expect(readFileSync(join(base, '.husky/_/pre-commit'), 'utf8')).toBe(wrapper)
  stage('plan.md', `Pay with ${CARD}\n`)
  expect(() => git('commit', '-m', 'one')).toThrow(/plan\.md:1 {2}critical {2}CREDIT_CARD/)
  writeFileSync(join(base, '.husky/pre-commit'), 'npm test\n')
  expect(await hook('install')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /\.husky\/pre-commit is a hook of something else.*add this line to it: varve hook run/,
    ),
  })
  expect(readFileSync(join(base, '.husky/pre-commit'), 'utf8')).toBe('npm test\n')
})

test('says when there is no repository, and when there is no hook to remove', async () => {
  expect(await hook('uninstall')).toMatchObject({ status: 0, stdout: 'There is no pre-commit hook here.\n' })
  rmSync(join(base, '.git'), { recursive: true })
  expect(await hook('install')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('inside a repository'),
  })
})

test('counts lines across hunks, and keeps special characters in names', () => {
  const diff = [
    'diff --git a/a b.md b/a b.md',
    '--- a/a b.md',
    '+++ b/a b.md\t',
    '@@ -1,2 +1 @@',
    '-one',
    '--- two',
    '+++ three',
    '@@ -9,0 +9,2 @@ head',
    '+four',
    '+five',
    '\\ No newline at end of file',
  ].join('\n')
  expect(addedLines(diff)).toEqual([{ path: 'a b.md', numbers: [1, 9, 10], text: '++ three\nfour\nfive' }])
})
