import { Client, type CustomTypesConfig, Pool, types } from 'pg'
import { POSTGRES_TEXT } from '../escaped-text.ts'
import { StoreError } from '../store-error.ts'

export interface PoolOptions {
  /** Connections at most, of this program. */
  readonly maximum?: number
  readonly connectMilliseconds?: number
}

const MAXIMUM = 10
const CONNECT_MILLISECONDS = 10_000

/** Connections that give values as SQLite does: numbers, strings, bytes. */
export function openPool(url: string, options: PoolOptions = {}): Pool {
  const { maximum: max = MAXIMUM, connectMilliseconds: connectionTimeoutMillis = CONNECT_MILLISECONDS } =
    options
  const pool = new Pool({ ...settings(url), max, connectionTimeoutMillis })
  // An idle connection that breaks leaves the pool; who uses one gets the error from its query. Without
  // a listener of its own, a connection that breaks while it is used would end the program.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** One connection outside of any pool, for what is bound to its session. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client({ ...settings(url), connectionTimeoutMillis: CONNECT_MILLISECONDS })
  // A query in flight is rejected on its own; without a listener the event would end the program.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function settings(url: string): {
  connectionString: string
  types: CustomTypesConfig
  application_name: string
} {
  // Without the address in the message: it may hold a password.
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new StoreError('failed', 'This is no address of a PostgreSQL database: postgres://user@host/name.')
  return { connectionString: url, types: { getTypeParser }, application_name: 'varve' }
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
