import { loadReplayModels, type ReplayModels, type ReplayProvider } from '@varve/app'
import type { Tokenizer } from '@varve/engine'

/** The models of a provider without a limit of their window, all counted by one tokenizer: so does the floor. */
export async function benchModels(provider: ReplayProvider, tokenizer: Tokenizer): Promise<ReplayModels> {
  const models = await loadReplayModels({ provider })
  return {
    provider,
    find: (name) => {
      const model = models.find(name)
      return { ...model, spec: { ...model.spec, window: Number.POSITIVE_INFINITY, tokenizer } }
    },
  }
}
