import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CatalogueModel, mergeCatalogue } from '@varve/providers'
import { AppError } from '../app-error.ts'
import { refuseBaseUrl } from './check-base-url.ts'
import { isLocalProvider } from './provider-info.ts'

export interface UserModels {
  readonly catalogue: readonly CatalogueModel[]
  /** Changes to models of local servers, which are known only when they are found. */
  readonly localPatches: readonly LocalPatch[]
}

export interface LocalPatch {
  readonly id: string
}

/**
 * The catalogue with the models of a configuration file. Invalid entries are reported and skipped; no error
 * in the file prevents the start.
 */
export async function readUserModels(
  catalogue: readonly CatalogueModel[],
  path: string,
  report: (message: string) => void,
): Promise<UserModels> {
  const given = await withoutRefused(await readModels(path, report), (message) =>
    report(`${path}: ${message}`),
  )
  const localPatches = given.filter(isLocalPatch)
  const others = given.filter((model) => !isLocalPatch(model))
  const merged = others.reduce<readonly CatalogueModel[]>((known, model) => {
    return merge(known, model, (message) => report(`${path}: ${message}`))
  }, catalogue)
  return { catalogue: merged, localPatches }
}

/**
 * Changes the models of a configuration file and leaves the rest unchanged. Fails if the file can't be
 * understood, so that nothing is overwritten.
 */
export async function changeUserModels(
  path: string,
  change: (models: readonly OwnModel[]) => readonly object[],
): Promise<void> {
  await changeConfig(path, (config) => {
    const models = config['models'] ?? []
    if (!Array.isArray(models))
      throw new AppError('message-invalid', `"models" in ${path} is not a list. Correct it first.`)
    return { ...config, models: change(models.filter(isRecord)) }
  })
}

/** Changes a configuration file, or makes it; fails where it isn't understood. */
export async function changeConfig(path: string, change: (config: Config) => Config): Promise<void> {
  const next = `${JSON.stringify(change(await readConfig(path)), null, 2)}\n`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, next, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

type OwnModel = Readonly<Record<string, unknown>>
type Config = Readonly<Record<string, unknown>>

export async function readConfig(path: string): Promise<Config> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
  try {
    const config: unknown = JSON.parse(text)
    if (isRecord(config)) return config
  } catch (cause) {
    throw new AppError('message-invalid', `${path} is not valid JSON. Correct it first.`, { cause })
  }
  throw new AppError('message-invalid', `${path} is not an object with a list "models". Correct it first.`)
}

/** Models at forbidden addresses are reported and skipped. */
async function withoutRefused(
  models: readonly unknown[],
  report: (message: string) => void,
): Promise<readonly unknown[]> {
  const kept: unknown[] = []
  for (const model of models) {
    const { id, baseUrl } = isRecord(model) ? model : {}
    const refused = typeof baseUrl === 'string' ? await refuseBaseUrl(baseUrl) : undefined
    if (refused === undefined) kept.push(model)
    else report(`model ${String(id)}.baseUrl: ${refused}`)
  }
  return kept
}

/** A model that a local server has, with what the user says about it. */
export function patchLocalModel(
  model: CatalogueModel,
  patches: readonly LocalPatch[],
  report: (message: string) => void,
): CatalogueModel {
  const own = patches.filter(({ id }) => id === model.id)
  const [patched = model] = own.reduce<readonly CatalogueModel[]>(
    (known, patch) => merge(known, patch, report),
    [model],
  )
  return patched
}

function merge(
  known: readonly CatalogueModel[],
  model: unknown,
  report: (message: string) => void,
): readonly CatalogueModel[] {
  try {
    return mergeCatalogue(known, [model])
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
    return known
  }
}

async function readModels(path: string, report: (message: string) => void): Promise<readonly unknown[]> {
  try {
    const config: unknown = JSON.parse(await readFile(path, 'utf8'))
    const models = isRecord(config) ? (config['models'] ?? []) : undefined
    if (Array.isArray(models)) return models
    report(`${path}: expected an object with a list "models"; it is not used.`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    report(
      `${path} cannot be read and is not used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return []
}

/** Complete models of one's own are known without being found: they name their provider. */
function isLocalPatch(model: unknown): model is LocalPatch {
  if (!isRecord(model) || typeof model['id'] !== 'string' || 'provider' in model) return false
  return isLocalProvider(model['id'].split('/')[0] ?? '')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
