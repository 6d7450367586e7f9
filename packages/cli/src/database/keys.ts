import type { KeptKeysOptions, KeyTools } from '@varve/app'
import type { Call } from '../call.ts'
import type { Group } from '../command.ts'
import { connect } from '../connect.ts'
import { CliError } from '../errors.ts'
import { findDatabase, masterKeyPlace } from '../paths.ts'
import { columnsOf, renderTable } from '../text.ts'
import { readSecret } from './read-secret.ts'

/** The commands for the keys of providers. */
export function addKeysCommands(program: Group): void {
  const group = program.group('keys', 'list, store and delete provider keys', HELP)
  const keys = (name: string, description: string) =>
    group
      .command(name, description)
      .reachesServers()
      .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
      .option('--data <folder>', 'the folder for chats and settings')
      .option('--json', 'as JSON')
  keys('list', 'for which providers there is a key, and where it comes from; never the key').run(listKeys)
  keys('set', 'keep a key sealed; it is typed unseen, or piped in')
    .argument('<provider>', 'such as openai or anthropic')
    .refusesMore(
      'varve keys set takes a provider and nothing else: a key is typed when asked, or piped in. If the rest was a key, it is now in the history of your shell.',
    )
    .run(setKey)
  keys('forget', 'delete a key that is kept')
    .argument('<provider>', 'such as openai or anthropic')
    .run(async (call, options, provider) => {
      const left = await withKeys(options, call, (tools) => tools.forget(provider))
      const rest = left.key === 'environment' ? `; the one in ${left.keyVariable} counts again` : ''
      return { json: toJson(left), words: `No key for ${left.name} is stored${rest}.` }
    })
  group
    .command('reset', 'make a new master key to replace one that is lost')
    .option('--json', 'as JSON')
    .run(async ({ surroundings, paths }) => {
      const { resetMasterKey } = await import('@varve/app')
      const isMade = await resetMasterKey(masterKeyPlace(surroundings, paths))
      const words = isMade
        ? 'There is a new master key. What was sealed with the lost one stays closed; enter the keys of providers again.'
        : 'There is a master key already, and it stays: nothing was changed.'
      return { json: { made: isMade }, words }
    })
}

const HELP = `
Keys are stored encrypted in the database. They are decrypted with the master key file (see varve paths) or the
passphrase in VARVE_PASSPHRASE. A key in the environment is used and never stored. Varve may be running.

Examples:
  varve keys set openai
  pass show openai | varve keys set openai`

type Provider = Awaited<ReturnType<KeyTools['set']>>

/** For which providers there is a key, and where it comes from, also while Varve runs. Never the key. */
async function listKeys(call: Call, options: { readonly database?: string }) {
  const known = call.server
    ? await withKeys(options, call, (tools) => tools.list())
    : await (await import('@varve/app')).listKeptKeys(keyPlaces(options, call))
  const providers = known.filter(({ key }) => key !== 'not-needed')
  const rows = providers.map((provider) => [provider.id, describe(provider), provider.keyVariable])
  return {
    json: providers.map(toJson),
    words: renderTable(columnsOf(['Provider', 'Key', 'Variable']), rows),
  }
}

/** Keeps a key sealed. It is typed unseen or piped in; arguments stay in histories. */
async function setKey(call: Call, options: { readonly database?: string }, provider: string) {
  const set = await withKeys(options, call, async (keys) => {
    const known = (await keys.list()).find(({ id }) => id === provider)
    // Before anyone types a key for nothing. What was meant as a key is not repeated.
    if (!known) throw new CliError('usage', 'There is no such provider: see varve keys list.')
    const key = await readSecret(call.input, `Key for ${known.name} (not shown): `, call.write)
    if (key === '') throw new CliError('input-malformed', 'There is no key on the standard input.')
    return keys.set(provider, key)
  })
  return { json: toJson(set), words: `The key of ${set.name} is stored on this machine, encrypted.` }
}

export async function withKeys<Result>(
  options: { readonly database?: string },
  call: Call,
  act: (keys: Omit<KeyTools, 'close'>) => Promise<Result>,
): Promise<Result> {
  const running = (await connect(call, options))?.client
  if (running)
    return act({
      list: () => running.listProviders(),
      set: (providerId, key) => running.setProviderKey({ providerId, key, keep: 'sealed' }),
      forget: (providerId) => running.forgetProviderKey({ providerId }),
      add: (input) => running.addModel({ ...input, keep: 'sealed' }),
      remove: (modelId) => running.removeModel({ modelId }),
    })
  const { paths, checkout } = call
  const demo = { vault: checkout.demoVault, name: checkout.demoName, dataFolder: paths.data }
  const { openKeyTools } = await import('@varve/app')
  const keys = await openKeyTools({ ...keyPlaces(options, call), demo })
  try {
    return await act(keys)
  } finally {
    await keys.close()
  }
}

/** Where keys of providers come from. */
export function keyPlaces(
  options: { readonly database?: string },
  { paths, surroundings, report, now }: Call,
): KeptKeysOptions {
  return {
    database: findDatabase(options, paths, surroundings),
    masterKey: masterKeyPlace(surroundings, paths),
    providers: { environment: surroundings.env, config: paths.config },
    dataFolder: paths.data,
    clock: { now },
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
