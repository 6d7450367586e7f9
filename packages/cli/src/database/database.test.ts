import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, runsOn, varve } from '../testing/varve.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-db-command-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = runsOn(() => base)

describe('varve db', () => {
  test('migrates, checks, backs up and moves the database of the data folder', async () => {
    expect(await run('db migrate')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/varve\.db went from schema 0 to \d+\.\n$/) as string,
    })
    expect((await run('db migrate')).stdout).toContain('the newest')
    expect((await run('db verify')).stdout).toMatch(/is sound: \d+ rows\.\n$/)
    const copy = join(base, 'copy.db')
    expect((await run('db backup', [copy])).stdout).toContain(`copied to ${copy}`)
    const moved = join(base, 'moved.db')
    const [report] = jsonLines(await run('db move', [moved], { database: copy, json: true }))
    expect(report).toMatchObject({ from: copy, to: moved, rows: 0 })
    expect(existsSync(moved)).toBe(true)
    const [sound] = jsonLines(await run('db verify', [], { database: moved, json: true }))
    expect(sound).toMatchObject({ database: moved, problems: [] })
  })

  test('sweeps what deleted chats left behind, immediately if nobody else writes', async () => {
    await run('db migrate')
    const connection = new DatabaseSync(join(base, 'varve.db'))
    connection.exec(`insert into workspaces (id, name, kind, created_at) values ('w', 'W', 'database', 0);
      insert into objects (workspace_id, hash, text) values ('w', 'of a deleted chat', 'unused')`)
    connection.close()
    const [report] = jsonLines(await run('db sweep', [], { json: true }))
    const counts = { workspaces: 1, found: 1, removed: 1, waiting: 0, graceMilliseconds: 0 }
    expect(report).toEqual({ database: join(base, 'varve.db'), ...counts })
    expect((await run('db sweep')).stdout).toContain('had 0 texts; 0 that nothing refers to are gone.\n')
    const missing = await run('db sweep', [], { database: join(base, 'none.db') })
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('no database') as string })
    expect(existsSync(join(base, 'none.db'))).toBe(false)
  })

  test('failures are explained without printing a password', async () => {
    const missing = await run('db verify', [], { database: join(base, 'none.db') })
    expect(missing).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no database at') as string,
    })
    writeFileSync(join(base, 'text.db'), 'someone’s text'.repeat(100))
    for (const command of ['verify', 'migrate']) {
      const text = await run(`db ${command}`, [], { database: join(base, 'text.db') })
      expect(text.status).toBe(1)
      expect(text.stderr).toContain('not a Varve database')
      expect(text.stderr).toContain(`It is ${join(base, 'text.db')}: put a backup in its place`)
    }
    const database = 'postgres://me:secret@127.0.0.1:1/x'
    const server = await run('db verify', [], { database })
    expect(server).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('cannot be reached') as string,
    })
    expect(server.stderr).not.toContain('secret')
    const dump = await run('db move', ['to.jsonl'], { database: join(base, 'text.db') })
    expect(dump.status).toBe(1)
  })

  test.each(['mysql://x', 'postgre://me@localhost/x', 'postgres:/x', 'file:/x'])(
    'an address of another kind is not taken for a file name: %s',
    async (place) => {
      const refused = { status: 2, stderr: expect.stringContaining('postgres://user@host/name') as string }
      expect(await run('db move', [place])).toMatchObject(refused)
      expect(await run('db backup', [place])).toMatchObject(refused)
      expect(await run('db migrate', [], { database: place })).toMatchObject(refused)
      expect(existsSync(place.slice(0, place.indexOf('/')))).toBe(false)
    },
  )

  test('recognises a server address in capitals, and refuses it as a backup target', async () => {
    const database = 'POSTGRES://127.0.0.1:1/x'
    const stderr = expect.stringContaining('cannot be reached') as string
    expect(await run('db verify', [], { database })).toMatchObject({ status: 1, stderr })
    expect(await run('db backup', [database])).toMatchObject({ status: 2 })
  })

  test('arguments, exit codes, JSON', async () => {
    const made = await varve(['db', 'migrate', '--data', base, '--json'])
    expect(made.status).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({ database: join(base, 'varve.db'), from: 0 })
    expect(await varve(['db', 'move', '--data', base])).toMatchObject({ status: 2 })
    expect(await varve(['db', 'sweep', '--data', base, '--json'])).toMatchObject({ status: 0 })
    expect(await varve(['db', 'backup', join(base, 'varve.db'), '--data', base])).toMatchObject({ status: 1 })
  })
})
