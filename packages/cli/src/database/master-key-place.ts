import { dirname } from 'node:path'
import type { OpenAppOptions } from '@varve/app'
import type { Paths, Surroundings } from '../paths.ts'

/** Where the master key is; `VARVE_PASSPHRASE` stands for a passphrase where nobody types one. */
export function masterKeyPlace(
  { env }: Surroundings,
  { masterKey }: Paths,
): NonNullable<OpenAppOptions['masterKey']> {
  return { folder: dirname(masterKey), passphrase: env['VARVE_PASSPHRASE'] }
}
