import { beginAnew, type KeptKeysOptions, type KeyTools, listKeptKeys, openKeyTools } from '@varve/app'
import type { Checkout } from '../checkout.ts'
import { CliError } from '../cli-error.ts'
import { findDatabase } from './find-database.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { masterKeyPlace } from './master-key-place.ts'
import type { Surroundings } from '../paths.ts'
import { readSecret } from './read-secret.ts'
import { renderTable } from '../table.ts'

export interface KeysOptions {
  readonly database?: string
  readonly data?: string
  readonly json?: boolean
}

export interface KeysContext extends FolderContext {
  readonly checkout: Checkout
  readonly surroundings: Surroundings
}

type Provider = Awaited<ReturnType<KeyTools['set']>>

/** `varve keys list`: for which providers there is a key, and where it comes from, also while Varve runs. Never the key. */
export async function listKeysCommand(options: KeysOptions, context: KeysContext): Promise<void> {
  const providers = (await listKeptKeys(keyPlaces(options, context))).filter(
    ({ key }) => key !== 'not-needed',
  )
  const rows = providers.map((provider) => [provider.id, describe(provider), provider.keyVariable])
  const columns = ['Provider', 'Key', 'Variable'].map((title) => ({ title }))
  await context.output.write(
    `${options.json ? JSON.stringify(providers.map(toJson)) : renderTable(columns, rows)}\n`,
  )
}

/** `varve keys set`: keeps a key sealed. It is typed unseen or piped in; arguments stay in histories. */
export async function setKeyCommand(
  provider: string,
  options: KeysOptions,
  context: KeysContext,
): Promise<void> {
  const set = await withKeys(options, context, async (keys) => {
    const known = (await keys.list()).find(({ id }) => id === provider)
    // Before anyone types a key for nothing. What was meant as a key is not repeated.
    if (!known) throw new CliError('usage', 'There is no such provider: see varve keys list.')
    const key = await readSecret(context.input, `Key for ${known.name} (not shown): `, context.write)
    if (key === '') throw new CliError('input-malformed', 'There is no key on the standard input.')
    return keys.set(provider, key)
  })
  await print(options, context, set, `The key of ${set.name} is kept on this machine, sealed.`)
}

/** `varve keys forget`: deletes a key that is kept. */
export async function forgetKeyCommand(
  provider: string,
  options: KeysOptions,
  context: KeysContext,
): Promise<void> {
  const left = await withKeys(options, context, (keys) => keys.forget(provider))
  const rest = left.key === 'environment' ? `; the one in ${left.keyVariable} counts again` : ''
  await print(options, context, left, `No key of ${left.name} is kept${rest}.`)
}

/** `varve keys begin-anew`: another master key in the place of one that is lost for good. */
export async function beginAnewCommand(
  options: Pick<KeysOptions, 'json'>,
  { surroundings, paths, output }: KeysContext,
): Promise<void> {
  const isMade = await beginAnew(masterKeyPlace(surroundings, paths))
  const words = isMade
    ? 'There is a new master key. What was sealed with the lost one stays closed; enter the keys of providers again.'
    : 'There is a master key already, and it stays: nothing was changed.'
  await output.write(`${options.json ? JSON.stringify({ made: isMade }) : words}\n`)
}

async function withKeys<Result>(
  options: KeysOptions,
  context: KeysContext,
  act: (keys: KeyTools) => Promise<Result>,
): Promise<Result> {
  const { paths, checkout } = context
  const demo = { vault: checkout.demoVault, name: checkout.demoName, dataFolder: paths.data }
  const keys = await openKeyTools({ ...keyPlaces(options, context), demo })
  try {
    return await act(keys)
  } finally {
    await keys.close()
  }
}

/** Where keys of providers come from. */
export function keyPlaces(
  options: KeysOptions,
  { paths, surroundings, report }: Omit<KeysContext, 'checkout'>,
): KeptKeysOptions {
  return {
    database: findDatabase(options, paths, surroundings),
    masterKey: masterKeyPlace(surroundings, paths),
    providers: { environment: surroundings.env, config: paths.config },
    clock: { now: Date.now },
    report,
  }
}

function describe({ key, keyProblem }: Provider): string {
  switch (key) {
    case 'environment':
      return 'from the environment'
    case 'sealed':
      return 'on this machine, sealed'
    case 'none':
      return keyProblem === undefined ? 'none' : 'cannot be opened'
    case 'memory':
    case 'not-needed':
      return key
    default:
      return key satisfies never
  }
}

function toJson({ id, name, key, keyVariable, keyProblem }: Provider): object {
  return { id, name, key, keyVariable, ...(keyProblem === undefined ? {} : { problem: keyProblem }) }
}

async function print(
  { json }: KeysOptions,
  { output }: KeysContext,
  provider: Provider,
  words: string,
): Promise<void> {
  await output.write(`${json ? JSON.stringify(toJson(provider)) : words}\n`)
}
