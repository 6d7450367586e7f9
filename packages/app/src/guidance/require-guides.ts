import { parseJurisdictions } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { workspaceAreas } from './workspace-areas.ts'

/** Areas as `pack/id`, and jurisdictions as `US-CA`. */
export interface Guides {
  readonly areas?: readonly string[] | undefined
  readonly jurisdictions?: readonly string[] | undefined
}

export interface GuidesToCheck extends Guides {
  readonly workspaceId: string
  /** What was chosen already: it may have gone missing since. */
  readonly before?: Guides
}

/** Refuses areas and jurisdictions that are not there: whoever names one believes that it shapes the answer. */
export async function requireGuides(
  context: AppContext,
  { workspaceId, areas = [], jurisdictions = [], before = {} }: GuidesToCheck,
): Promise<void> {
  const places = jurisdictions.filter((id) => !before.jurisdictions?.includes(id))
  const wrong = places.find((id) => parseJurisdictions([id]).ids.length === 0)
  if (wrong !== undefined)
    throw new AppError('message-invalid', `"${wrong}" is no jurisdiction; use ids such as US-CA, MX or FR.`)
  for (const name of areas.filter((one) => !before.areas?.includes(one))) {
    if (await isArea(context, workspaceId, name)) continue
    // A file that somebody has just put there counts.
    context.areas.delete(workspaceId)
    if (await isArea(context, workspaceId, name)) continue
    throw new AppError(
      'message-invalid',
      `There is no area "${name}"; areas are named as practice/family is.`,
    )
  }
}

async function isArea(context: AppContext, workspaceId: string, name: string): Promise<boolean> {
  const { areas } = await workspaceAreas(context, workspaceId)
  return areas.some(({ pack, id }) => `${pack}/${id}` === name)
}
