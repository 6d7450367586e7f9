import type { JsonObject } from '../../wire/wire.ts'
import type { SimulationOptions } from '../simulator.ts'

/** Models that a local server shows where the options name none. */
const LOCAL_MODELS = ['llama3.2:latest', 'qwen3:8b']

/** More than a laptop would want to hold, as today's local models have it. */
const DEFAULT_LOCAL_WINDOW = 131_072

/** The list of an OpenAI-compatible server. */
export function listModels(options: SimulationOptions): JsonObject {
  const data = modelNames(options).map((id) => ({
    id,
    object: 'model',
    created: Math.floor(options.clock() / 1000),
    owned_by: 'simulator',
  }))
  return { object: 'list', data }
}

/** The list of Ollama. */
export function listTags(options: SimulationOptions): JsonObject {
  const models = modelNames(options).map((name) => ({
    name,
    model: name,
    modified_at: new Date(options.clock()).toISOString(),
    size: 4_000_000_000,
    digest: 'sim',
    details: { format: 'gguf', family: 'sim', parameter_size: '8B', quantization_level: 'Q4_K_M' },
  }))
  return { models }
}

/** What Ollama tells of one of its models; undefined for one that it does not have. */
export function showModel(options: SimulationOptions, name: string): JsonObject | undefined {
  if (!modelNames(options).includes(name)) return undefined
  return {
    details: { format: 'gguf', family: 'sim', parameter_size: '8B', quantization_level: 'Q4_K_M' },
    model_info: {
      'general.architecture': 'sim',
      'sim.context_length': options.localWindowTokens ?? DEFAULT_LOCAL_WINDOW,
    },
    capabilities: ['completion', 'tools'],
  }
}

function modelNames({ models }: SimulationOptions): readonly string[] {
  return models === undefined ? LOCAL_MODELS : Object.keys(models)
}
