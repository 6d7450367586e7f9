import type { AppContext } from '../app-context.ts'
import { listModels } from './list-models.ts'
import type { ModelView } from '../views.ts'

/** Looks for local model servers again, and lists all models. */
export async function refreshModels(context: AppContext): Promise<readonly ModelView[]> {
  await context.registry.refresh()
  return listModels(context)
}
