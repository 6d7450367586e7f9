import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  backupCommand,
  type DatabaseContext,
  migrateCommand,
  moveCommand,
  sweepCommand,
  verifyCommand,
} from './db-command.ts'
import { findPaths } from '../paths.ts'
import { jsonLines, type Run, runCommand, runVarve } from '../testing/run-varve.ts'

let base = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'varve-db-command-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

function run(command: (context: DatabaseContext) => Promise<void>): Promise<Run> {
  const surroundings = { env: { VARVE_HOME: base }, home: base, platform: 'linux' } as const
  const paths = findPaths(surroundings)
  return runCommand((context) =>
    command({ ...context, paths, surroundings, isTTY: false, write: () => undefined }),
  )
}

describe('varve db', () => {
  test('migrates, checks, backs up and moves the database of the data folder', async () => {
    expect(await run((context) => migrateCommand({}, context))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/varve\.db went from schema 0 to \d+\.\n$/) as string,
    })
    expect((await run((context) => migrateCommand({}, context))).stdout).toContain('the newest')
    expect((await run((context) => verifyCommand({}, context))).stdout).toMatch(/is sound: \d+ rows\.\n$/)
    const copy = join(base, 'copy.db')
    expect((await run((context) => backupCommand(copy, {}, context))).stdout).toContain(`copied to ${copy}`)
    const moved = join(base, 'moved.db')
    const [report] = jsonLines(
      await run((context) => moveCommand(moved, { database: copy, json: true }, context)),
    )
    expect(report).toMatchObject({ from: copy, to: moved, rows: 0 })
    expect(existsSync(moved)).toBe(true)
    const [sound] = jsonLines(await run((context) => verifyCommand({ database: moved, json: true }, context)))
    expect(sound).toMatchObject({ database: moved, problems: [] })
  })

  test('sweeps what deleted chats have left, at once where nobody else writes', async () => {
    await run((context) => migrateCommand({}, context))
    const connection = new DatabaseSync(join(base, 'varve.db'))
    connection.exec(`insert into workspaces (id, name, kind, created_at) values ('w', 'W', 'database', 0);
      insert into objects (workspace_id, hash, text) values ('w', 'of a deleted chat', 'unused')`)
    connection.close()
    const [report] = jsonLines(await run((context) => sweepCommand({ json: true }, context)))
    const counts = { workspaces: 1, found: 1, removed: 1, waiting: 0, graceMilliseconds: 0 }
    expect(report).toEqual({ database: join(base, 'varve.db'), ...counts })
    expect((await run((context) => sweepCommand({}, context))).stdout).toContain(
      'had 0 texts; 0 that nothing refers to are gone.\n',
    )
    const missing = await run((context) => sweepCommand({ database: join(base, 'none.db') }, context))
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('no database') as string })
    expect(existsSync(join(base, 'none.db'))).toBe(false)
  })

  test('what cannot be done is told in words, without a password', async () => {
    const missing = await run((context) => verifyCommand({ database: join(base, 'none.db') }, context))
    expect(missing).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no database at') as string,
    })
    writeFileSync(join(base, 'text.db'), 'someone’s text'.repeat(100))
    for (const command of [verifyCommand, migrateCommand]) {
      const text = await run((context) => command({ database: join(base, 'text.db') }, context))
      expect(text.status).toBe(1)
      expect(text.stderr).toContain('not a Varve database')
      expect(text.stderr).toContain(`It is ${join(base, 'text.db')}: put a backup in its place`)
    }
    const database = 'postgres://me:secret@127.0.0.1:1/x'
    const server = await run((context) => verifyCommand({ database }, context))
    expect(server).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('cannot be reached') as string,
    })
    expect(server.stderr).not.toContain('secret')
    const dump = await run((context) => moveCommand('to.jsonl', { database: join(base, 'text.db') }, context))
    expect(dump.status).toBe(1)
  })

  test.each(['mysql://x', 'postgre://me@localhost/x', 'postgres:/x', 'file:/x'])(
    'an address of something else is no file name: %s',
    async (place) => {
      const refused = { status: 2, stderr: expect.stringContaining('postgres://user@host/name') as string }
      expect(await run((context) => moveCommand(place, {}, context))).toMatchObject(refused)
      expect(await run((context) => backupCommand(place, {}, context))).toMatchObject(refused)
      expect(await run((context) => migrateCommand({ database: place }, context))).toMatchObject(refused)
      expect(existsSync(place.slice(0, place.indexOf('/')))).toBe(false)
    },
  )

  test('a server by its address in capitals is a server, and no place of a backup', async () => {
    const database = 'POSTGRES://127.0.0.1:1/x'
    const stderr = expect.stringContaining('cannot be reached') as string
    expect(await run((context) => verifyCommand({ database }, context))).toMatchObject({ status: 1, stderr })
    expect(await run((context) => backupCommand(database, {}, context))).toMatchObject({ status: 2 })
  })

  test('the whole command: arguments, exit codes, JSON', () => {
    const made = runVarve(['db', 'migrate', '--data', base, '--json'])
    expect(made.status).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({ database: join(base, 'varve.db'), from: 0 })
    expect(runVarve(['db', 'move', '--data', base])).toMatchObject({ status: 2 })
    expect(runVarve(['db', 'sweep', '--data', base, '--json'])).toMatchObject({ status: 0 })
    expect(runVarve(['db', 'backup', join(base, 'varve.db'), '--data', base])).toMatchObject({ status: 1 })
  })
})
