import { offlineModel } from '../offline-model.ts'
import { ANTHROPIC_MODELS } from './anthropic-models.ts'
import { type CatalogueModel, type CatalogueModelInput, catalogueModelSchema } from './catalogue-model.ts'
import { COMPATIBLE_MODELS } from './compatible-models.ts'
import { GOOGLE_MODELS } from './google-models.ts'
import { OPENAI_MODELS } from './openai-models.ts'

const OFFLINE: CatalogueModelInput = {
  id: offlineModel.id,
  name: offlineModel.name,
  provider: 'offline',
  wireModel: offlineModel.id,
  protocol: 'offline',
  baseUrl: '',
  keyVariable: '',
  window: offlineModel.window,
  outputLimit: offlineModel.reservedOutput,
  reservedOutput: offlineModel.reservedOutput,
  modalities: ['text'],
  tools: false,
  tokenizer: 'estimate',
  cache: { profile: 'offline' },
  price: { input: 0, output: 0 },
  settings: { temperature: false, maxOutputTokens: false },
  asOf: '2026-11-15',
  source: 'The built-in model of this package',
}

/** The models that are known without any configuration, in the order in which a picker shows them. */
export const DEFAULT_CATALOGUE: readonly CatalogueModel[] = [
  OFFLINE,
  ...OPENAI_MODELS,
  ...ANTHROPIC_MODELS,
  ...GOOGLE_MODELS,
  ...COMPATIBLE_MODELS,
].map((model) => catalogueModelSchema.parse(model))
