import type { ApiKeyTools, ApiKeyView } from '@varve/app'
import { InvalidArgumentError } from 'commander'
import type { Call } from '../call.ts'
import { collect, type Group, onDatabase } from '../command.ts'
import { connect } from '../connect.ts'
import { CliError } from '../errors.ts'
import { findDatabase } from '../paths.ts'
import { columnsOf, plainText, renderTable, showMoney } from '../text.ts'

/** The commands for the keys that programs come in with. */
export function addApiKeysCommands(program: Group): void {
  const group = program.group('api-keys', 'list, create and revoke API keys for other programs', HELP)
  onDatabase(group.command('list', 'list keys with their scope, last use and spending')).run(
    async (call, options) => {
      const { readApiKeys } = await import('@varve/app')
      const keys = await readApiKeys(findDatabase(options, call.paths, call.surroundings))
      const columns = columnsOf(['id', 'name', 'ends in', 'reaches', 'last used', 'state'], ['spent'])
      return {
        json: keys,
        words: keys.length === 0 ? 'There is no API key.' : renderTable(columns, keys.map(row)),
      }
    },
  )
  onDatabase(group.command('add', 'create a key and print it; it is shown only once').reachesServers())
    .argument('<name>', 'a name for the key')
    .option('--read', 'read only: no model calls, no changes')
    .option('-w, --workspace <workspace>', 'a workspace it may use: name or id; repeatable (default: all)', {
      parse: collect,
    })
    .option(
      '-m, --model <model>',
      'a model it may ask, such as openai/gpt-5.6 or openai/*; repeatable (default: all)',
      {
        parse: collect,
      },
    )
    .option('--limit <dollars>', 'the most that models may cost it in total', { parse: parseDollars })
    .run(async (call, options, name) => {
      const { read, workspace, model: models, limit: limitUSD } = options
      const workspaces = workspace && (await idsOf(call, options, workspace))
      const made = await withApiKeys(options, call, (keys) =>
        keys.create({
          name,
          access: read ? 'read' : 'write',
          ...(workspaces ? { workspaces } : {}),
          ...(models ? { models } : {}),
          ...(limitUSD === undefined ? {} : { limitUSD }),
        }),
      )
      call.report('Save it now: it won’t be shown again. "varve api-keys revoke" revokes it.')
      return { json: made, words: made.key }
    })
  onDatabase(group.command('revoke', 'revoke a key'))
    .argument('<key>', 'its id or the start of it, its name, or its last characters')
    .run(async (call, options, wanted) => {
      const revoked = await withApiKeys(options, call, async (keys) =>
        keys.revoke({ id: findKey(await keys.list(), wanted).id }),
      )
      return { json: revoked, words: `The key “${plainText(revoked.name)}” is revoked.` }
    })
}

const HELP = `
Without options, a key may do everything except create keys. Varve may be running.

Examples:
  varve api-keys add "My editor" --model 'openai/*' --limit 5
  varve api-keys add backup --read --workspace Notes
  varve api-keys revoke "My editor"`

function row(key: ApiKeyView): readonly string[] {
  const { id, name, hint, access, workspaces = [], models = [], limitUSD, usedAt, revokedAt, spentUSD } = key
  const reaches = [
    access,
    ...workspaces,
    ...models,
    ...(limitUSD === undefined ? [] : [`up to ${showMoney(limitUSD)}`]),
  ]
  return [
    id,
    plainText(name),
    hint,
    plainText(reaches.join(', ')),
    usedAt?.slice(0, 16).replace('T', ' ') ?? 'never',
    revokedAt === undefined ? 'open' : 'revoked',
    showMoney(spentUSD),
  ]
}

function parseDollars(text: string): number {
  const amount = Number(text.replace(/^\$/, ''))
  if (Number.isFinite(amount) && amount > 0) return amount
  throw new InvalidArgumentError('It must be an amount above 0, such as 5 or 0.50.')
}

function findKey(keys: readonly ApiKeyView[], wanted: string): ApiKeyView {
  const open = keys.filter(({ revokedAt }) => revokedAt === undefined)
  const exact = keys.filter(({ id }) => id === wanted)
  const near = open.filter(
    ({ id, name, hint }) =>
      name === wanted || id.startsWith(wanted) || wanted === hint || wanted.endsWith(hint),
  )
  const [found, another] = exact.length > 0 ? exact : near
  if (!found) throw new CliError('usage', 'There is no such API key: see varve api-keys list.')
  if (another) throw new CliError('usage', 'That could be more than one API key: name it by its id.')
  return found
}

/** What a person calls them, as ids; one that is unknown stays, and is refused by that name. */
async function idsOf(
  { paths, surroundings }: Call,
  options: { readonly database?: string },
  wanted: readonly string[],
): Promise<readonly string[]> {
  const { readWorkspaces } = await import('@varve/app')
  const all = await readWorkspaces(findDatabase(options, paths, surroundings))
  return wanted.map(
    (one) => (all.find(({ id }) => id === one) ?? all.find(({ name }) => name === one))?.id ?? one,
  )
}

async function withApiKeys<Result>(
  options: { readonly database?: string },
  call: Call,
  act: (keys: Omit<ApiKeyTools, 'close'>) => Promise<Result>,
): Promise<Result> {
  const running = (await connect(call, options))?.client
  if (running)
    return act({
      list: () => running.listApiKeys(),
      create: running.createApiKey,
      revoke: running.revokeApiKey,
    })
  const { paths, checkout, surroundings, now } = call
  const { openApiKeyTools } = await import('@varve/app')
  const demo = { vault: checkout.demoVault, name: checkout.demoName, dataFolder: paths.data }
  const database = findDatabase(options, paths, surroundings)
  const keys = await openApiKeyTools({ database, demo, clock: { now }, newId: () => crypto.randomUUID() })
  try {
    return await act(keys)
  } finally {
    await keys.close()
  }
}
