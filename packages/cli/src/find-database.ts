import { CliError } from './cli-error.ts'
import type { Paths, Surroundings } from './paths.ts'

/** A password belongs into the environment, where other users do not see it in the list of processes. */
export function findDatabase(
  { database }: { readonly database?: string },
  paths: Paths,
  { env }: Surroundings,
): string {
  const wanted = database ?? env['VARVE_DATABASE_URL']
  if (wanted === undefined || wanted === '') return paths.database
  if (!/^postgres(?:ql)?:\/\//i.test(wanted))
    throw new CliError('usage', 'A database is named as postgres://user@host/name.')
  return wanted
}
