import { resolve } from 'node:path'
import type { DatabasePlace, DatabaseProgress } from '@varve/app'
import type { Call } from '../call.ts'
import type { Group } from '../command.ts'
import { masterKeyPlace, requireFile, requireFileOrServer } from '../paths.ts'
import { countOf, showCount } from '../text.ts'

/** The commands that work on the database as a whole. */
export function addDatabaseCommands(program: Group): void {
  const group = program.group('db', 'upgrade, back up, check, clean up or move the chat database', HELP)
  const database = (name: string, description: string) =>
    group
      .command(name, description)
      .option('--database <place>', 'a file, a backup, or postgres://user@host/name; default: that of --data')
      .option('--data <folder>', 'the folder for chats and settings')
      .option('--json', 'as JSON')
  database('migrate', 'bring the database to the schema of this version; a copy of a file is kept').run(
    async (call, options) => {
      const { place, name, tools } = await open(options, call)
      const report = await tools.migrate(place, call.now())
      const { from, to, backup } = report
      const kept = backup === undefined ? '' : `; the version before is kept in ${backup}`
      const words =
        from === to ? `is of schema ${to}, the newest` : `went from schema ${from} to ${to}${kept}`
      return { json: { database: name, ...report }, words: `${name} ${words}.` }
    },
  )
  database('backup', 'copy the database, also while it is in use; a server’s becomes a .jsonl file')
    .argument('<file>', 'where the copy goes; there must be nothing yet')
    .run(async (call, options, file) => {
      const { place, name, tools } = await open(options, call)
      const copy = resolve(call.cwd, requireFile(file))
      const report = await watched(call, 'Copying', (show) => tools.backup(place, copy, show))
      const words = `${name} is copied to ${report.file}: ${showCount(report.bytes)} bytes.`
      return { json: { database: name, ...report }, words }
    })
  database('verify', 'read everything and say whether it is sound').run(verify)
  database('sweep', 'take away texts that nothing refers to any more, after chats or traces were deleted')
    .help(SWEEP_HELP)
    .run(async (call, options) => {
      const { place, name, tools } = await open(options, call)
      const masterKey = masterKeyPlace(call.surroundings, call.paths)
      const report = await tools.sweep(place, { masterKey, now: call.now() })
      const { found, removed, waiting, graceMilliseconds } = report
      const minutes = showCount(Math.ceil(graceMilliseconds / 60_000))
      const later =
        waiting === 0
          ? ''
          : ` ${showCount(waiting)} more are unused; they go with a sweep in ${minutes} minutes or later.`
      const words = `${name} had ${showCount(found)} texts; ${showCount(removed)} that nothing refers to are gone.${later}`
      return { json: { database: name, ...report }, words }
    })
  database('move', 'copy everything to an empty database and compare; the old one stays as it is')
    .argument('<to>', 'a new file, or postgres://user@host/name')
    .run(async (call, options, to) => {
      const { place, name: from, tools, parse, describe } = await open(options, call)
      const target = parse(to)
      const words = { copying: 'Copying', checking: 'Checking' }
      const { tables } = await watched(call, 'Copying', (show) =>
        tools.move(place, target, (progress) => show(progress, words[progress.phase])),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const places = { from, to: describe(target) }
      return {
        json: { ...places, rows, tables },
        words: `${showCount(rows)} rows of ${from} are in ${places.to}, the same row by row. ${from} is as it was.`,
      }
    })
}

const SWEEP_HELP = `
Varve does this by itself after something is permanently deleted. Requests are encrypted, so the master key is needed
to see what they refer to; without it, nothing is removed. On a server, where others may be writing, unused data is
removed by the first sweep at least five minutes after the one that found it.

Example:
  varve db sweep --json`

const HELP = `
Put a PostgreSQL password in PGPASSWORD or a .pgpass file, not in the address.

Examples:
  varve db backup chats.db
  varve db move postgres://varve@localhost/varve
  varve db move --database postgres://varve@localhost/varve chats.db`

interface DatabaseOptions {
  /** A file, a backup or an address; the database of the data folder without it. */
  readonly database?: string
  readonly json?: boolean
}

async function open({ database }: DatabaseOptions, { paths, cwd }: Call) {
  const { databaseTools: tools, describePlace: describe, parseDatabasePlace } = await import('@varve/app')
  const parse = (text: string): DatabasePlace => {
    const place = parseDatabasePlace(requireFileOrServer(text))
    return place.kind === 'postgres' ? place : { ...place, path: resolve(cwd, place.path) }
  }
  const place: DatabasePlace =
    database === undefined ? { kind: 'sqlite', path: paths.database } : parse(database)
  return { place, name: describe(place), tools, parse, describe }
}

/** Whether a database is sound. */
async function verify(call: Call, options: DatabaseOptions): Promise<void> {
  const { place, name, tools } = await open(options, call)
  const report = await watched(call, 'Reading', (show) => tools.verify(place, show))
  const { problems, tables } = report
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const words = problems.length === 0 ? [`${name} is sound: ${countOf(rows, 'row')}.`] : problems
  await call.output.write(
    `${options.json ? JSON.stringify({ database: name, ...report }) : words.join('\n')}\n`,
  )
  if (problems.length === 0) return
  const { AppError } = await import('@varve/app')
  throw new AppError('data-corrupt', `${name} has ${countOf(problems.length, 'problem')}.`)
}

type Show = (progress: DatabaseProgress, words?: string) => void

/** Shows how far it is. */
async function watched<Result>(
  { progress }: Call,
  words: string,
  act: (show: Show) => Promise<Result>,
): Promise<Result> {
  const show: Show = ({ table, rows }, own = words) => progress(`${own} ${table}: ${showCount(rows)} rows`)
  try {
    return await act(show)
  } finally {
    progress()
  }
}
