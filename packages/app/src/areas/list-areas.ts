import { JURISDICTIONS, localText } from '@varve/areas'
import type { AppContext } from '../app-context.ts'
import { detectViews } from './guide-turn.ts'
import { workspaceAreas } from './workspace-areas.ts'
import type { AreaListView, AreaView } from '../views.ts'

/** The areas and jurisdictions that a chat can be pinned to. */
export async function listAreas(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<AreaListView> {
  const { areas, problems } = await workspaceAreas(context, workspaceId)
  return {
    areas: areas.map(({ pack, id, name }) => ({ pack, id, name: localText(name, 'en') ?? id })),
    jurisdictions: JURISDICTIONS.map(({ id, names }) => ({ id, name: names.en })),
    problems,
  }
}

/** What a text seems to be about, best first. */
export async function findAreas(
  context: AppContext,
  { workspaceId, text }: { readonly workspaceId: string; readonly text: string },
): Promise<readonly AreaView[]> {
  return detectViews(await workspaceAreas(context, workspaceId), text)
}
