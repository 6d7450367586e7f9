import type { ModelView } from '@varve/contract'

/** A model that is ready in a cloud, for tests; what matters to one is given. */
export function modelView(change: Partial<ModelView> = {}): ModelView {
  return {
    id: 'cloud/model',
    name: 'Model',
    label: '',
    window: 200_000,
    provider: 'cloud',
    providerName: 'Cloud',
    location: 'cloud',
    ready: true,
    settings: {},
    ...change,
  }
}
