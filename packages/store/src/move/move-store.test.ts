import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NEWEST_SCHEMA } from '../migration/migrations.ts'
import { openStore } from '../open-store.ts'
import { fillStore } from '../testing/fill-store.ts'
import {
  asServer,
  postgresAbsent,
  type TemporaryPostgres,
  temporaryPostgres,
} from '../testing/temporary-postgres.ts'
import { backupStore } from './backup-store.ts'
import { type MoveProgress, moveStore } from './move-store.ts'
import { verifyStore } from './verify-store.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varve-move-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string) => ({ kind: 'sqlite', path: join(folder, name) }) as const
const dump = (name: string) => ({ kind: 'dump', path: join(folder, name) }) as const

async function filled(name: string) {
  const place = file(name)
  const store = await openStore({ ...place, now: 0 })
  await fillStore(store)
  await store.close()
  return place
}

describe('a database file', () => {
  test('is copied with every row of every table, and is consistent', async () => {
    const from = await filled('from.db')
    const to = file('deep/to.db')
    const seen: MoveProgress[] = []
    const { tables } = await moveStore(from, to, (progress) => seen.push(progress))
    expect(tables.every(({ rows }) => rows > 0)).toBe(true)
    expect(await verifyStore(to)).toEqual({ schema: NEWEST_SCHEMA, tables, problems: [] })
    expect((await verifyStore(from)).tables).toEqual(tables)
    expect(seen.map(({ phase }) => phase)).toContain('checking')
    expect(statSync(to.path).mode & 0o077).toBe(0)
    expect(existsSync(`${to.path}.moving`)).toBe(false)
  })

  test('is not moved onto another, nor while in use, and nothing is left behind', async () => {
    const from = await filled('from.db')
    writeFileSync(file('taken.db').path, 'something')
    await expect(moveStore(from, file('taken.db'))).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(file('taken.db').path, 'utf8')).toBe('something')
    const store = await openStore({ ...from, now: 0 })
    await expect(moveStore(from, file('to.db'))).rejects.toMatchObject({ code: 'in-use' })
    await store.close()
    await expect(moveStore(file('none.db'), file('to.db'))).rejects.toMatchObject({ code: 'input-output' })
    expect(existsSync(file('to.db').path)).toBe(false)
    expect(existsSync(file('none.db').path)).toBe(false)
  })

  test('is backed up while in use, for its owner only', async () => {
    const from = await filled('from.db')
    const store = await openStore({ ...from, now: 0 })
    const copy = join(folder, 'copy.db')
    expect(await backupStore(from, copy)).toEqual({ file: copy, bytes: statSync(copy).size, kind: 'sqlite' })
    await store.close()
    expect(statSync(copy).mode & 0o077).toBe(0)
    expect((await verifyStore(file('copy.db'))).tables).toEqual((await verifyStore(from)).tables)
    await expect(backupStore(from, copy)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('fails the check if a text does not match its hash, or a row is not JSON', async () => {
    const from = await filled('from.db')
    const database = new DatabaseSync(from.path)
    database.exec(`update objects set text = 'other' where text = 'plain' and workspace_id = 'a'`)
    database.exec(`update settings set value = '{' where workspace_id = 'b'`)
    database.close()
    const { problems } = await verifyStore(from)
    expect(problems).toHaveLength(2)
    expect(problems.join()).toMatch(/settings\.value of b \/ n is not JSON.*objects a \/ .*its hash/s)
  })

  test('reports where it is damaged', async () => {
    const from = await filled('from.db')
    const bytes = readFileSync(from.path)
    writeFileSync(from.path, bytes.fill(7, 8192, 60_000))
    const found = await verifyStore(from).catch((error: unknown) => ({ problems: [error] }))
    expect(found.problems.length).toBeGreaterThan(0)
  })
})

describe.skipIf(postgresAbsent() !== undefined)(`a database on a server ${postgresAbsent() ?? ''}`, () => {
  let server: TemporaryPostgres
  const there = () => ({ kind: 'postgres', url: server.url }) as const

  beforeEach(async () => {
    server = await temporaryPostgres()
  })

  afterEach(() => server.remove())

  test('a file moved there and back is the same row by row; so is a dump of it', async () => {
    const from = await filled('from.db')
    const { tables } = await moveStore(from, there())
    expect(await verifyStore(there())).toEqual({ schema: NEWEST_SCHEMA, tables, problems: [] })
    expect((await moveStore(there(), file('back.db'))).tables).toEqual(tables)
    expect((await verifyStore(file('back.db'))).tables).toEqual(tables)
    await backupStore(there(), dump('dump.jsonl').path)
    expect(statSync(dump('dump.jsonl').path).mode & 0o077).toBe(0)
    expect(await verifyStore(dump('dump.jsonl'))).toEqual({ schema: NEWEST_SCHEMA, tables, problems: [] })
    expect((await moveStore(dump('dump.jsonl'), file('restored.db'))).tables).toEqual(tables)
    const store = await openStore({ ...file('restored.db'), now: 0 })
    expect(await store.turns.get({ workspaceId: 'a', id: 't4' })).toMatchObject({ text: 'half \ud800' })
    await store.close()
  })

  test('a store filled on the server has the same totals as one filled in a file', async () => {
    const store = await server.open()
    await fillStore(store)
    const here = await verifyStore(await filled('same.db'))
    const onServer = await verifyStore(there())
    // Which program wrote an answer is the one thing that only a server needs to know.
    const differing = onServer.tables.filter((sum, index) => sum.hash !== here.tables[index]?.hash)
    expect(differing.map(({ table }) => table)).toEqual(['answers'])
    expect(onServer.tables.map(({ rows }) => rows)).toEqual(here.tables.map(({ rows }) => rows))
  })

  test('is not moved onto another, nor while in use', async () => {
    const from = await filled('from.db')
    await moveStore(from, there())
    await expect(moveStore(from, there())).rejects.toMatchObject({ code: 'conflict' })
    const store = await server.open()
    await expect(moveStore(there(), file('to.db'))).rejects.toMatchObject({ code: 'in-use' })
    await backupStore(there(), dump('while-used.jsonl').path)
    await store.close()
    await moveStore(there(), file('to.db'))
  })

  test('moves everything or nothing', async () => {
    const from = await filled('from.db')
    await (await server.open()).close()
    await asServer(
      server.url,
      `alter table web_pages add constraint no check (url <> 'https://example.org/')`,
    )
    await expect(moveStore(from, there())).rejects.toMatchObject({ code: 'conflict' })
    const { tables } = await verifyStore(there())
    expect(tables.every(({ rows }) => rows === 0)).toBe(true)
  })

  test('detects a change during the move, and keeps nothing', async () => {
    const from = await filled('from.db')
    await (await server.open()).close()
    await asServer(
      server.url,
      `create function alter_text() returns trigger language plpgsql as $$ begin new.text = 'x'; return new; end $$;
       create trigger alter_text before insert on turns for each row execute function alter_text()`,
    )
    await expect(moveStore(from, there())).rejects.toThrow('turns has the same number of rows')
    const { tables } = await verifyStore(there())
    expect(tables.every(({ rows }) => rows === 0)).toBe(true)
  })
})

describe('a dump', () => {
  test('that was cut off or changed is not moved', async () => {
    const whole = `{"varveDump":1,"schema":${NEWEST_SCHEMA}}\n{"table":"workspaces","row":["w","W","folder","/w",1]}\n`
    const sums = '{"sums":[]}\n'
    for (const text of [whole, whole + sums, `${whole}{"table":`, '{"other":1}\n', 'no JSON\n', '']) {
      const cut = dump('cut.jsonl')
      writeFileSync(cut.path, text)
      await expect(moveStore(cut, file('to.db'))).rejects.toMatchObject({ code: 'corrupt' })
      expect(existsSync(file('to.db').path)).toBe(false)
    }
    await expect(moveStore(dump('none.jsonl'), file('to.db'))).rejects.toMatchObject({ code: 'input-output' })
  })
})
