import type { ModelView } from '@varve/app'
import type { Call } from '../call.ts'
import type { Group, Shown } from '../command.ts'
import { connect } from '../connect.ts'
import { CliError } from '../errors.ts'
import { columnsOf, plainText, renderTable, showCount, showMoney } from '../text.ts'
import { keyPlaces, withKeys } from './keys.ts'
import { addLocalModelCommands } from './local-models.ts'
import { readSecret } from './read-secret.ts'

/** `varve models`: the models you can use, and with `--all` the others, with what they need. */
export function addModelsCommand(program: Group): void {
  const group = program.group('models', 'list models, download one, or add one by its address')
  group
    .defaultCommand('list', 'list available models, including those of local servers')
    .reachesServers()
    .option('--all', 'include unavailable models, and what they lack')
    .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--json', 'as JSON')
    .help(HELP)
    .run(async (call, options) => {
      const models = call.server
        ? ((await (await connect(call, options))?.client.listModels()) ?? [])
        : await (await import('@varve/app')).readModels(keyPlaces(options, call))
      const shown = options.all ? models : models.filter(({ ready }) => ready)
      const columns = [
        ...columnsOf(['model', 'name', 'where'], ['window', 'in, out per million']),
        ...(options.all ? [{ title: 'missing' }] : []),
      ]
      return { json: shown, words: renderTable(columns, shown.map(row)) }
    })
  group
    .command('add', 'add a model by its OpenAI-compatible address, after a test call')
    .reachesServers()
    .argument('<address>', 'such as http://localhost:8000/v1')
    .argument('<model>', 'its name in a request')
    .option('--key', 'it needs a key, typed (hidden) or piped in, and stored encrypted')
    .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--json', 'as JSON')
    .help(ADD_HELP)
    .run(add)
  group
    .command('remove', 'remove an added model')
    .reachesServers()
    .argument('<id>', 'as varve models lists it')
    .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--json', 'as JSON')
    .run(async (call, options, id) => {
      await withKeys(options, call, (tools) => tools.remove(id))
      return { json: { removed: id }, words: `${plainText(id)} is removed.` }
    })
  addLocalModelCommands(group)
}

const ADD_HELP = `
Before anything is saved, the model gets a test call; if that fails, you see the response. Window and price are
kept if the server reports them, else shown as unknown. If Varve is running, the model is added there.

Examples:
  varve models add http://localhost:8000/v1 my-model
  pass show groq | varve models add https://api.groq.com/openai/v1 llama-3.3-70b-versatile --key`

interface Place {
  readonly database?: string
  readonly data?: string
}

async function add(
  call: Call,
  options: Place & { readonly key?: boolean },
  address: string,
  model: string,
): Promise<Shown> {
  const key = options.key ? await readSecret(call.input, 'Key (not shown): ', call.write) : undefined
  if (key === '') throw new CliError('input-malformed', 'There is no key on the standard input.')
  const input = { address, model, ...(key === undefined ? {} : { key }) }
  const added = await withKeys(options, call, (tools) => tools.add(input))
  const unknown = added.unknown ? ` Unknown: ${added.unknown.join(' and ')}.` : ''
  return {
    json: added,
    words: `${plainText(added.name)} answered, and is ${added.id} from now on.${unknown}`,
  }
}

const HELP = `
This only reads: Varve may be running, and no provider is called.

Example:
  varve models --json | jq -r '.[] | select(.location == "local") | .id'`

function row(model: ModelView): readonly string[] {
  const { id, name, location, window, price, unknown = [], unavailable = '' } = model
  const cost = unknown.includes('price')
    ? 'unknown'
    : price
      ? `${showMoney(price.input)}, ${showMoney(price.output)}`
      : 'free'
  return [
    plainText(id),
    plainText(name),
    location,
    unknown.includes('window') ? 'unknown' : showCount(window),
    cost,
    plainText(unavailable),
  ]
}
