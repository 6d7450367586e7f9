import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import {
  type InstalledModel,
  LOCAL_MODELS_FILE,
  type LocalModelsFile,
  type LocalModelSettingsView,
  localModelsFile,
} from '@varve/contract'
import { makePrivateFolder } from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { readGguf } from './read-gguf.ts'

/** The folder of a user's own models: `<data>/models`. Its `models.json` says which there are; other files are none. */
export interface ModelsFolder {
  readonly path: string
  readonly read: () => Promise<LocalModelsFile>
  readonly change: (change: (file: LocalModelsFile) => LocalModelsFile) => Promise<LocalModelsFile>
  /** The file of a model, wherever it is. */
  readonly pathOf: (model: Pick<InstalledModel, 'path'>) => string
}

export function modelsFolder(dataFolder: string): ModelsFolder {
  const path = join(dataFolder, 'models')
  const list = join(path, LOCAL_MODELS_FILE)
  let changing: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<LocalModelsFile> => parseList(list, await readIfThere(list))
  const changeNow = async (change: (file: LocalModelsFile) => LocalModelsFile): Promise<LocalModelsFile> => {
    const next = localModelsFile.parse(change(await read()))
    makePrivateFolder(path)
    const beside = `${list}.${randomUUID()}.new`
    await writeFile(beside, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(beside, list)
    return next
  }
  return {
    path,
    read,
    change: (change) => {
      const changed = changing.then(() => changeNow(change))
      changing = changed.catch(() => undefined)
      return changed
    },
    pathOf: (model) => resolve(path, model.path),
  }
}

/** Reads the header of a model and lists it. Below the folder its path is kept relative, so that the data can move. */
export async function listModel(
  folder: ModelsFolder,
  path: string,
  known: { readonly id?: string; readonly name?: string; readonly sha256?: string; readonly added: Date },
): Promise<InstalledModel> {
  const header = await readGguf(path)
  const inside = relative(folder.path, path)
  const isInside = !inside.startsWith('..') && !isAbsolute(inside)
  const kept = isInside ? inside : path
  const file = await folder.change((now) => {
    const others = now.models.filter((model) => folder.pathOf(model) !== path)
    const model: InstalledModel = {
      id: freeId(known.id ?? idFrom(basename(path)), others),
      path: kept,
      name: known.name ?? header.name ?? basename(path, '.gguf'),
      kind: header.isEmbedding ? 'embedding' : 'chat',
      size: header.size,
      ...(known.sha256 === undefined ? {} : { sha256: known.sha256 }),
      architecture: header.architecture,
      ...(header.quantization === undefined ? {} : { quantization: header.quantization }),
      ...(header.parameters === undefined ? {} : { parameters: header.parameters }),
      ...(header.context ? { context: header.context } : {}),
      ...(header.bytesPerToken ? { bytesPerToken: Math.ceil(header.bytesPerToken) } : {}),
      chatTemplate: header.chatTemplate,
      added: known.added.toISOString(),
    }
    return { ...now, models: [...others, model] }
  })
  const listed = file.models.find((model) => folder.pathOf(model) === path)
  if (!listed) throw new AppError('failed', `${path} could not be listed.`)
  return listed
}

/** Takes a model off the list, and deletes its file if Varve downloaded it. */
export async function unlistModel(folder: ModelsFolder, id: string): Promise<InstalledModel> {
  const model = (await folder.read()).models.find((one) => one.id === id)
  if (!model) throw new AppError('file-not-found', 'There is no such model on this computer.')
  await folder.change((now) => ({ ...now, models: now.models.filter((one) => one.id !== id) }))
  if (!isAbsolute(model.path)) await rm(folder.pathOf(model), { force: true })
  return model
}

export async function changeLocalModelSettings(
  folder: ModelsFolder,
  patch: {
    readonly [Name in keyof LocalModelSettingsView]?: LocalModelSettingsView[Name] | null | undefined
  },
): Promise<LocalModelSettingsView> {
  const { settings } = await folder.change((now) => {
    const next = Object.entries({ ...now.settings, ...patch }).filter(
      ([, value]) => value !== null && value !== undefined,
    )
    return { ...now, settings: Object.fromEntries(next) }
  })
  return settings
}

export async function isFileThere(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
}

/** `Qwen3-4B-Q4_K_M.gguf` → `qwen3-4b-q4_k_m`. */
export function idFrom(file: string): string {
  const plain = file
    .toLowerCase()
    .replace(/\.gguf$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 80)
  return plain === '' ? 'model' : plain
}

function freeId(wanted: string, others: readonly InstalledModel[]): string {
  const taken = new Set(others.map(({ id }) => id))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(id)) return id
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** An unreadable file is not overwritten: its models would be lost. */
function parseList(path: string, text: string | undefined): LocalModelsFile {
  if (text === undefined) return { models: [], settings: {} }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new AppError('data-corrupt', `${path} is not valid JSON. Correct it, or move it away.`, { cause })
  }
  const parsed = localModelsFile.safeParse(content)
  if (parsed.success) return parsed.data
  const [{ path: place, message } = { path: [], message: '' }] = parsed.error.issues
  throw new AppError(
    'data-corrupt',
    `${path} can't be used: ${place.join('.')}: ${message}. Correct it, or move it away.`,
  )
}
