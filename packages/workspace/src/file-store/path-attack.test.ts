import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { PATH_VECTORS } from '../testing/path-vectors.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'
import { WorkspaceError } from '../workspace-error.ts'

const LINKS: Readonly<Record<string, string>> = {
  'out-file.md': '../secret.md',
  'out-folder': '../outside',
  up: '..',
  root: '/',
  etc: '/etc',
  proc: '/proc/self',
  dev: '/dev',
  sibling: '../vault-sibling',
  'chain.md': 'out-file.md',
  'chain-2.md': 'notes/up/../outside/canary.md',
  'dangling-out.md': '../made-by-attack.md',
  'dangling-out-folder': '../made-by-attack',
  'dangling-in.md': 'notes/not-there.md',
  'loop.md': 'loop.md',
  'loop-a.md': 'loop-b.md',
  'loop-b.md': 'loop-a.md',
  'hidden-link.md': '.obsidian/secret.md',
  'hidden-folder': '.obsidian',
  self: '.',
  'notes/up': '../..',
  'in-link.md': 'notes/a.md',
  'in-folder': 'notes',
}

const CANARY = 'text of a file outside'
/** The picked ones come first and are always tried; of the generated ones the short share takes every fifth. */
const VECTORS = PATH_VECTORS.filter(
  (_, index) => process.env['VARVE_TEST_SHARE'] === 'full' || index < 154 || index % 5 === 0,
)

let place: TemporaryFolderStore
let before: Readonly<Record<string, string>>
let hiddenBefore: Readonly<Record<string, string>>

beforeAll(async () => {
  place = await temporaryFolderStore({ inMemory: true })
  const { base, root } = place
  for (const name of ['outside', 'vault-sibling', 'vault/notes', 'vault/.obsidian'])
    await mkdir(join(base, name))
  for (const name of ['secret.md', 'outside/canary.md', 'vault-sibling/canary.md'])
    await writeFile(join(base, name), CANARY)
  await writeFile(join(root, '.obsidian/secret.md'), CANARY)
  await writeFile(join(root, 'notes/a.md'), 'inside')
  for (const [name, target] of Object.entries(LINKS)) await symlink(target, join(root, name))
  await link(join(base, 'outside/canary.md'), join(root, 'hard-link.md'))
  execFileSync('mkfifo', [join(root, 'pipe.md')])
  before = outside()
  hiddenBefore = readTree(join(root, '.obsidian'))
})

afterAll(() => place.remove())

/** All that is beside the workspace and what it keeps. */
function outside(): Readonly<Record<string, string>> {
  const { base } = place
  return {
    names: readdirSync(base).sort().join(),
    secret: readFileSync(join(base, 'secret.md'), 'utf8'),
    outside: JSON.stringify(readTree(join(base, 'outside'))),
    sibling: JSON.stringify(readTree(join(base, 'vault-sibling'))),
  }
}

type Act = (store: FileStore, path: string) => Promise<unknown>

const INSIDE = Buffer.from('inside, written')
const ACTS: Readonly<Record<string, Act>> = {
  read: (store, path) => store.read(path),
  stat: (store, path) => store.stat(path),
  versions: (store, path) => store.versions(path),
  write: (store, path) => store.write(path, INSIDE, 'any'),
  'move to': async (store, path) => {
    if (!(await store.stat('moving.md'))) await store.write('moving.md', INSIDE, 'any')
    return store.move('moving.md', path, 'any')
  },
  'move from': async (store, path) => store.move(path, 'moved.md', 'any'),
  remove: async (store, path) => store.remove(path, 'any'),
  'restore to': async (store, path) => {
    const [removed] = await store.trash()
    if (removed) return store.restore(removed.id, path)
    await store.write('going.md', INSIDE, 'any')
    return store.restore((await store.remove('going.md', 'any')).id, path)
  },
  'restore a version by id': (store, path) => store.restoreVersion(path, 'any'),
}

/** The one file that an outsider shares with the workspace: a second name of the same bytes, not a way out. */
const isShared = (path: string): boolean => path === 'hard-link.md'

test(`no escape: ${VECTORS.length} paths, each tried in ${Object.keys(ACTS).length} ways`, async () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(200)
  for (const path of VECTORS)
    for (const [name, act] of Object.entries(ACTS)) {
      const result = await act(place.store, path).catch((error: unknown) => error)
      const what = `${name} ${JSON.stringify(path.slice(0, 80))}`
      if (result instanceof Error) {
        expect(result, what).toBeInstanceOf(WorkspaceError)
        expect(result.message.includes(place.base), what).toBe(false)
      } else if (!isShared(path)) expect(texts(result), what).not.toContain(CANARY)
    }
  expect(outside()).toEqual(before)
  expect(readTree(join(place.root, '.obsidian'))).toEqual(hiddenBefore)
}, 120_000)

/** Everything that a result could have given away, as text. */
function texts(result: unknown): string {
  if (result instanceof Uint8Array) return Buffer.from(result).toString('utf8')
  if (typeof result !== 'object' || result === null) return String(result)
  return Object.values(result).map(texts).join('\n')
}
