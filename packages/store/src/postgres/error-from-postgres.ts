import { StoreError, type StoreErrorCode } from '../store-error.ts'

type Meaning = readonly [code: StoreErrorCode, message: string]

const UNREACHABLE: Meaning = ['busy', 'The database server cannot be reached']
const LOST: Meaning = ['busy', 'The connection to the database was lost; nothing was changed']
const SILENT: Meaning = ['busy', 'The database server did not answer in time']
const COLLISION: Meaning = ['busy', 'Another change came in between; nothing was changed']

/** PostgreSQL's codes that a user can do something about. */
const BY_STATE: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['53100', ['disk-full', 'The disk of the database server is full; nothing was changed']],
  ['53300', ['busy', 'The database server has too many connections']],
  ['55P03', ['busy', 'Another change to the same workspace takes too long; nothing was changed']],
  ['40001', COLLISION],
  ['40P01', COLLISION],
  ['57014', ['busy', 'The database took too long']],
  ['57P01', LOST],
  ['57P02', LOST],
  ['57P03', ['busy', 'The database server is starting or stopping']],
  ['25006', ['input-output', 'The database cannot be written']],
  ['28P01', ['failed', 'The database refused this user and password']],
  ['28000', ['failed', 'The database refused this user']],
  ['3D000', ['failed', 'There is no such database']],
  ['42501', ['failed', 'The database user lacks a right']],
  ['XX001', ['corrupt', 'The database is damaged']],
  ['XX002', ['corrupt', 'An index of the database is damaged']],
])

/** By the first two characters, where the whole code is not listed. */
const BY_CLASS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['08', LOST],
  ['22', ['conflict', 'The database refused a value']],
  ['23', ['conflict', 'The database refused the change']],
  ['53', ['busy', 'The database server is short of resources']],
  ['58', ['input-output', 'The disk of the database server reported an error']],
])

const FROM_NETWORK: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['ECONNREFUSED', UNREACHABLE],
  ['ENOTFOUND', UNREACHABLE],
  ['EAI_AGAIN', UNREACHABLE],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['ETIMEDOUT', UNREACHABLE],
  ['ECONNRESET', LOST],
  ['EPIPE', LOST],
])

/** The client has no codes for these; they are its own words. */
const BY_WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/timeout exceeded when trying to connect|due to connection timeout/i, UNREACHABLE],
  [/query read timeout/i, SILENT],
  [/connection terminated|connection error and is not queryable|client was closed/i, LOST],
  [/after calling end on the pool/i, ['closed', 'The database is closed']],
]

/** Turns an error of `pg` into one of ours; errors of ours pass through. */
export function errorFromPostgres(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  const reason = (error instanceof Error && error.message) || code || String(error)
  const known = meaningOf(code, reason)
  if (!known) return new StoreError('failed', `The database failed: ${reason}.`, { cause: error })
  return new StoreError(known[0], `${known[1]} (${reason}).`, { cause: error })
}

/** Whether it is not known what became of what was sent last. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  const meaning = meaningOf(code, error instanceof Error ? error.message : '')
  return meaning === LOST || meaning === UNREACHABLE || meaning === SILENT
}

function meaningOf(code: string, words: string): Meaning | undefined {
  return (
    BY_STATE.get(code) ??
    FROM_NETWORK.get(code) ??
    (code.length === 5 ? BY_CLASS.get(code.slice(0, 2)) : undefined) ??
    BY_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
