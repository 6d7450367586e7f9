import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { basename, dirname, isAbsolute } from 'node:path'
import {
  type GetModelRequest,
  type InstalledModel,
  LOCAL_MODEL_SETTINGS,
  LOCAL_PROVIDER,
  type InstalledModelView,
  type LocalModelSettingsPatch,
  type LocalModelSettingsView,
  type LocalModelsView,
  type ModelDownloadView,
  type OfferedModelView,
} from '@varve/contract'
import { OFFERED_MODELS } from '@varve/contract/tables/offered-models'
import { findRuntime } from '@varve/local'
import { AppError, toAppError } from '../app-error.ts'
import { type DownloadPlan, Downloads } from './downloads.ts'
import { addressSource, sourceOf } from './model-source.ts'
import {
  changeLocalModelSettings,
  idFrom,
  isFileThere,
  listModel,
  type ModelsFolder,
  modelsFolder,
  unlistModel,
} from './models-folder.ts'
import { installRuntime, PART_BYTES, partsFolder } from './runtime-part.ts'

export interface LocalModelsOptions {
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly report: (message: string) => void
  /** The models have changed. */
  readonly onChange?: () => void
}

/** In place of the setting `modelSource`. */
export const SOURCE_VARIABLE = 'VARVE_MODEL_SOURCE'

/** A chat of this many tokens is what "needs about 3 GB" means. */
const USUAL_TOKENS = 8_000

/** What the program itself takes. */
const RUNTIME_BYTES = 300_000_000

export { asApp } from '../app-error.ts'

export function localModelsOf({
  localModels,
}: {
  readonly localModels: LocalModels | undefined
}): LocalModels {
  if (localModels) return localModels
  throw new AppError('model-unavailable', 'This Varve has no folder in which models could be kept.')
}

/** The models of a user's own: which there are, how one is got, and what runs them. */
export class LocalModels {
  readonly folder: ModelsFolder
  readonly downloads: Downloads
  readonly #options: LocalModelsOptions
  readonly #closing = new AbortController()
  #installing: Promise<void> | undefined
  #installProblem: AppError | undefined

  constructor(options: LocalModelsOptions) {
    const { dataFolder, now, report, onChange = () => undefined } = options
    this.#options = options
    this.folder = modelsFolder(dataFolder)
    this.downloads = new Downloads({ folder: this.folder, now, report, onModel: onChange })
  }

  async show(): Promise<LocalModelsView> {
    const { models, settings } = await this.folder.read()
    const memory = machineMemory()
    return {
      machine: {
        memory,
        cores: availableParallelism(),
        disk: await freeDisk(this.folder.path),
        folder: this.folder.path,
      },
      runtime: this.#runtime(),
      source: this.#source(settings).source,
      offered: OFFERED_MODELS.map((model) => ({ ...model, fit: fitOf(model.memory, memory) })),
      installed: await Promise.all(models.map((model) => this.#view(model))),
      downloads: await this.downloads.list(),
      settings,
    }
  }

  /** Begins to get a model that Varve offers, or the `.gguf` file at an address. */
  async get({ model, from }: GetModelRequest): Promise<ModelDownloadView> {
    const plan = await this.#plan(model, from)
    const { models } = await this.folder.read()
    if (models.some(({ id }) => id === plan.id))
      throw new AppError(
        'message-invalid',
        `${plan.name} is on this computer already, as ${LOCAL_PROVIDER}/${plan.id}.`,
      )
    return this.downloads.start(plan)
  }

  async #plan(wanted: string, from: string | undefined): Promise<DownloadPlan> {
    if (/^https?:/i.test(wanted)) {
      const source = await addressSource(wanted, true)
      const file = fileNameIn(wanted)
      return { id: idFrom(file), name: file.replace(/\.gguf$/i, ''), source }
    }
    const offered = OFFERED_MODELS.find(({ id }) => id === wanted)
    if (!offered)
      throw new AppError(
        'model-unknown',
        `Varve offers no model "${wanted.slice(0, 100)}". It offers ${OFFERED_MODELS.map(({ id }) => id).join(', ')}; or give the address of a .gguf file.`,
      )
    const { settings } = await this.folder.read()
    const { source, named } = from === undefined ? this.#source(settings) : { source: from, named: true }
    const { id, name, sha256 } = offered
    const place = await sourceOf(source, offered, named)
    return { id, name, source: place, ...(sha256 === undefined ? {} : { sha256 }) }
  }

  #source({ modelSource }: LocalModelSettingsView): { readonly source: string; readonly named: boolean } {
    const given = this.#options.environment[SOURCE_VARIABLE]?.trim() || modelSource
    return { source: given ?? LOCAL_MODEL_SETTINGS.modelSource.default, named: given !== undefined }
  }

