import type { CatalogueModel } from '@varve/providers'
import { refuseBaseUrl } from './check-base-url.ts'
import type { Environment } from './key-ring.ts'

interface Override {
  readonly variables: readonly string[]
  /** `always`: the variable is set without the version, as the provider's own tools want it. */
  readonly version: { readonly path: string; readonly when: 'no-path' | 'always' } | undefined
}

const OVERRIDES: Readonly<Record<string, Override>> = {
  openai: { variables: ['OPENAI_BASE_URL'], version: { path: '/v1', when: 'no-path' } },
  anthropic: { variables: ['ANTHROPIC_BASE_URL'], version: { path: '/v1', when: 'always' } },
  google: {
    variables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL'],
    version: { path: '/v1beta', when: 'always' },
  },
  deepseek: { variables: ['DEEPSEEK_BASE_URL'], version: undefined },
  mistral: { variables: ['MISTRAL_BASE_URL'], version: { path: '/v1', when: 'no-path' } },
  xai: { variables: ['XAI_BASE_URL'], version: { path: '/v1', when: 'no-path' } },
}

/** The models with the addresses that the environment gives their providers. */
export async function overrideBaseUrls(
  models: readonly CatalogueModel[],
  environment: Environment,
  report: (message: string) => void,
): Promise<readonly CatalogueModel[]> {
  const addresses = new Map<string, string>()
  for (const [provider, override] of Object.entries(OVERRIDES)) {
    const address = await readAddress(override, environment, report)
    if (address !== undefined) addresses.set(provider, address)
  }
  return models.map((model) => {
    const baseUrl = addresses.get(model.provider)
    return baseUrl === undefined ? model : { ...model, baseUrl }
  })
}

async function readAddress(
  { variables, version }: Override,
  environment: Environment,
  report: (message: string) => void,
): Promise<string | undefined> {
  const variable = variables.find((name) => (environment[name] ?? '').trim() !== '')
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
