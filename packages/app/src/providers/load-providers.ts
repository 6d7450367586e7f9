import { DEFAULT_CATALOGUE, type FindOptions } from '@varve/providers'
import { overrideBaseUrls } from './base-urls.ts'
import type { Environment } from './key-ring.ts'
import { ollamaPort } from './ollama-port.ts'
import type { ProviderOptions } from './provider-options.ts'
import { readUserModels } from './read-user-models.ts'

export interface ProviderSurroundings {
  /** Keys and base addresses of providers. */
  readonly environment: Environment
  /** A file with models of the user's own; it need not exist. */
  readonly config?: string | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Other ports than the default ones, on which local servers are looked for. */
  readonly localPorts?: FindOptions['ports']
  /** How long a local server may take to say what it has. */
  readonly localPatienceMilliseconds?: number
}

/** The models and settings of providers from what surrounds the program. Faults are told and left out. */
export async function loadProviders(
  surroundings: ProviderSurroundings,
  report: (message: string) => void,
): Promise<ProviderOptions> {
  const { environment, config, fetch = globalThis.fetch, localPorts } = surroundings
  const builtIn = DEFAULT_CATALOGUE.filter(({ protocol }) => protocol !== 'offline')
  const base = await overrideBaseUrls(builtIn, environment, report)
  const { catalogue, localPatches } =
    config === undefined ? { catalogue: base, localPatches: [] } : await readUserModels(base, config, report)
  const ollama = ollamaPort(environment, report)
  return {
    environment,
    catalogue: catalogue.filter(({ protocol }) => protocol !== 'offline'),
    fetch,
    local: {
      ports: { ...(ollama === undefined ? {} : { ollama }), ...localPorts },
      patienceMilliseconds: surroundings.localPatienceMilliseconds,
      patches: localPatches,
    },
  }
}
