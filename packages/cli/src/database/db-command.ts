import {
  AppError,
  type DatabasePlace,
  type DatabaseProgress,
  databaseTools,
  describePlace,
  parseDatabasePlace,
} from '@varve/app'
import { resolve } from 'node:path'
import { requireFile, requireFileOrServer } from './find-database.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { masterKeyPlace } from './master-key-place.ts'
import type { Surroundings } from '../paths.ts'
import { countOf, showCount } from '../show-number.ts'

export interface DatabaseOptions {
  /** A file, a dump or an address; the database of the data folder without it. */
  readonly database?: string
  readonly data?: string
  readonly json?: boolean
}

export interface DatabaseContext extends FolderContext {
  readonly surroundings: Surroundings
}

/** `varve db migrate`: brings a database to the schema of this version. */
export async function migrateCommand(options: DatabaseOptions, context: FolderContext): Promise<void> {
  const place = placeOf(options, context)
  const report = await databaseTools.migrate(place, Date.now())
  const { from, to, backup } = report
  const kept = backup === undefined ? '' : `; the version before is kept in ${backup}`
  const words = from === to ? `is of schema ${to}, the newest` : `went from schema ${from} to ${to}${kept}`
  await print(
    context,
    options,
    { database: describePlace(place), ...report },
    `${describePlace(place)} ${words}.`,
  )
}

/** `varve db backup`: copies a database. */
export async function backupCommand(
  file: string,
  options: DatabaseOptions,
  context: FolderContext,
): Promise<void> {
  const place = placeOf(options, context)
  const copy = resolve(requireFile(file))
  const report = await watched(context, 'Copying', (show) => databaseTools.backup(place, copy, show))
  const words = `${describePlace(place)} is copied to ${report.file}: ${showCount(report.bytes)} bytes.`
  await print(context, options, { database: describePlace(place), ...report }, words)
}

/** `varve db verify`: whether a database is sound. */
export async function verifyCommand(options: DatabaseOptions, context: FolderContext): Promise<void> {
  const place = placeOf(options, context)
  const report = await watched(context, 'Reading', (show) => databaseTools.verify(place, show))
  const { problems, tables } = report
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const words =
    problems.length === 0 ? [`${describePlace(place)} is sound: ${countOf(rows, 'row')}.`] : problems
  await print(context, options, { database: describePlace(place), ...report }, words.join('\n'))
  if (problems.length > 0)
    throw new AppError('data-corrupt', `${describePlace(place)} has ${countOf(problems.length, 'problem')}.`)
}

/** `varve db sweep`: takes away what nothing refers to. */
export async function sweepCommand(options: DatabaseOptions, context: DatabaseContext): Promise<void> {
  const place = placeOf(options, context)
  const masterKey = masterKeyPlace(context.surroundings, context.paths)
  const report = await databaseTools.sweep(place, { masterKey, now: Date.now() })
  const { found, removed, waiting, graceMilliseconds } = report
  const minutes = Math.ceil(graceMilliseconds / 60_000)
  const later =
    waiting === 0
      ? ''
      : ` ${showCount(waiting)} more are unused; they go with a sweep in ${showCount(minutes)} minutes or later.`
  const words = `${describePlace(place)} had ${showCount(found)} texts; ${showCount(removed)} that nothing refers to are gone.${later}`
  await print(context, options, { database: describePlace(place), ...report }, words)
}

/** `varve db move`: copies everything to an empty database and compares. */
export async function moveCommand(
  to: string,
  options: DatabaseOptions,
  context: FolderContext,
): Promise<void> {
  const from = placeOf(options, context)
  const target = parsePlace(to)
  const words = { copying: 'Copying', checking: 'Checking' }
  const { tables } = await watched(context, 'Copying', (show) =>
    databaseTools.move(from, target, (progress) => show(progress, words[progress.phase])),
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const places = { from: describePlace(from), to: describePlace(target) }
  await print(
    context,
    options,
    { ...places, rows, tables },
    `${showCount(rows)} rows of ${places.from} are in ${places.to}, the same row by row. ${places.from} is as it was.`,
  )
}

function placeOf({ database }: DatabaseOptions, { paths }: FolderContext): DatabasePlace {
  return database === undefined ? { kind: 'sqlite', path: paths.database } : parsePlace(database)
}

function parsePlace(text: string): DatabasePlace {
  const place = parseDatabasePlace(requireFileOrServer(text))
  return place.kind === 'postgres' ? place : { ...place, path: resolve(place.path) }
}

type Show = (progress: DatabaseProgress, words?: string) => void

/** One line on the standard error that is written over, for a person who waits. */
async function watched<Result>(
  { isTTY, write }: FolderContext,
  words: string,
  act: (show: Show) => Promise<Result>,
): Promise<Result> {
  const show: Show = ({ table, rows }, own = words) => {
    if (isTTY) write(`\r\u001b[2K${own} ${table}: ${showCount(rows)} rows`)
  }
  try {
    return await act(show)
  } finally {
    if (isTTY) write('\r\u001b[2K')
  }
}

async function print(
  { output }: FolderContext,
  { json }: DatabaseOptions,
  report: object,
  words: string,
): Promise<void> {
  await output.write(`${json ? JSON.stringify(report) : words}\n`)
}
