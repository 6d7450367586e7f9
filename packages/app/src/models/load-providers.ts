import { createPlainFetch } from '@varve/net'
import {
  type CatalogueModel,
  DEFAULT_CATALOGUE,
  DEFAULT_PATIENCE,
  type FindOptions,
  type Patience,
  type Provider,
  PROVIDERS,
} from '@varve/providers'
import type { Environment } from './key-ring.ts'
import type { ProviderOptions } from './provider-options.ts'
import { loadAppSettings } from './app-settings.ts'
import { readUserModels } from './read-user-models.ts'
import { refuseBaseUrl } from './check-base-url.ts'

const DEFAULT_PORT = 11_434

/** Addresses that Ollama uses for this machine; it may also listen on all interfaces. */
const HERE = /^(|localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/

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

/** Reads the providers' models and settings from the environment. Errors are reported and skipped. */
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
    config,
    settings: await loadAppSettings(config, report),
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

/** The port of the Ollama on this machine that `OLLAMA_HOST` names; only this machine is asked. */
function ollamaPort(environment: Environment, report: (message: string) => void): number | undefined {
  const value = (environment['OLLAMA_HOST'] ?? '').trim()
  if (value === '') return undefined
  const match = /^(?:(https?):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d{1,5}))?\/*$/.exec(value)
  const port = Number(match?.[3] ?? (match?.[1] === 'http' ? 80 : DEFAULT_PORT))
  if (match && match[1] !== 'https' && HERE.test(match[2] ?? '') && port > 0 && port < 65_536) return port
  report('OLLAMA_HOST is not used: only model servers on this machine are looked for.')
  return undefined
}

/** The models with the addresses that the environment gives their providers. */
async function overrideBaseUrls(
  models: readonly CatalogueModel[],
  environment: Environment,
  report: (message: string) => void,
): Promise<readonly CatalogueModel[]> {
  const addresses = new Map<string, string>()
  for (const provider of PROVIDERS) {
    const address = await readAddress(provider, environment, report)
    if (address !== undefined) addresses.set(provider.id, address)
  }
  return models.map((model) => {
    const baseUrl = addresses.get(model.provider)
    return baseUrl === undefined ? model : { ...model, baseUrl }
  })
}

async function readAddress(
  { baseUrlVariables = [], version }: Provider,
  environment: Environment,
  report: (message: string) => void,
): Promise<string | undefined> {
  const variable = baseUrlVariables.find((name) => (environment[name] ?? '').trim() !== '')
  if (variable === undefined) return undefined
  const given = (environment[variable] ?? '').trim()
  const refused = await refuseBaseUrl(given)
  if (refused !== undefined) {
    report(`${variable} is not used. ${refused}`)
    return undefined
  }
  const url = new URL(given)
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const wantsVersion =
    version !== undefined && (path === '' || (version.when === 'always' && !/\/v\d[^/]*$/.test(path)))
  return `${url.origin}${path}${wantsVersion ? version.path : ''}`
}
