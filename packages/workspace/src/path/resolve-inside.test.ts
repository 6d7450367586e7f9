import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInside, resolveInside } from './resolve-inside.ts'
import { WorkspaceError } from '../workspace-error.ts'

let base = ''
let root = ''

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'varve-inside-')))
  root = join(base, 'vault')
  await mkdir(join(root, 'notes'), { recursive: true })
  await mkdir(join(base, 'vault-sibling'))
  await writeFile(join(base, 'secret.md'), 'outside')
  await writeFile(join(base, 'vault-sibling', 'secret.md'), 'outside')
  await writeFile(join(root, 'notes', 'a.md'), 'inside')
  await writeFile(join(root, 'notes', 'cafe\u0301.md'), 'decomposed on disk')
  await symlink(join(root, 'notes', 'a.md'), join(root, 'inner.md'))
  await symlink(join(base, 'secret.md'), join(root, 'outer.md'))
  await symlink(base, join(root, 'up'))
  await symlink(join(base, 'vault-sibling'), join(root, 'sibling'))
  await symlink(join(root, 'loop'), join(root, 'loop'))
  await symlink(join(root, 'gone.md'), join(root, 'dangling.md'))
})

afterAll(() => rm(base, { recursive: true, force: true }))

/** The place that a path leads to, there or not, or the code of the refusal. */
const outcomeOf = (path: string): Promise<string> =>
  resolveInside(root, path).then(
    ({ realRoot, names, missing }) =>
      `${missing.length > 0 ? 'missing' : 'present'} ${join(realRoot, ...names, ...missing)}`,
    (error: unknown) => (error instanceof WorkspaceError ? error.code : String(error)),
  )

describe('resolveInside', () => {
  test('returns the real place of a file, also through an inner link', async () => {
    const names = ['notes', 'a.md']
    expect(await resolveInside(root, 'notes/a.md')).toMatchObject({ realRoot: root, names, isLink: false })
    expect(await resolveInside(root, 'inner.md')).toMatchObject({ realRoot: root, names, isLink: true })
  })

  test('finds a name stored in another Unicode form', async () => {
    expect((await resolveInside(root, 'notes/caf\u00e9.md')).names).toEqual(['notes', 'cafe\u0301.md'])
  })

  test.each([
    'outer.md',
    'up/secret.md',
    'up/vault-sibling/secret.md',
    'sibling/secret.md',
    'up',
    'loop',
    'loop/x',
  ])('refuses the link %j, which leads outside or nowhere', async (path) => {
    expect(await outcomeOf(path)).toBe('path-outside')
  })

  test.each([
    '../secret.md',
    'notes/../../secret.md',
    '../vault-sibling/secret.md',
    'notes\\..\\..\\secret.md',
  ])('refuses %j', async (path) => {
    expect(await outcomeOf(path)).toBe('path-invalid')
  })

  test.each(['%2e%2e/secret.md', '%2e%2e%2fsecret.md', '..%2fsecret.md', 'gone.md'])(
    'accepts %j for a new file of exactly that name',
    async (path) => {
      expect(await outcomeOf(path)).toBe(`missing ${join(root, path)}`)
    },
  )

  test.each(['dangling.md', 'notes/a.md/x'])(
    'finds nothing at %j, and no place for a new file',
    async (path) => {
      expect(await outcomeOf(path)).toBe('not-found')
    },
  )

  test('an error names the requested path and no location on disk', async () => {
    for (const path of ['outer.md', 'dangling.md', 'loop', '../x'])
      await expect(resolveInside(root, path)).rejects.toSatisfy(
        (error: Error) => !error.message.includes(base),
      )
  })

  test('returns a place inside or an error for any input', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'notes',
      'a.md',
      'up',
      'vault',
      'vault-sibling',
      'secret.md',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 7 }), async (pieces) => {
        const result = await outcomeOf(pieces.join(''))
        if (/^(?:present|missing) /.test(result)) expect(isInside(root, result.slice(8))).toBe(true)
        else expect(['path-invalid', 'path-outside', 'not-found']).toContain(result)
      }),
      { numRuns: 300 },
    )
  })

  test('a sibling whose name begins with the root is outside', () => {
    expect(isInside('/a/vault', '/a/vault')).toBe(true)
    expect(isInside('/a/vault', '/a/vault/..x')).toBe(true)
    expect(isInside('/a/vault', '/a/vault-sibling/x')).toBe(false)
    expect(isInside('/a/vault', '/a')).toBe(false)
  })
})

test('a link that leads outside reveals nothing about its target', async () => {
  expect(await outcomeOf('up/secret.md')).toBe('path-outside')
  expect(await outcomeOf('up/no-such-file.md')).toBe('path-outside')
})

test('a missing root is an error without a location on disk', async () => {
  await expect(resolveInside(join(base, 'gone'), 'a.md')).rejects.toSatisfy(
    (error: unknown) => error instanceof WorkspaceError && !error.message.includes(base),
  )
})
