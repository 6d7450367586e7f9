import { z } from 'zod'
import { localModelSettings } from './settings.ts'
import type { View } from './view.ts'

/**
 * Models of your own: `.gguf` files that Varve runs itself. They are in `<data>/models`, and `models.json` there lists
 * them. In the list of models each is `local/<id>`, of the provider `local`.
 */
export const LOCAL_PROVIDER = 'local'

/** The list of models, in the models folder. Files that are not listed, such as half a download, are no models. */
export const LOCAL_MODELS_FILE = 'models.json'

const installedModel = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[a-z0-9][a-z0-9._-]*$/)
    .describe('Unique here; the model is `local/<id>`.'),
  path: z.string().min(1).describe('Below the models folder, or absolute if the file was opened in place.'),
  name: z.string().min(1).max(200),
  kind: z.enum(['chat', 'embedding']),
  size: z.int().nonnegative().describe('Bytes.'),
  sha256: z.string().exactOptional().describe('Of the file, if it was downloaded.'),
  architecture: z.string().describe('As the file says, such as `llama` or `qwen3`.'),
  quantization: z.string().exactOptional().describe('Such as `Q4_K_M`.'),
  parameters: z.int().positive().exactOptional(),
  context: z.int().positive().exactOptional().describe('Tokens that the model was trained for.'),
  bytesPerToken: z.int().positive().exactOptional().describe('Of memory, for each token of a chat.'),
  chatTemplate: z.boolean().describe('The file has a chat template.'),
  added: z.iso.datetime(),
})

/** What `models.json` holds. A file that isn't understood is refused, not overwritten. */
export const localModelsFile = z.object({
  models: z.array(installedModel),
  settings: localModelSettings.default({}),
})

export type InstalledModel = z.infer<typeof installedModel>
export type LocalModelsFile = z.infer<typeof localModelsFile>

/** A model that Varve offers to get. */
const offeredModel = z.object({
  id: z.string(),
  name: z.string(),
  kind: installedModel.shape.kind,
  /** The smallest that is useful, the usual choice, or the best for a large machine. */
  grade: z.enum(['small', 'medium', 'large']),
  size: z.number().describe('Bytes, approximate; the source gives the exact size.'),
  memory: z.number().describe('Bytes of memory for a chat of 8,000 tokens, approximate.'),
  context: z.number().describe('The most tokens that it supports.'),
  license: z.string(),
  goodAt: z.string(),
  languages: z.string(),
  repo: z.string().describe('Where its publisher keeps it on Hugging Face.'),
  file: z.string(),
  sha256: z.string().exactOptional().describe('If the catalogue has one; else the source may publish one.'),
  fit: z
    .enum(['fits', 'tight', 'too-large'])
    .describe('`tight`: it takes more than 60 % of the machine’s memory; `too-large`: more than 85 %.'),
})

const problem = z.object({ code: z.string(), message: z.string() })

const modelDownload = z.object({
  id: z.string().describe('The model has the same id once it is there.'),
  name: z.string(),
  from: z.string().describe('The host or folder that it comes from.'),
  state: z.enum(['waiting', 'running', 'checking', 'paused', 'failed']),
  received: z.number().describe('Bytes that are on disk.'),
  size: z.number().exactOptional().describe('Bytes; absent until the source reports it.'),
  bytesPerSecond: z.number().exactOptional(),
  problem: problem
    .exactOptional()
    .describe('Why it stopped. The downloaded part is kept unless it is damaged.'),
})

const localModels = z.object({
  machine: z.object({
    memory: z.number().describe('Bytes.'),
    cores: z.number(),
    disk: z.number().describe('Bytes that are free where models are kept.'),
    folder: z.string().describe('Where models are kept.'),
  }),
  runtime: z
    .object({
      state: z.enum(['ready', 'missing', 'installing', 'failed']),
      version: z.string().exactOptional(),
      size: z.number().describe('Bytes to download, approximate.'),
      problem: problem.exactOptional(),
    })
    .describe('llama.cpp, an optional part of Varve that runs the models.'),
  source: z.string().describe('Where models come from now.'),
  offered: z.array(offeredModel),
  installed: z.array(
    installedModel.extend({
      modelId: z.string().describe('As a chat names it.'),
      memory: offeredModel.shape.memory,
      fit: offeredModel.shape.fit,
      missing: z.literal(true).exactOptional().describe('The file is no longer there.'),
    }),
  ),
  downloads: z.array(modelDownload),
  running: z
    .object({
      modelId: z.string().exactOptional().describe('As a chat names it; absent if it is no longer listed.'),
      memory: z.number().describe('Bytes that model and context take.'),
      threads: z.number(),
      context: z.number().describe('Tokens.'),
      backend: z.enum(['cpu', 'metal', 'cuda', 'vulkan']),
    })
    .exactOptional()
    .describe('The model in memory; absent if there is none.'),
  states: z
    .object({ count: z.number(), bytes: z.number() })
    .exactOptional()
    .describe('Saved model states, so that reopened chats needn’t be read again.'),
  settings: localModelSettings,
})

export const LOCAL_MODEL_VIEWS = {
  OfferedModel: offeredModel,
  ModelRuntime: localModels.shape.runtime,
  InstalledModel: localModels.shape.installed.element,
  ModelDownload: modelDownload,
  LocalModels: localModels,
}

export type InstalledModelView = View<typeof localModels.shape.installed.element>
export type OfferedModelView = View<typeof offeredModel>
export type ModelDownloadView = View<typeof modelDownload>
export type LocalModelsView = View<typeof localModels>

export const getModelSchema = z.strictObject({
  model: z
    .string()
    .min(1)
    .max(2000)
    .describe('The id of an offered model, or the address of a `.gguf` file.'),
  from: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Another source for this download: an address or a folder, as in the setting `modelSource`.'),
})

export const openModelSchema = z.strictObject({
  path: z.string().min(1).max(4096).describe('A `.gguf` file on this machine. It stays where it is.'),
})

export type GetModelRequest = View<typeof getModelSchema>
