import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepPrivate, makeFolder, makePrivateFolder } from './make-folder.ts'

const base = mkdtempSync(join(tmpdir(), 'varve-folder-'))

afterAll(() => rmSync(base, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o7777

test('creates folders with their parents, and keeps existing ones', () => {
  makeFolder(join(base, 'a', 'b', 'c'))
  makeFolder(join(base, 'a', 'b', 'c'))
  expect(existsSync(join(base, 'a', 'b', 'c'))).toBe(true)
  writeFileSync(join(base, 'file'), '')
  expect(() => makeFolder(join(base, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(base, 'file', 'in'))).toThrow()
})

test.skipIf(process.platform !== 'linux')('/proc accepts no folder, with an error instead of a hang', () => {
  expect(() => makeFolder('/proc/varve-none/data')).toThrow('/proc/varve-none')
})

test.skipIf(process.platform === 'win32')('a private folder is for its owner only', () => {
  const open = join(base, 'open')
  makeFolder(open)
  chmodSync(open, 0o755)
  makePrivateFolder(open)
  expect(modeOf(open)).toBe(0o700)
  const shared = join(base, 'shared')
  makeFolder(shared)
  chmodSync(shared, 0o1777)
  makePrivateFolder(shared)
  expect(modeOf(shared)).toBe(0o1777)
  const file = join(base, 'file-of-mine')
  writeFileSync(file, '', { mode: 0o644 })
  keepPrivate(file, 0o600)
  expect(modeOf(file)).toBe(0o600)
})
