import { offlineModel } from '../offline-model.ts'
import { type CatalogueModel, type CatalogueModelInput, catalogueModelSchema } from './catalogue-model.ts'
import { ANTHROPIC_MODELS, GOOGLE_MODELS, OPENAI_MODELS } from './large-providers.ts'

/** A provider: everything that is known of it beside its protocol. */
export interface Provider {
  readonly id: string
  /** As people call it. */
  readonly name: string
  /** As the semantic conventions of OpenTelemetry call it, where they have a name of their own. */
  readonly telemetryName?: string
  /** Environment variables that give another address; the first that is set counts. */
  readonly baseUrlVariables?: readonly string[]
  /** What such an address lacks: where it has no path, or always, as the provider's own tools want it. */
  readonly version?: { readonly path: string; readonly when: 'no-path' | 'always' }
  /** Where it is reached if the user connects it: `YOUR-…` is theirs to fill in. */
  readonly address?: string
  /** The environment variable of its key, if it isn't `<ID>_API_KEY`. */
  readonly keyVariable?: string
  /** A server on this machine, whose models are found and not listed. */
  readonly isLocal?: boolean
  /** Where a key is checked, if its list of models is for anyone. */
  readonly keyPath?: string
  readonly models: readonly CatalogueModelInput[]
}

/** In the order in which a picker shows them. One that is compatible with OpenAI is one row: add it here. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrlVariables: ['OPENAI_BASE_URL'],
    version: { path: '/v1', when: 'no-path' },
    models: OPENAI_MODELS,
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    version: { path: '/v1', when: 'always' },
    models: ANTHROPIC_MODELS,
  },
  {
    id: 'google',
    name: 'Google',
    telemetryName: 'gcp.gemini',
    baseUrlVariables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL'],
    version: { path: '/v1beta', when: 'always' },
    models: GOOGLE_MODELS,
  },
  compatible({
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    // Its API takes a message as one text only.
    defaults: {
      window: 1_000_000,
      outputLimit: 384_000,
      modalities: ['text'],
      textParts: false,
      settings: { reasoningEfforts: ['high', 'max'] },
    },
    models: [
      {
        name: 'DeepSeek V4 Flash',
        wireModel: 'deepseek-v4-flash',
        cache: { profile: 'deepseek', readRate: 0.02 },
        price: { input: 0.14, output: 0.28 },
        source: 'DeepSeek pricing page as repeated in release notes',
      },
      {
        name: 'DeepSeek V4 Pro',
        wireModel: 'deepseek-v4-pro',
        cache: { profile: 'deepseek', readRate: 0.0083 },
        price: { input: 0.435, output: 0.87 },
        source: 'DeepSeek pricing page as repeated in guides; a rise is announced',
      },
    ],
  }),
  compatible({
    id: 'mistral',
    name: 'Mistral',
    telemetryName: 'mistral_ai',
    baseUrl: 'https://api.mistral.ai/v1',
    models: [
      {
        name: 'Mistral Large 4',
        wireModel: 'mistral-large-4',
        window: 1_048_576,
        price: { input: 0.68, output: 2.09 },
        source: 'A gateway price list; output limit and cache rules unverified',
      },
    ],
  }),
  compatible({
    id: 'xai',
    name: 'xAI',
    telemetryName: 'x_ai',
    baseUrl: 'https://api.x.ai/v1',
    models: [
      {
        name: 'Grok 4.3',
        wireModel: 'grok-4.3',
        cache: { profile: 'openai', minimumTokens: 0, readRate: 0.16 },
        price: { input: 1.25, output: 2.5, cliffs: [{ above: 200_000, input: 2.5, output: 5 }] },
        source: 'xAI model page as repeated by gateways; output limit and cache rules unverified',
      },
    ],
  }),
  {
    id: 'openrouter',
    name: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    keyPath: '/key',
    models: [],
  },
  { id: 'groq', name: 'Groq', address: 'https://api.groq.com/openai/v1', models: [] },
  { id: 'together', name: 'Together', address: 'https://api.together.xyz/v1', models: [] },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    address: 'https://YOUR-RESOURCE.openai.azure.com/openai/v1',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    models: [],
  },
  { id: 'litellm', name: 'LiteLLM', address: 'http://localhost:4000/v1', models: [] },
  { id: 'vllm', name: 'vLLM', address: 'http://localhost:8000/v1', models: [] },
  { id: 'local', name: 'Varve', isLocal: true, models: [] },
  { id: 'ollama', name: 'Ollama', isLocal: true, models: [] },
  { id: 'lm-studio', name: 'LM Studio', isLocal: true, models: [] },
  { id: 'llama-server', name: 'llama-server', isLocal: true, models: [] },
]

/** What a row of a model must say; the rest is that of its provider, or usual. */
type CompatibleModel = Pick<CatalogueModelInput, 'name' | 'wireModel' | 'price' | 'source'> &
  Partial<CatalogueModelInput>

interface CompatibleProvider extends Pick<Provider, 'id' | 'name' | 'telemetryName'> {
  readonly baseUrl: string
  readonly defaults?: Partial<CatalogueModelInput>
  readonly models: readonly CompatibleModel[]
}

/** A provider that speaks OpenAI's chat completions, with its key in `<ID>_API_KEY`. */
function compatible({ id, baseUrl, defaults, models, ...names }: CompatibleProvider): Provider {
  const variable = id.toUpperCase().replaceAll('-', '_')
  const { pathname } = new URL(baseUrl)
  return {
    id,
    ...names,
    address: baseUrl,
    baseUrlVariables: [`${variable}_BASE_URL`],
    ...(pathname === '/' ? {} : { version: { path: pathname, when: 'no-path' } }),
    models: models.map((model) => ({
      id: `${id}/${model.wireModel}`,
      provider: id,
      protocol: 'openai-chat',
      baseUrl,
      keyVariable: `${variable}_API_KEY`,
      window: 1_000_000,
      outputLimit: 65_536,
      reservedOutput: 16_000,
      modalities: ['text', 'image'],
      tools: true,
      tokenizer: 'estimate',
      cache: { profile: 'openai' },
      settings: { reasoningEfforts: [] },
      asOf: '2026-11-15',
      ...defaults,
      ...model,
    })),
  }
}

const BY_ID = new Map(PROVIDERS.map((provider) => [provider.id, provider]))

/** What is known of a provider; nothing of one that only the user's file names. */
export function findProvider(id: string): Provider | undefined {
  return BY_ID.get(id)
}

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
  ...PROVIDERS.flatMap(({ models }) => models),
].map((model) => catalogueModelSchema.parse(model))
