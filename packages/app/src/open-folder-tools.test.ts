import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { localDay } from '@varve/index'
import { openFolderTools } from './open/open-folder-tools.ts'

const GARDEN = fileURLToPath(new URL('../../../../shared/data/vaultA/obsidian-garden/', import.meta.url))
const NOW = Date.parse('2026-11-16T12:00:00Z')

const folders: string[] = []
const zone = process.env['TZ']

afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'varve-tools-'))
  folders.push(folder)
  return folder
}

/** What the queries of these notes give, as they are sent. */
async function queriesOf(root: string, names: readonly string[]): Promise<readonly string[]> {
  const tools = await openFolderTools({
    root,
    dataFolder: emptyFolder(),
    clock: { now: () => NOW },
    newId: () => 'id',
  })
  try {
    const { artifacts } = await tools.artifacts(names)
    return artifacts.flatMap(({ artifact }) => (artifact.kind === 'dataview' ? [artifact.content] : []))
  } finally {
    await tools.close()
  }
}

test.skipIf(!existsSync(GARDEN))(
  'queries of a real vault know when its files were created (skipped without ../shared/data)',
  async () => {
    const root = emptyFolder()
    cpSync(GARDEN, root, { recursive: true })
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    )
    // Written long before they came here, so that one time is not taken for the other.
    for (const name of names) utimesSync(join(root, name), new Date('2021-01-01'), new Date('2021-01-01'))
    const results = await queriesOf(root, names)
    expect(results).toHaveLength(24)
    expect(results.filter((text) => text.includes('Not supported'))).toEqual([])
    const planted = results.filter(
      (text) => text.includes('file.ctime as "Planted at"') && text.includes('| File |'),
    )
    expect(planted.length).toBeGreaterThan(3)
    const rows = planted.flatMap((text) => text.split('\n').filter((line) => line.startsWith('| [[')))
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const path = /^\| \[\[([^\]]+)\]\]/.exec(row)?.[1] ?? ''
      const made = localDay(statSync(join(root, `${path}.md`)).birthtimeMs)
      expect(row).toContain(` ${made} `)
    }
  },
)

test('file times use the local clock, with daylight saving at that time', async () => {
  process.env['TZ'] = 'Pacific/Auckland'
  const root = emptyFolder()
  mkdirSync(join(root, 'n'))
  const queries = ['TABLE file.mtime, date(today) FROM "n"', 'LIST FROM "n" WHERE file.mday = date(today)']
  writeFileSync(join(root, 'q.md'), queries.map((query) => `\`\`\`dataview\n${query}\n\`\`\`\n`).join('\n'))
  const written = { now: '2026-11-16T12:00:00Z', winter: '2026-07-01T12:00:00Z' }
  for (const [name, time] of Object.entries(written)) {
    writeFileSync(join(root, 'n', `${name}.md`), name)
    utimesSync(join(root, 'n', `${name}.md`), new Date(time), new Date(time))
  }
  const [table = '', today = ''] = await queriesOf(root, ['q.md'])
  expect(table).toContain('| [[n/now]] | 2026-11-17 01:00 | 2026-11-17 |')
  expect(table).toContain('| [[n/winter]] | 2026-07-02 00:00 | 2026-11-17 |')
  expect(today).toContain('Result (1):\n\n- [[n/now]]')
})
