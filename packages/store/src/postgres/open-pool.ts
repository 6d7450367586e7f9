import { Client, type CustomTypesConfig, Pool, types } from 'pg'
import { POSTGRES_TEXT } from '../escaped-text.ts'
import { StoreError } from '../store-error.ts'
import { createHash } from 'node:crypto'

export interface PoolOptions {
  /** Connections at most, of this program. */
  readonly maximum?: number
  readonly connectMilliseconds?: number
  /** From a query to its result. A server that stays silent for longer counts as lost. */
  readonly queryMilliseconds?: number
  /** How long a write waits for another one of its workspace. */
  readonly lockMilliseconds?: number
}

type PoolLimits = Required<PoolOptions>

const DEFAULTS: PoolLimits = {
  maximum: 10,
  connectMilliseconds: 10_000,
  queryMilliseconds: 60_000,
  lockMilliseconds: 30_000,
}

/** Options that an address may set, as in `?pool_size=20&query_timeout=120`; times are seconds. */
const PARAMETERS = [
  ['pool_size', 'maximum', 1, 1000],
  ['connect_timeout', 'connectMilliseconds', 1000, 3600],
  ['query_timeout', 'queryMilliseconds', 1000, 86_400],
  ['lock_timeout', 'lockMilliseconds', 1000, 3600],
] as const

/** Connections, and how long what is done with one may take. */
export interface LimitedPool {
  readonly pool: Pool
  readonly limits: PoolLimits
}

/** Connections that give values as SQLite does: numbers, strings, bytes. */
export function openPool(url: string, options: PoolOptions = {}): LimitedPool {
  const { limits, settings } = readUrl(url, options)
  const { maximum: max, connectMilliseconds, queryMilliseconds: query_timeout } = limits
  const pool = new Pool({
    ...settings,
    max,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout,
    keepAlive: true,
  })
  // A broken idle connection leaves the pool; a query on a broken one gets the error. Without this listener a
  // connection that breaks in use would end the program.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, limits }
}

/** One connection outside of any pool, for what is bound to its session. Only migrations and moves are `slow`. */
export async function openClient(
  url: string,
  { slow = false, ...options }: PoolOptions & { readonly slow?: boolean } = {},
): Promise<Client> {
  const { limits, settings } = readUrl(url, options)
  const { connectMilliseconds: connectionTimeoutMillis, queryMilliseconds: query_timeout } = limits
  const client = new Client({
    ...settings,
    connectionTimeoutMillis,
    ...(slow ? {} : { query_timeout }),
    keepAlive: true,
  })
  // A query in flight is rejected on its own; without a listener the event would end the program.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** How long a server may take to say goodbye. */
const GOODBYE_MILLISECONDS = 2000

/** Ends a connection, also one to a server that no longer answers. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MILLISECONDS)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}

interface Settings {
  readonly connectionString: string
  readonly types: CustomTypesConfig
  readonly application_name: string
}

function readUrl(
  url: string,
  options: PoolOptions = {},
): { readonly limits: PoolLimits; readonly settings: Settings } {
  // Without the address in the message: it may hold a password.
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new StoreError('failed', 'This is no address of a PostgreSQL database: postgres://user@host/name.')
  const address = new URL(url)
  const limits: { -readonly [Name in keyof PoolLimits]: PoolLimits[Name] } = { ...DEFAULTS, ...options }
  for (const [name, limit, factor, most] of PARAMETERS) {
    const value = address.searchParams.get(name)
    if (value === null) continue
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1 || number > most)
      throw new StoreError(
        'failed',
        `${name} in the address of the database must be a number from 1 to ${most}.`,
      )
    limits[limit] = number * factor
    address.searchParams.delete(name)
  }
  const isPlain = PARAMETERS.every(([name]) => !new URL(url).searchParams.has(name))
  const connectionString = isPlain ? url : address.href
  return { limits, settings: { connectionString, types: { getTypeParser }, application_name: 'varve' } }
}

const parseBytes = types.getTypeParser(types.builtins.BYTEA) as (text: string) => Buffer

const OWN_PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [types.builtins.INT8, parseInteger],
  [types.builtins.TEXT, POSTGRES_TEXT.fromColumn],
  [types.builtins.BYTEA, (text) => new Uint8Array(parseBytes(text))],
])

const getTypeParser = ((id: number, format?: 'text' | 'binary') =>
  OWN_PARSERS.get(id) ?? types.getTypeParser(id, format)) as typeof types.getTypeParser

function parseInteger(digits: string): number {
  const number = Number(digits)
  if (!Number.isSafeInteger(number))
    throw new StoreError('corrupt', `The database holds ${digits}, which is larger than any number of ours.`)
  return number
}

/** First of two keys: the program that has the second one as its own is running. */
export const PRESENCE = 0x56_41_52_56

/** The lock held during schema migration. */
export const MIGRATION = '6215339582718001'

/** The key of a workspace, as PostgreSQL takes it: writes of one workspace follow each other. */
export function workspaceLock(workspaceId: string): bigint {
  return createHash('sha256').update(`varve workspace ${workspaceId}`).digest().readBigInt64BE()
}

/** The key of something that one program does at a time. */
export function leaseLock(name: string): bigint {
  return createHash('sha256').update(`varve lease ${name}`).digest().readBigInt64BE()
}

/** Which presences are held, as SQL: one column, `id`. */
export const PRESENCES = `select objid::bigint as id from pg_locks
  where locktype = 'advisory' and objsubid = 2 and classid::bigint = ${PRESENCE} and granted
    and database = (select oid from pg_database where datname = current_database())`
