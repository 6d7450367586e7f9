import type { AppContext } from '../app-context.ts'
import { locationOf } from './provider-info.ts'

/** Tells which models are not on this machine, by their ids. One that is no longer known may have been on it. */
export async function cloudModels({ models, registry }: AppContext): Promise<(modelId: string) => boolean> {
  const catalogue = [...models.flatMap((model) => model.catalogue ?? []), ...(await registry.list())]
  const cloud = new Set(catalogue.filter((model) => locationOf(model) === 'cloud').map(({ id }) => id))
  return (modelId) => cloud.has(modelId)
}
