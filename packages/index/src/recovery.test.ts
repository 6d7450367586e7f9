import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pathsOf, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

let place: TemporaryWorkspace

afterEach(() => place.remove())

const NOTES = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `n${n}.md`,
    `alpha number w${n} [[n${n + 1}]] ${'filler '.repeat(200)}`,
  ]),
)

async function built(): Promise<void> {
  place = temporaryWorkspace(NOTES)
  const index = await place.open()
  await index.refresh()
  await index.close()
}

/** Opens the current file and asserts that it is a complete index again. */
async function expectWhole(): Promise<void> {
  const index = await place.open()
  await index.refresh()
  expect(await pathsOf(index, 'w59')).toEqual(['n59.md'])
  expect(await index.verify()).toEqual([])
  expect(index.status()).toMatchObject({ state: 'ready', filesDone: 60 })
}

function change(sql: string): void {
  const connection = new DatabaseSync(place.file)
  connection.exec(sql)
  connection.close()
}

describe('an unusable index file is set aside and rebuilt', () => {
  test('text instead of a database', async () => {
    await built()
    writeFileSync(place.file, 'not a database '.repeat(1000))
    await expectWhole()
    expect(readFileSync(`${place.file}.old`, 'utf8')).toContain('not a database')
  })

  test('a folder instead of a database, twice, and it is reported', async () => {
    await built()
    for (let time = 0; time < 2; time++) {
      rmSync(place.file)
      mkdirSync(join(place.file, 'within'), { recursive: true })
      const index = await place.open()
      await index.refresh()
      expect(index.status()).toMatchObject({
        filesDone: 60,
        note: 'The index was damaged and has been built again.',
      })
      await index.close()
    }
  })

  test('an empty file', async () => {
    await built()
    truncateSync(place.file)
    await expectWhole()
  })

  test('another database', async () => {
    place = temporaryWorkspace(NOTES)
    await (await place.open()).close()
    writeFileSync(place.file, '')
    change('create table other (id integer)')
    await expectWhole()
  })

  test.each(['passages', 'passage_terms'])('without the table %s', async (table) => {
    await built()
    change(`drop table ${table}`)
    await expectWhole()
  })

  test('a schema of another version, newer or older', async () => {
    await built()
    change(`update meta set value = '999.999' where name = 'form'`)
    await expectWhole()
    expect(existsSync(`${place.file}.old`)).toBe(true)
  })
})

test('pages overwritten with zeros are detected in use, and the index is rebuilt', async () => {
  await built()
  const bytes = readFileSync(place.file)
  bytes.fill(0, 4096 * 4)
  writeFileSync(place.file, bytes)
  const index = await place.open()
  await vi.waitFor(
    async () => {
      expect(index.status().state).toBe('ready')
      expect(await pathsOf(index, 'w59')).toEqual(['n59.md'])
      expect(await index.verify()).toEqual([])
    },
    { timeout: 30_000, interval: 100 },
  )
})

test('a dropped table is detected in use, and the index is rebuilt', async () => {
  await built()
  const index = await place.open()
  await index.refresh()
  change('drop table passages')
  await expect(index.search({ text: 'w59' })).rejects.toMatchObject({ code: 'corrupt' })
  await expect.poll(() => pathsOf(index, 'w59')).toEqual(['n59.md'])
})

test('a folder missing at the first scan is indexed once it is back', async () => {
  place = temporaryWorkspace(NOTES)
  const index = await place.open()
  renameSync(place.root, `${place.root}-away`)
  await expect(index.refresh()).rejects.toMatchObject({ code: 'input-output' })
  renameSync(`${place.root}-away`, place.root)
  await index.refresh()
  expect(index.status()).toMatchObject({ state: 'ready', filesDone: 60 })
  expect(await index.verify()).toEqual([])
})

test('verify names inconsistencies: words without passages, passages without files, dangling links', async () => {
  await built()
  change(`delete from passages where id = 1; delete from files where path = 'n7.md';
    update links set resolved = 'gone.md' where file_id = 3`)
  const index = await place.open()
  await index.pause()
  const found = await index.verify()
  expect(found.join('\n')).toContain('1 entry of words leads to no passage')
  // The file that was removed may have been scanned before the pause.
  expect(found.join('\n')).toMatch(
    /1 link leads to a file that is not there|2 links lead to files that are not there/,
  )
  await index.resume()
  await index.rebuild()
  expect(await index.verify()).toEqual([])
})

test('verify compares what was derived from files with what was read', async () => {
  place = temporaryWorkspace({ ...NOTES, 'n59.md': 'the last w59 #tag' })
  const index = await place.open()
  await index.refresh()
  // After a change too, which leaves words of the old text behind in the index, crossed out.
  place.write('n59.md', 'the last word w59 #tag')
  await index.refresh()
  expect(await index.verify()).toEqual([])
  change(`delete from links where file_id > 2; update links set target = 'other' where file_id = 1; delete from tags;
    update passages set text = 'beta' where id = 1; update files set title = 'beta' where path = 'n7.md'`)
  expect(await index.verify()).toEqual([
    '58 files have other links than their text.',
    '1 file has other tags than its text.',
    expect.stringMatching(/^\d+ words of the passages do not fit their text\.$/),
    '2 words of names and headings do not fit them.',
  ])
})

test('with two processes one writes, the other follows and takes over', async () => {
  place = temporaryWorkspace({ 'a.md': 'alpha' })
  const first = await place.open({ watch: true })
  await first.refresh()
  const second = await place.open({ watch: true })
  expect(second.status()).toMatchObject({ problems: [], note: 'Another Varve keeps this index up to date.' })
  place.write('b.md', 'beta')
  await second.refresh()
  expect(await pathsOf(second, 'beta')).toEqual(['b.md'])
  expect(await second.verify()).toEqual([])
  await expect(second.rebuild()).rejects.toMatchObject({
    code: 'in-use',
    message: expect.stringContaining('Stop that one'),
  })
  await first.rebuild()
  expect(await pathsOf(second, 'beta')).toEqual(['b.md'])
  await first.close()
  place.write('c.md', 'gamma')
  await expect.poll(() => pathsOf(second, 'gamma')).toEqual(['c.md'])
  expect(second.status().note).toBeUndefined()
})

test('a follower is ready only when the writer has scanned every file', async () => {
  place = temporaryWorkspace(
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}.md`, `note ${at} alpha`])),
  )
  const first = await place.open()
  await first.pause()
  const second = await place.open()
  const states: string[] = [second.status().state]
  second.watchStatus(({ state }) => states.push(state))
  await expect.poll(() => states).toContain('paused')
  expect(states).not.toContain('ready')
  await first.resume()
  await expect.poll(() => second.status().state).toBe('ready')
  expect(second.status()).toMatchObject({ filesDone: 300, filesTotal: 300 })
  expect(await second.statistics()).toMatchObject({ files: 300 })
})

test.skipIf(process.platform === 'win32')('only its owner can read the index', async () => {
  await built()
  expect(statSync(place.file).mode & 0o077).toBe(0)
})
