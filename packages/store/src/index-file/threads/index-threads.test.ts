import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { INDEX_LIMITS } from '../protocol/index-limits.ts'
import { FileParsers } from '../parsing/file-parsers.ts'
import { IndexThreads } from './index-threads.ts'
import { Indexer } from '../writing/indexer.ts'
import { dumpIndex } from '../testing/dump-index.ts'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace.ts'

const FILES = {
  // More than are prepared while the folder is still walked.
  ...Object.fromEntries(
    Array.from({ length: 260 }, (_, number) => [`many/n${number}.md`, `# N${number}\n\n[[n${number + 1}]]`]),
  ),
  'a.md': '# Alpha\n\nsee [[b]] #tag',
  'b.md': '---\naliases: [bee]\n---\nbeta',
  'c.txt': 'gamma',
}
const places: TemporaryWorkspace[] = []
let threads: IndexThreads
let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-threads-'))
  threads = new IndexThreads({ place: base })
})

afterEach(async () => {
  await threads.close()
  for (const place of places.splice(0)) await place.remove()
  rmSync(base, { recursive: true })
})

function workspace(files: Readonly<Record<string, string>>): TemporaryWorkspace {
  const place = temporaryWorkspace(files)
  places.push(place)
  return place
}

function rehearsals(): readonly string[] {
  return readdirSync(base)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

async function expectSameAsPlain(place: TemporaryWorkspace): Promise<void> {
  const index = await place.open({ threads })
  await index.refresh()
  expect(await pathsOf(index, 'gamma')).toEqual(['c.txt'])
  await index.close()
  const plain = workspace(FILES)
  const own = await plain.open()
  await own.refresh()
  await own.close()
  // The times of the files themselves differ.
  const withoutTimes = (file: string) => ({
    ...dumpIndex(file),
    files: dumpIndex(file)['files']?.replaceAll(/"(?:modified|created)":[\d.]+/g, ''),
  })
  expect(withoutTimes(place.file)).toEqual(withoutTimes(plain.file))
}

test('a thread that has rehearsed makes the same index as one that starts for it, and is taken once', async () => {
  threads.prepare()
  threads.prepare()
  expect(rehearsals()).toHaveLength(1)
  await until(() => rehearsals().length === 0)
  expect(threads.hasAhead).toBe(true)
  await expectSameAsPlain(workspace(FILES))
  expect(threads.hasAhead).toBe(false)
  // On a busy machine a whole rehearsal takes its time.
}, 300_000)

test('one that is taken in the middle of its rehearsal ends that first, and leaves nothing of it', async () => {
  threads.prepare()
  await expectSameAsPlain(workspace(FILES))
  expect(rehearsals()).toEqual([])
})

test('one that nobody takes goes by itself with all that it made', async () => {
  const short = new IndexThreads({ place: base, keptMilliseconds: 1 })
  short.prepare()
  expect([short.hasAhead, rehearsals().length]).toEqual([true, 1])
  await expect.poll(() => [short.hasAhead, rehearsals()]).toEqual([false, []])
})

test('a folder that is away at the first look is indexed once it is back, also where its files were under way', async () => {
  const { root, file } = workspace(FILES)
  const parsers = new FileParsers()
  mkdirSync(dirname(file))
  parsers.startAhead()
  const indexer = new Indexer({ root, file, limits: INDEX_LIMITS, watch: false }, () => undefined, parsers)
  try {
    await indexer.start()
    renameSync(root, `${root}-away`)
    await expect(indexer.refresh()).rejects.toMatchObject({ code: 'ENOENT' })
    renameSync(`${root}-away`, root)
    await indexer.refresh()
    expect(indexer.verify()).toEqual([])
    expect(dumpIndex(file)['files']?.split('\n')).toHaveLength(Object.keys(FILES).length)
  } finally {
    await indexer.close()
  }
})