  /** Lists a `.gguf` file where it is. */
  async open(path: string): Promise<InstalledModelView> {
    if (!isAbsolute(path))
      throw new AppError('path-refused', `Give the whole path of the file, not "${path}".`)
    const model = await listModel(this.folder, path, { added: this.#options.now() })
    this.#options.onChange?.()
    return this.#view(model)
  }

  async remove(id: string): Promise<void> {
    await unlistModel(this.folder, id)
    this.#options.onChange?.()
  }

  async setSettings(patch: LocalModelSettingsPatch): Promise<LocalModelSettingsView> {
    const { modelSource } = patch
    if (typeof modelSource === 'string')
      await sourceOf(modelSource, { repo: 'repo', file: 'file.gguf' }, true)
    const settings = await changeLocalModelSettings(this.folder, patch)
    this.#options.onChange?.()
    return settings
  }

  /** Fetches what runs the models, if it isn't there. Resolves when it has begun, or is there. */
  installRuntime(): LocalModelsView['runtime'] {
    if (this.#runtime().state !== 'ready') this.#installing ??= this.#install()
    return this.#runtime()
  }

  /** Resolves when the runtime is there. */
  async runtimeReady(): Promise<void> {
    await this.#installing
    if (this.#installProblem) throw this.#installProblem
  }

  async #install(): Promise<void> {
    const { dataFolder, environment, onChange } = this.#options
    this.#installProblem = undefined
    try {
      await installRuntime(dataFolder, { environment, signal: this.#closing.signal })
      onChange?.()
    } catch (error) {
      this.#installProblem = toAppError(error)
    } finally {
      this.#installing = undefined
    }
  }

  #runtime(): LocalModelsView['runtime'] {
    const size = PART_BYTES
    if (this.#installing) return { state: 'installing', size }
    const found = findRuntime(partsFolder(this.#options.dataFolder))
    if (found) return { state: 'ready', version: found.version, size }
    const problem = this.#installProblem
    return problem
      ? { state: 'failed', size, problem: { code: problem.code, message: problem.message } }
      : { state: 'missing', size }
  }

  async #view(model: InstalledModel): Promise<InstalledModelView> {
    const tokens = Math.min(model.context ?? USUAL_TOKENS, USUAL_TOKENS)
    const memory = model.size + (model.bytesPerToken ?? 0) * tokens + RUNTIME_BYTES
    return {
      ...model,
      modelId: `${LOCAL_PROVIDER}/${model.id}`,
      memory,
      fit: fitOf(memory, machineMemory()),
      ...((await isFileThere(this.folder.pathOf(model))) ? {} : { missing: true as const }),
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.downloads.close()
    await this.#installing
  }
}

/** Whether a model that needs so much memory runs well on a machine that has so much. */
function fitOf(needed: number, memory: number): OfferedModelView['fit'] {
  if (needed > memory * 0.85) return 'too-large'
  return needed > memory * 0.6 ? 'tight' : 'fits'
}

/** A container may have less than the machine. */
function machineMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Where the folder is not there yet, of the disk that it will be on. */
async function freeDisk(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return dirname(path) === path ? 0 : freeDisk(dirname(path))
  }
}

function fileNameIn(address: string): string {
  const { pathname } = new URL(address)
  let name = basename(pathname)
  try {
    name = decodeURIComponent(name)
  } catch {
    // It stays as it is written.
  }
  if (!/\.gguf$/i.test(name))
    throw new AppError(
      'message-invalid',
      `The address must be of a file that ends in .gguf, and this one ends in "${name.slice(-60)}".`,
    )
  return name.replace(/[\p{C}]/gu, '').slice(-100)
}
