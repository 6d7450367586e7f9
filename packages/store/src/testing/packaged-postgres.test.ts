import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries, unprivilegedUser } from './packaged-postgres.ts'

test.skipIf(process.platform === 'win32')('creates the links that the package lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-links-'))
  mkdirSync(join(folder, 'native/lib'), { recursive: true })
  writeFileSync(join(folder, 'native/lib/libx.so.1.2'), '')
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }))
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  for (let round = 0; round < 2; round += 1) linkLibraries(folder)
  expect(readlinkSync(join(folder, 'native/lib/libx.so'))).toBe('libx.so.1.2')
  expect(existsSync(join(folder, 'native/lib/libx.so.1'))).toBe(true)
  rmSync(folder, { recursive: true })
})

test('runs as an unprivileged user when started as root, if there is one', () => {
  const nobody = 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65533:nobody:/:/bin/false\n'
  expect(unprivilegedUser(nobody)).toEqual({ uid: 65534, gid: 65533 })
  expect(unprivilegedUser(`${nobody}postgres:x:101:104::/:/bin/sh\n`)).toEqual({ uid: 101, gid: 104 })
  expect(unprivilegedUser('root:x:0:0:root:/root:/bin/bash\n')).toBeUndefined()
})
