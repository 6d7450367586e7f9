import { CliError } from '../cli-error.ts'
import type { Paths, Surroundings } from '../paths.ts'

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
