import type { KeyCheckView, ModelView, ProviderView } from '@varve/server/types'

/** Where the key of a provider comes from, in words. */
export function describeKey({ key, keyVariable, keyProblem }: ProviderView): string {
  switch (key) {
    case 'environment':
      return `From ${keyVariable}`
    case 'memory':
      return 'In memory until Varve stops'
    case 'sealed':
      return 'On this machine, sealed'
    case 'none':
      return keyProblem === undefined ? 'None yet' : 'Cannot be opened'
    case 'not-needed':
      return 'Needs none'
    default:
      return key satisfies never
  }
}

/** Whether there is a key that was entered here, also one that cannot be opened. */
export function canRemoveKey({ key, keyProblem }: ProviderView): boolean {
  return key === 'memory' || key === 'sealed' || keyProblem !== undefined
}

/** A key that its provider did not refuse. */
export interface KeptKey {
  readonly provider: ProviderView
  readonly check: Exclude<KeyCheckView, { readonly kind: 'refused' }>
  readonly models: readonly ModelView[]
}

/** What is known of a new key: `Key works: 14 models found.` One that was not checked is never called ready. */
export function describeKept({ provider: { id, name }, check, models }: KeptKey): string {
  const isOfUse = models.some((model) => model.provider === id && model.ready)
  return `${checkWords(check, name)}${isOfUse ? '' : ` No model of ${name} is ready.`}`
}

function checkWords(check: KeptKey['check'], name: string): string {
  switch (check.kind) {
    case 'works':
      return check.models === undefined
        ? 'Key works.'
        : `Key works: ${check.models} ${check.models === 1 ? 'model' : 'models'} found.`
    case 'untold':
      return `Key kept, not checked: ${name} does not say whether it is right.`
    case 'unreached':
      return `Key kept, not checked: ${name} did not answer.`
    default:
      return check satisfies never
  }
}

/** What is said of a key that its provider refused. */
export function describeRefused({ name }: Pick<ProviderView, 'name'>): string {
  return `${name} refused this key. It was not kept.`
}

/** What is left after a key was removed; a key in the environment then serves again. */
export function describeRemoved(provider: ProviderView): string {
  return provider.key === 'environment'
    ? `Key removed. ${provider.name} uses the one in ${provider.keyVariable} again.`
    : `Key removed. ${provider.name} has none now.`
}
