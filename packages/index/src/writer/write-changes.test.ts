import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIndexFile, openIndexForReading } from '../database/index-file.ts'
import { valueOf } from '../database/sqlite.ts'
import { parseFiles } from '../parse/parse-file.ts'
import { INDEX_LIMITS } from '../protocol.ts'
import { findChanges, scanWorkspace } from '../scan/scan-workspace.ts'
import { RunGate } from '../thread/run-gate.ts'
import { IndexWriter, LinkTable } from './index-writer.ts'
import { writeChanges } from './write-changes.ts'

test('other files can be found before the first PDF is read', async () => {
  const realRoot = mkdtempSync(join(tmpdir(), 'varve-write-changes-'))
  const data = mkdtempSync(join(tmpdir(), 'varve-write-changes-data-'))
  const file = join(data, 'index.db')
  for (const name of ['a.pdf', 'b.md', 'c.pdf', 'd.md'])
    writeFileSync(join(realRoot, name), `text of ${name}`)
  const { connection } = openIndexFile(file)
  try {
    const scan = await scanWorkspace('everything', { realRoot, maximumFiles: 100, watch: undefined })
    const foundBefore: unknown[] = []
    await writeChanges(findChanges(connection, scan, true), {
      connection,
      writer: new IndexWriter(connection),
      links: new LinkTable(connection),
      ahead: 1,
      parse: (jobs) => {
        if (jobs.some((job) => job.file.kind === 'pdf')) {
          const reader = openIndexForReading(file)
          foundBefore.push(valueOf(reader, `select count(*) from files where kind = 'note'`))
          reader.close()
        }
        return parseFiles(jobs, { realRoot, limits: INDEX_LIMITS })
      },
      gate: new RunGate(),
      onWritten: () => undefined,
      isFirst: true,
      isRepair: false,
    })
    expect(foundBefore).toEqual([2, 2])
    expect(valueOf(connection, 'select count(*) from files')).toBe(4)
  } finally {
    connection.close()
    for (const folder of [realRoot, data]) rmSync(folder, { recursive: true })
  }
})
