import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { OpenAppOptions } from '@varve/app'
import { CliError } from './errors.ts'

/** Where Varve keeps what belongs to a user. */
export interface Paths {
  readonly config: string
  /** The master key file; with a passphrase, `master.scrypt` next to it. */
  readonly masterKey: string
  readonly data: string
  readonly database: string
  readonly logs: string
  /** What was written in `varve chat`, for the arrow keys. */
  readonly history: string
}

export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined }
  readonly home: string
  readonly platform: string
}

/** Finds the folders: everything in `VARVE_HOME` if set, else in the XDG folders. */
export function findPaths({ env, home, platform }: Surroundings, dataFolder?: string): Paths {
  // Ours, so a relative one means what its writer meant; an empty one is not set.
  const own = env.VARVE_HOME ? resolve(env.VARVE_HOME) : undefined
  const inHome = (...names: string[]): string => join(home, ...names)
  const windows = platform === 'win32'
  const roaming = windows ? (absolute(env.APPDATA) ?? inHome('AppData', 'Roaming')) : undefined
  const local = windows ? (absolute(env.LOCALAPPDATA) ?? inHome('AppData', 'Local')) : undefined
  const folder = (variable: string, fallback: string): string =>
    own ?? join(absolute(env[variable]) ?? fallback, 'varve')
  const data = dataFolder ?? folder('XDG_DATA_HOME', local ?? inHome('.local', 'share'))
  const config = folder('XDG_CONFIG_HOME', roaming ?? inHome('.config'))
  const state = folder('XDG_STATE_HOME', local ?? inHome('.local', 'state'))
  return {
    config: join(config, 'config.json'),
    // Not next to the database, so that copying one doesn't copy the other.
    masterKey: join(config, 'master.key'),
    data,
    database: join(data, 'varve.db'),
    logs: join(state, 'logs'),
    history: join(state, 'chat-history'),
  }
}

/** The XDG specification says that a relative path in a variable is to be ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}

/** Where the master key is. `VARVE_PASSPHRASE` replaces typing a passphrase. */
export function masterKeyPlace(
  { env }: Surroundings,
  { masterKey }: Paths,
): NonNullable<OpenAppOptions['masterKey']> {
  return { folder: dirname(masterKey), passphrase: env['VARVE_PASSPHRASE'] }
}

/** A password belongs into the environment, where other users do not see it in the list of processes. */
export function findDatabase(
  { database }: { readonly database?: string },
  paths: Paths,
  { env }: Surroundings,
): string {
  const wanted = database ?? env['VARVE_DATABASE_URL']
  if (wanted === undefined || wanted === '') return paths.database
  if (!isServer(wanted)) throw new CliError('usage', 'A database is named as postgres://user@host/name.')
  return wanted
}

/** Refuses an address of anything but a PostgreSQL, which would be taken for the name of a file. */
export function requireFileOrServer(place: string): string {
  // One letter before the colon is a drive.
  if (/^[a-z][a-z0-9+.-]+:\//i.test(place) && !isServer(place))
    throw new CliError(
      'usage',
      'A database is a file, or named as postgres://user@host/name. A file whose name looks like an address is given as ./name.',
    )
  return place
}

/** The same where only a file will do. */
export function requireFile(place: string): string {
  if (isServer(place)) throw new CliError('usage', 'A backup goes to a file; a move goes to a server.')
  return requireFileOrServer(place)
}

function isServer(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place)
}
