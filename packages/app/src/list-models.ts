import type { AppContext } from './app-context.ts'
import type { ModelView } from './views.ts'

/** The models that can be asked; the first is the default. */
export function listModels({ models }: AppContext): Promise<readonly ModelView[]> {
  return Promise.resolve(
    models.map(({ spec, name, label }) => ({
      id: spec.id,
      name,
      label,
      window: spec.window,
      provider: 'offline',
      providerName: 'Varve',
      location: 'offline',
      ready: true,
    })),
  )
}
