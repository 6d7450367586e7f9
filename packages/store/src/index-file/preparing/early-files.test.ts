import { expect, test } from 'vitest'
import { EarlyFiles } from './early-files.ts'
import type { FileJob, Prepared } from './prepared-file.ts'

function seen(path: string, changed = 1): FileJob['file'] {
  const kind = path.endsWith('.md') ? 'note' : 'file'
  return { path, place: path, kind, bytes: 1, modified: 1, changed, inode: 1, created: 1 }
}

/** What prepares needs no reading here: a file that is gone has only its path. */
async function prepare(jobs: readonly FileJob[]): Promise<readonly Prepared[]> {
  return jobs.map(({ file }) => ({ kind: 'gone', path: file.path }))
}

async function pathsOf(early: EarlyFiles): Promise<readonly string[]> {
  const groups = await Promise.all(early.groups.map((group) => group.prepared))
  return groups.flat().map(({ path }) => path)
}

const NOTES = Array.from({ length: 60 }, (_, number) => `n${number}.md`)

test('small notes are prepared in groups, and nothing else', async () => {
  const large = { ...seen('large.md'), bytes: 1_000_000 }
  const early = new EarlyFiles([...[...NOTES, 'code.ts'].map((path) => seen(path)), large], prepare)
  expect(early.groups).toHaveLength(3)
  early.confirm(
    new Map([...[...NOTES, 'code.ts'].map((path) => seen(path)), large].map((file) => [file.path, file])),
  )
  expect(await pathsOf(early)).toEqual(NOTES)
  expect(early.has('n0.md')).toBe(true)
  expect([early.has('code.ts'), early.has('large.md')]).toEqual([false, false])
})

test('what has changed or is gone by the time all files are known is taken back', async () => {
  const early = new EarlyFiles(
    NOTES.map((path) => seen(path)),
    prepare,
  )
  const files = new Map(NOTES.slice(1).map((path) => [path, seen(path, path === 'n30.md' ? 2 : 1)]))
  early.confirm(files)
  expect(await pathsOf(early)).toEqual(NOTES.filter((path) => path !== 'n0.md' && path !== 'n30.md'))
  expect([early.has('n0.md'), early.has('n30.md'), early.has('n31.md')]).toEqual([false, false, true])
})
