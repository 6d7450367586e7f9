import { chmodSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { buildIndex } from './testing/build-index.ts'
import { isLargeAndNew } from './is-large-and-new.ts'
import { type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

let place: TemporaryWorkspace

afterEach(() => place.remove())

function write(files: number, folder: string): void {
  for (let n = 0; n < files; n++) place.write(`${folder}/${n % 7}/${n}.md`, 'words')
}

test('many files and no index yet: worth a thread; with an index, or with few files, not', async () => {
  place = temporaryWorkspace()
  write(99, 'notes')
  expect(isLargeAndNew(place)).toBe(false)
  place.write('one-more.md', 'words')
  expect(isLargeAndNew(place)).toBe(true)
  await buildIndex(place.root, place.file)
  expect(isLargeAndNew(place)).toBe(false)
})

test('what is hidden or of others counts for nothing, nor does what cannot be looked into', () => {
  place = temporaryWorkspace()
  write(150, '.git')
  write(150, 'node_modules')
  expect(isLargeAndNew(place)).toBe(false)
  write(150, 'closed')
  chmodSync(`${place.root}/closed`, 0o000)
  try {
    // Whoever may look into everything, as root may, sees them.
    expect(isLargeAndNew(place)).toBe(process.getuid?.() === 0)
  } finally {
    chmodSync(`${place.root}/closed`, 0o700)
  }
})

test('a folder that is not there is no reason to fail', () => {
  place = temporaryWorkspace()
  expect(isLargeAndNew({ root: `${place.root}/gone`, file: place.file })).toBe(false)
})
