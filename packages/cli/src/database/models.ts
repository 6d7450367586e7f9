import type { ModelView } from '@varve/app'
import { type Group } from '../command.ts'
import { columnsOf, plainText, renderTable, showCount, showMoney } from '../text.ts'
import { keyPlaces } from './keys.ts'

/** `varve models`: who can be asked, and with `--all` who else is known, with what is missing. */
export function addModelsCommand(program: Group): void {
  program
    .command('models', 'list available models, including those of local servers')
    .option('--all', 'also unavailable models, and what they lack')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--json', 'as JSON')
    .help(HELP)
    .run(async (call, options) => {
      const { readModels } = await import('@varve/app')
      const models = await readModels(keyPlaces(options, call))
      const shown = options.all ? models : models.filter(({ ready }) => ready)
      const columns = [
        ...columnsOf(['model', 'name', 'where'], ['window', 'in, out per million']),
        ...(options.all ? [{ title: 'missing' }] : []),
      ]
      return { json: shown, words: renderTable(columns, shown.map(row)) }
    })
}

const HELP = `
It only reads, so Varve may be running, and asks nothing of a provider.

Example:
  varve models --json | jq -r '.[] | select(.location == "local") | .id'`

function row({ id, name, location, window, price, unavailable = '' }: ModelView): readonly string[] {
  const cost = price ? `${showMoney(price.input)}, ${showMoney(price.output)}` : 'free'
  return [plainText(id), plainText(name), location, showCount(window), cost, plainText(unavailable)]
}
