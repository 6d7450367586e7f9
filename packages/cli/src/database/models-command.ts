import { type ModelView, readModels } from '@varve/app'
import type { FolderContext } from '../folder/folder-command.ts'
import type { Surroundings } from '../paths.ts'
import { plainText } from '../plain-text.ts'
import { showCount, showMoney } from '../show-number.ts'
import { renderTable } from '../table.ts'
import { type KeysOptions, keyPlaces } from './keys-command.ts'

export interface ModelsOptions extends KeysOptions {
  readonly all?: boolean
}

export interface ModelsContext extends FolderContext {
  readonly surroundings: Surroundings
}

/** `varve models`: who can be asked, and with `--all` who else is known, with what is missing. */
export async function modelsCommand(options: ModelsOptions, context: ModelsContext): Promise<void> {
  const models = await readModels(keyPlaces(options, context))
  const shown = options.all ? models : models.filter(({ ready }) => ready)
  if (options.json) return void (await context.output.write(`${JSON.stringify(shown)}\n`))
  const columns = [
    { title: 'model' },
    { title: 'name' },
    { title: 'where' },
    { title: 'window', align: 'right' as const },
    { title: 'in, out per million', align: 'right' as const },
    ...(options.all ? [{ title: 'missing' }] : []),
  ]
  await context.output.write(`${renderTable(columns, shown.map(row))}\n`)
}

function row({ id, name, location, window, price, unavailable = '' }: ModelView): readonly string[] {
  const cost = price ? `${showMoney(price.input)}, ${showMoney(price.output)}` : 'free'
  return [plainText(id), plainText(name), location, showCount(window), cost, plainText(unavailable)]
}
