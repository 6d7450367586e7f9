import { mayAsk } from '../acting.ts'
import type { AppContext } from '../app-context.ts'
import type { ChatModel } from './chat-model.ts'
import { modelView } from './model-view.ts'
import type { ModelView } from '@varve/contract'

/** Every model that is known, ready or not; the first is the default. */
export async function listModels({
  models,
  registry,
}: Pick<AppContext, 'models' | 'registry'>): Promise<readonly ModelView[]> {
  const listed = await registry.list()
  const all = [...models.map(builtInView), ...listed.map((model) => modelView(model, registry.keys))]
  return all.filter(({ id }) => mayAsk(id))
}

/** A model inside this program: always there, and nothing leaves. */
function builtInView({ spec, name, label }: ChatModel): ModelView {
  return {
    id: spec.id,
    name,
    label,
    window: spec.window,
    provider: 'offline',
    providerName: 'Varve',
    location: 'offline',
    ready: true,
    settings: {},
  }
}

/** Looks for local model servers again, and lists all models. */
export async function refreshModels(context: AppContext): Promise<readonly ModelView[]> {
  await context.registry.refresh()
  return listModels(context)
}
