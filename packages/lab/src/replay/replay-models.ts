import type { Layout, ModelSpec } from '@varve/engine'
import {
  type CatalogueModel,
  type CatalogueModelInput,
  DEFAULT_CATALOGUE,
  loadTokenizer,
  mergeCatalogue,
  modelSpecOf,
} from '@varve/providers'
import { readUserModels } from '@varve/app/internal'

/** The providers that a trace can be replayed for. `openai` is the earlier prefix profile. */
export const REPLAY_PROVIDERS = ['openai', 'openai-5.6', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const

export type ReplayProvider = (typeof REPLAY_PROVIDERS)[number]

export const REPLAY_LAYOUTS = ['auto', 'ledger', 'library'] as const satisfies readonly Layout[]

/** A model that requests are planned and built for. */
export interface ReplayModel {
  /** As it was asked for. */
  readonly name: string
  readonly catalogue: CatalogueModel
  readonly spec: ModelSpec
  /** Set where the catalogue does not know it: the model whose window and prices are used instead. */
  readonly standIn?: string
}

/** The models of one provider, by name; one that the catalogue does not know has the provider's usual rules. */
export interface ReplayModels {
  readonly provider: ReplayProvider
  readonly find: (name?: string) => ReplayModel
}

interface Family {
  /** The provider's name in the catalogue, and the model used for its unlisted ones. */
  readonly provider: string
  readonly usual: string
  /** Which of the provider's cache fields are sent. */
  readonly hooks: { readonly key: boolean; readonly marks: boolean }
}

const FAMILIES: Readonly<Record<ReplayProvider, Family>> = {
  openai: { provider: 'openai', usual: 'gpt-5.4', hooks: { key: true, marks: false } },
  'openai-5.6': { provider: 'openai', usual: 'gpt-5.6', hooks: { key: true, marks: true } },
  anthropic: { provider: 'anthropic', usual: 'claude-sonnet-4-5', hooks: { key: false, marks: true } },
  gemini: { provider: 'google', usual: 'gemini-3.1-pro-preview', hooks: { key: false, marks: false } },
  deepseek: { provider: 'deepseek', usual: 'deepseek-v4-flash', hooks: { key: false, marks: false } },
  ollama: { provider: 'ollama', usual: 'llama3.3', hooks: { key: false, marks: false } },
}

/** Local models are found on a running server; a replay asks none, so it takes one for all. */
const OLLAMA: CatalogueModelInput = {
  id: 'ollama/llama3.3',
  name: 'llama3.3',
  provider: 'ollama',
  wireModel: 'llama3.3',
  protocol: 'ollama',
  baseUrl: 'http://127.0.0.1:11434',
  keyVariable: '',
  window: 131_072,
  outputLimit: 8192,
  reservedOutput: 4096,
  modalities: ['text'],
  tools: true,
  tokenizer: 'estimate',
  cache: { profile: 'ollama' },
  price: { input: 0, output: 0 },
  settings: {},
  asOf: '2026-11-15',
  source: 'A model with a window of 128 K as many have; a running server says its own',
}

/** Loads what is needed to plan for a provider; the exact tokenizer is large, so only then. */
export async function loadReplayModels(options: {
  readonly provider: ReplayProvider
  /** Tokens of the context window, in place of the model's own. */
  readonly window?: number
  /** The configuration file with models and prices, and a callback for problems in it. */
  readonly config?: { readonly path: string; readonly report: (message: string) => void }
}): Promise<ReplayModels> {
  const { provider, window, config } = options
  const family = FAMILIES[provider]
  const shipped = mergeCatalogue(DEFAULT_CATALOGUE, [OLLAMA])
  const { catalogue: all } = config
    ? await readUserModels(shipped, config.path, config.report)
    : { catalogue: shipped }
  const known = all.filter((model) => model.provider === family.provider)
  const usual = known.find(({ wireModel }) => wireModel === family.usual) ?? known[0]
  if (!usual) throw new Error(`The catalogue has no model of ${family.provider}.`)
  const tokenizer = await loadTokenizer(usual)
  const models = new Map<string, ReplayModel>()
  const find = (name: string = usual.wireModel): ReplayModel => {
    const found = models.get(name)
    if (found) return found
    const listed = known.find(({ id, wireModel }) => id === name || wireModel === name)
    const catalogue = withFamily(listed ?? unlisted(usual, name, provider), provider)
    const spec = modelSpecOf(window === undefined ? catalogue : withWindow(catalogue, window), tokenizer)
    const model = { name, catalogue, spec, ...(listed ? {} : { standIn: usual.wireModel }) }
    models.set(name, model)
    return model
  }
  return { provider, find }
}

/** The provider that was asked for decides the cache rules, also for a model that usually has others. */
function withFamily(model: CatalogueModel, provider: ReplayProvider): CatalogueModel {
  return { ...model, cache: { ...model.cache, ...FAMILIES[provider].hooks, profile: provider } }
}

function unlisted(usual: CatalogueModel, name: string, provider: ReplayProvider): CatalogueModel {
  return {
    ...usual,
    id: `${usual.provider}/${name}`,
    name,
    wireModel: name,
    cache: { ...FAMILIES[provider].hooks, profile: provider, object: false },
  }
}

function withWindow(model: CatalogueModel, window: number): CatalogueModel {
  return { ...model, window, reservedOutput: Math.min(model.reservedOutput, Math.floor(window / 4)) }
}

/** Says which known model is used in place of an unknown one; empty if the model is known. */
export function standInWords({ name, standIn }: ReplayModel): readonly string[] {
  if (standIn === undefined) return []
  return [`The model "${name}" is not known: the prices and the window of ${standIn} are used.`]
}
