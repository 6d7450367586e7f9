import { createPlainFetch } from '@varve/net'
import { DEFAULT_CATALOGUE, DEFAULT_PATIENCE, type FindOptions, type Patience } from '@varve/providers'
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
  /** In place of what the environment says. */
  readonly patience?: Patience | undefined
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
  const { environment, config, fetch = createPlainFetch(), localPorts } = surroundings
  const builtIn = DEFAULT_CATALOGUE.filter(({ protocol }) => protocol !== 'offline')
  const base = await overrideBaseUrls(builtIn, environment, report)
  const { catalogue, localPatches } =
    config === undefined ? { catalogue: base, localPatches: [] } : await readUserModels(base, config, report)
  const ollama = ollamaPort(environment, report)
  return {
    environment,
    catalogue: catalogue.filter(({ protocol }) => protocol !== 'offline'),
    fetch,
    patience: surroundings.patience ?? readPatience(environment, report),
    local: {
      ports: { ...(ollama === undefined ? {} : { ollama }), ...localPorts },
      patienceMilliseconds: surroundings.localPatienceMilliseconds,
      patches: localPatches,
    },
  }
}

const LONGEST_SECONDS = 24 * 60 * 60

/** `VARVE_FIRST_BYTE_SECONDS` and `VARVE_PAUSE_SECONDS`, the defaults where they are not set. */
function readPatience(environment: Environment, report: (message: string) => void): Patience {
  const read = (name: string, fallback: number): number => {
    const value = environment[name]?.trim() ?? ''
    if (value === '') return fallback
    const seconds = Number(value)
    if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds * 1000
    report(`${name} is "${value}", which is no number of seconds; ${fallback / 1000} seconds are used.`)
    return fallback
  }
  return {
    firstByteMilliseconds: read('VARVE_FIRST_BYTE_SECONDS', DEFAULT_PATIENCE.firstByteMilliseconds),
    pauseMilliseconds: read('VARVE_PAUSE_SECONDS', DEFAULT_PATIENCE.pauseMilliseconds),
  }
}
