import { type CatalogueModel, findProvider } from '@varve/providers'
import type { ChatModel } from './chat-model.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A provider as people call it. */
export function providerName(provider: string): string {
  return findProvider(provider)?.name ?? provider
}

/** A provider as the GenAI semantic conventions call it. */
export function telemetryName(provider: string): string {
  return findProvider(provider)?.telemetryName ?? provider
}

/** Servers on this machine whose models are found and not listed. */
export function isLocalProvider(provider: string): boolean {
  return findProvider(provider)?.isLocal ?? false
}

/** Whether a request leaves this machine. What asks for a key counts as away: it may only be passed on. */
export function locationOf({
  keyVariable,
  baseUrl,
  passedOn,
}: Pick<CatalogueModel, 'keyVariable' | 'baseUrl' | 'passedOn'>): 'local' | 'cloud' {
  const isHere = keyVariable === '' && !passedOn && LOOPBACK.test(new URL(baseUrl).hostname)
  return isHere ? 'local' : 'cloud'
}

/** Who can read what a model receives: a cloud provider, or nobody beyond this machine. */
export function audienceOf({ catalogue }: ChatModel): 'this-machine' | 'cloud' {
  return catalogue && locationOf(catalogue) === 'cloud' ? 'cloud' : 'this-machine'
}

/** The strictest of a turn's models counts for all of them. */
export function audienceOfAll(models: readonly { readonly model: ChatModel }[]): 'this-machine' | 'cloud' {
  return models.some(({ model }) => audienceOf(model) === 'cloud') ? 'cloud' : 'this-machine'
}
