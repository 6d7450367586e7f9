import { ADDED, type CatalogueModel, keyVariableOf, PROVIDERS } from '@varve/providers'
import type { ModelSettingsView, ModelView, ProviderView } from '@varve/contract'
import type { KeyRing } from './key-ring.ts'
import { labelOf } from './provider-chat-model.ts'
import { locationOf, providerName } from './provider-info.ts'

/** A model of a provider as a picker shows it. */
export function modelView(model: CatalogueModel, keys: KeyRing): ModelView {
  const { id, name, window, provider, price, unknown, source } = model
  const unavailable = whyUnavailable(model, keys)
  return {
    id,
    name,
    label: labelOf(model),
    window,
    provider,
    providerName: providerName(provider),
    location: locationOf(model),
    ready: unavailable === undefined,
    ...(unavailable === undefined ? {} : { unavailable }),
    settings: settingsView(model),
    ...(price.input === 0 && price.output === 0
      ? {}
      : { price: { input: price.input, output: price.output } }),
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(source === ADDED ? { added: true } : {}),
  }
}

function settingsView({
  settings,
  protocol,
  outputLimit,
  reservedOutput,
}: CatalogueModel): ModelSettingsView {
  const { temperature, temperatureMaximum, maxOutputTokens, reasoningEfforts } = settings
  const isEither = protocol === 'anthropic' && reasoningEfforts.length > 0
  const besideThinking = isEither ? ({ notWhileThinking: true } as const) : {}
  return {
    ...(temperature ? { temperature: { maximum: temperatureMaximum, ...besideThinking } } : {}),
    ...(maxOutputTokens ? { maxOutputTokens: { maximum: outputLimit, reserved: reservedOutput } } : {}),
    ...(reasoningEfforts.length > 0 ? { reasoningEfforts } : {}),
  }
}

/** Why a model cannot be asked now; undefined where it can. */
export function whyUnavailable(model: CatalogueModel, keys: KeyRing): string | undefined {
  if (keys.originOf(model) !== 'none') return undefined
  const { provider, keyVariable } = model
  const problem = keys.problemOf(provider)
  if (problem === undefined)
    return `There is no key for ${providerName(provider)}: enter one, or set ${keyVariable}.`
  return `The kept key of ${providerName(provider)} cannot be opened. ${problem} Enter it again, or set ${keyVariable}.`
}

/** Providers in the order in which their models are listed, then those of whom only a key is left. */
export function providerViews(models: readonly CatalogueModel[], keys: KeyRing): readonly ProviderView[] {
  const grouped = Map.groupBy(models, ({ provider }) => provider)
  const presets = PROVIDERS.filter(({ id, address }) => address !== undefined && !grouped.has(id))
  const known = new Set([...grouped.keys(), ...presets.map(({ id }) => id)])
  const orphans = keys.sealedProviders().filter((provider) => !known.has(provider))
  return [
    ...[...grouped].map(([id, own]) => providerView(id, own, keys)),
    ...presets.map(({ id, name, address = '' }): ProviderView => {
      const keyVariable = keyVariableOf(id)
      const key = keys.originOf({ provider: id, keyVariable })
      const location = address.startsWith('http:') ? 'local' : 'cloud'
      return { id, name, location, keyVariable, key, ...problemView(id, keys), modelCount: 0, address }
    }),
    ...orphans.sort().map((id) => orphanView(id, keys)),
  ]
}

function providerView(id: string, own: readonly CatalogueModel[], keys: KeyRing): ProviderView {
  const keyed = own.find(({ keyVariable }) => keyVariable !== '')
  return {
    id,
    name: providerName(id),
    location: own.every((model) => locationOf(model) === 'local') ? 'local' : 'cloud',
    keyVariable: keyed?.keyVariable ?? '',
    key: keyed ? keys.originOf(keyed) : 'not-needed',
    ...problemView(id, keys),
    modelCount: own.length,
  }
}

function orphanView(id: string, keys: KeyRing): ProviderView {
  const problem = problemView(id, keys)
  return {
    id,
    name: providerName(id),
    location: 'cloud',
    keyVariable: '',
    key: problem.keyProblem === undefined ? 'sealed' : 'none',
    ...problem,
    modelCount: 0,
  }
}

function problemView(id: string, keys: KeyRing): Pick<ProviderView, 'keyProblem'> {
  const problem = keys.problemOf(id)
  return problem === undefined ? {} : { keyProblem: problem }
}
