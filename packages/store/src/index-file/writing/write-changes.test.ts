import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { valueOf } from '../../sqlite/open-connection.ts'
import { findChanges } from '../looking/find-changes.ts'
import { INDEX_LIMITS } from '../protocol/index-limits.ts'
import { lookAtDisk } from '../looking/look-at-disk.ts'
import { openIndexForReading } from '../database/open-index-file.ts'
import { OpenIndex } from './open-index.ts'
import { prepareGroup } from '../preparing/prepare-group.ts'
import { RunGate } from '../preparing/run-gate.ts'
import { writeChanges } from './write-changes.ts'

test('other files can be found before the first PDF is read', async () => {
  const realRoot = mkdtempSync(join(tmpdir(), 'varve-write-changes-'))
  const data = mkdtempSync(join(tmpdir(), 'varve-write-changes-data-'))
  const file = join(data, 'index.db')
  for (const name of ['a.pdf', 'b.md', 'c.pdf', 'd.md'])
    writeFileSync(join(realRoot, name), `text of ${name}`)
  const index = new OpenIndex(file)
  try {
    const look = await lookAtDisk('everything', { realRoot, maximumFiles: 100, watch: undefined })
    const foundBefore: unknown[] = []
    await writeChanges(findChanges(index.connection, look, true), {
      connection: index.connection,
      writer: index.writer,
      links: index.links,
      prepare: (jobs) => {
        if (jobs.some((job) => job.file.kind === 'pdf')) {
          const reader = openIndexForReading(file)
          foundBefore.push(valueOf(reader, `select count(*) from files where kind = 'note'`))
          reader.close()
        }
        return prepareGroup(jobs, { realRoot, limits: INDEX_LIMITS })
      },
      gate: new RunGate(),
      onWritten: () => undefined,
      isFirst: true,
      repairAll: false,
    })
    expect(foundBefore).toEqual([2, 2])
    expect(index.fileCount()).toBe(4)
  } finally {
    index.close()
    for (const folder of [realRoot, data]) rmSync(folder, { recursive: true })
  }
})
