import type { ModelView, ProviderView } from '@varve/server/types'

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

/** What a new key made possible: `Key kept: 5 models ready.` */
export function describeKept(provider: ProviderView, models: readonly ModelView[]): string {
  const ready = models.filter((model) => model.provider === provider.id && model.ready).length
  if (ready === 0) return `Key kept. No model of ${provider.name} is ready.`
  return `Key kept: ${ready} ${ready === 1 ? 'model' : 'models'} ready.`
}

/** What is left after a key was removed; a key in the environment then serves again. */
export function describeRemoved(provider: ProviderView): string {
  return provider.key === 'environment'
    ? `Key removed. ${provider.name} uses the one in ${provider.keyVariable} again.`
    : `Key removed. ${provider.name} has none now.`
}
