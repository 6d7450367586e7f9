import { z } from 'zod'
import { localModelSettings } from './settings.ts'

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
  chatTemplate: z.boolean().describe('The file has a chat template.'),
  added: z.iso.datetime(),
})

/** What `models.json` holds. A row that isn't understood is left out and told; the file itself is not overwritten. */
export const localModelsFile = z.object({
  models: z.array(installedModel),
  settings: localModelSettings.default({}),
})

export type InstalledModel = z.infer<typeof installedModel>
export type LocalModelsFile = z.infer<typeof localModelsFile>
