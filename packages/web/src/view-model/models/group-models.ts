import type { ModelView, ProviderView } from '@varve/server/types'

export interface ModelChoice {
  readonly model: ModelView
  /** `key`: choosing it asks for a key. `no`: it cannot be asked now, and the model says why. */
  readonly use: 'ready' | 'key' | 'no'
}

export interface ModelGroup {
  readonly id: string
  readonly title: string
  readonly choices: readonly ModelChoice[]
}

interface GroupOptions {
  readonly models: readonly ModelView[]
  readonly providers: readonly ProviderView[]
  /** Every word of it has to stand in the model's name, id or provider. */
  readonly query: string
  /** Of the project that the chat belongs to: they come first, as far as they can be asked. */
  readonly project?: { readonly name: string; readonly models: readonly string[] } | undefined
}

/** Those of the project, offline, this machine, providers with a key; last what cannot be asked yet. Inside a group the server's order stays. */
export function groupModels({ models, providers, query, project }: GroupOptions): readonly ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, { title: string; rank: number; choices: ModelChoice[] }>()
  for (const model of models) {
    if (!answersTo(model, words)) continue
    const choice: ModelChoice = { model, use: availabilityOf(model, providers) }
    const own = choice.use === 'ready' && project?.models.includes(model.id) ? project : undefined
    const { id, title, rank } = own ? { id: 'project', title: own.name, rank: -1 } : placeOf(choice)
    const group = groups.get(id) ?? { title, rank, choices: [] }
    group.choices.push(choice)
    groups.set(id, group)
  }
  return [...groups]
    .sort(([, a], [, b]) => a.rank - b.rank)
    .map(([id, { title, choices }]) => ({ id, title, choices }))
}

/** The choices in the order in which they stand, for keys that move among them. */
export function listChoices(groups: readonly ModelGroup[]): readonly ModelChoice[] {
  return groups.flatMap(({ choices }) => choices)
}

export function availabilityOf(model: ModelView, providers: readonly ProviderView[]): ModelChoice['use'] {
  if (model.ready) return 'ready'
  const provider = providers.find(({ id }) => id === model.provider)
  return provider?.key === 'none' ? 'key' : 'no'
}

function placeOf({ model, use }: ModelChoice) {
  if (use !== 'ready')
    return { id: `later ${model.provider}`, title: model.providerName, rank: use === 'key' ? 3 : 4 }
  switch (model.location) {
    case 'offline':
      return { id: 'offline', title: 'Offline', rank: 0 }
    case 'local':
      return { id: 'local', title: 'On this machine', rank: 1 }
    case 'cloud':
      return { id: `ready ${model.provider}`, title: model.providerName, rank: 2 }
    default:
      return model.location satisfies never
  }
}

function answersTo(model: ModelView, words: readonly string[]): boolean {
  const text = `${model.name} ${model.id} ${model.providerName}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
