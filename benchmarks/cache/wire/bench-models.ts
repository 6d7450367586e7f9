import { loadReplayModels, type ReplayModels, type ReplayProvider } from '@varve/lab'
import type { Tokenizer } from '@varve/engine'

/**
 * The models of a provider without a limit of their window, all counted by one tokenizer, and with the usual
 * lifetime: so does the floor.
 */
export async function benchModels(provider: ReplayProvider, tokenizer: Tokenizer): Promise<ReplayModels> {
  const models = await loadReplayModels({ provider })
  return {
    provider,
    find: (name) => {
      const model = models.find(name)
      const { catalogue, spec } = model
      return {
        ...model,
        catalogue: { ...catalogue, cache: { ...catalogue.cache, lifetime: '5m' } },
        spec: { ...spec, window: Number.POSITIVE_INFINITY, tokenizer },
      }
    },
  }
}
