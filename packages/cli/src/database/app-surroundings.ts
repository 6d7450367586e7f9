import { randomUUID } from 'node:crypto'
import type { OpenAppOptions } from '@varve/app'
import type { Checkout } from '../checkout.ts'
import type { Paths, Surroundings } from '../paths.ts'
import { findDatabase } from './find-database.ts'
import { masterKeyPlace } from './master-key-place.ts'

export interface AppPlace {
  readonly paths: Paths
  readonly surroundings: Surroundings
  readonly checkout: Checkout
}

/** What the whole app is opened with by a command: its data, its demo and the user's own settings. */
export function appSurroundings(
  options: Parameters<typeof findDatabase>[0],
  { paths, surroundings, checkout }: AppPlace,
): Omit<OpenAppOptions, 'report'> {
  return {
    database: findDatabase(options, paths, surroundings),
    dataFolder: paths.data,
    demo: { vault: checkout.demoVault, name: checkout.demoName },
    clock: { now: Date.now },
    newId: randomUUID,
    home: surroundings.home,
    providers: { environment: surroundings.env, config: paths.config },
    masterKey: masterKeyPlace(surroundings, paths),
  }
}
