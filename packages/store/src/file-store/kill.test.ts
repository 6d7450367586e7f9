import type { FileStore } from '@varve/workspace'
import { afterEach, expect, test } from 'vitest'
import { killAfterLines } from '../testing/kill-after-lines.ts'
import { filesOf } from '../testing/temporary-database-store.ts'
import { type TemporaryStore, temporaryStore } from '../testing/temporary-store.ts'

const KILLS = process.env['VARVE_TEST_SHARE'] === 'full' ? 40 : 4

let place: TemporaryStore

afterEach(() => place.remove())

/** Every text that can still be had: current, replaced, removed. */
async function allTexts(files: FileStore): Promise<ReadonlySet<string>> {
  const kept = [...(await files.versions('a.md')), ...(await files.versions('b.md'))]
  const current = (await files.list()).files
  const stored = [
    ...(await Promise.all(kept.map(({ id }) => files.readVersion(id)))),
    ...(await Promise.all(current.map(({ path }) => files.read(path)))),
  ]
  return new Set(stored.map(({ bytes }) => Buffer.from(bytes).toString()))
}

test.each(Array.from({ length: KILLS }, (_, index) => 1 + index * 7))(
  'killed after %i acknowledgements: every acknowledged text can be read, and the file is in one place',
  async (lines) => {
    place = temporaryStore()
    const said = await killAfterLines('write-files-until-killed', place.path, lines)
    const files = filesOf(await place.open(), 'w')
    const texts = await allTexts(files)
    const written = said.filter((line) => line.startsWith('written'))
    expect(written.length).toBeGreaterThan(0)
    for (const line of written) expect(texts).toContain(line.replace('written', 'text'))
    // A removed file is only in the trash; a restored one isn't in the trash.
    const places = [...(await files.list()).files, ...(await files.trash())]
    expect(places).toHaveLength(1)
    await files.write('c.md', Buffer.from('goes on'), 'absent')
  },
)
