import { type Area, type CompiledAreas, compileAreas } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { type AreaProblem, readPacks, shippedPacksFolder } from '../areas/read-packs.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'

/** The areas of a workspace, ready to look for. */
export interface WorkspaceAreas {
  readonly areas: readonly Area[]
  readonly compiled: CompiledAreas
  readonly problems: readonly AreaProblem[]
}

/** So long a message does not look whether the user has changed an area file. */
const FRESH_MILLISECONDS = 3000

export interface KnownAreas {
  readonly until: number
  readonly areas: Promise<WorkspaceAreas>
}

/** The shipped areas and those of the workspace itself. */
export function workspaceAreas(context: AppContext, workspaceId: string): Promise<WorkspaceAreas> {
  const known = context.areas.get(workspaceId)
  if (known && known.until > performance.now()) return known.areas
  const areas = load(context, workspaceId)
  context.areas.set(workspaceId, { until: performance.now() + FRESH_MILLISECONDS, areas })
  areas.catch(() => context.areas.delete(workspaceId))
  return areas
}

async function load(context: AppContext, workspaceId: string): Promise<WorkspaceAreas> {
  const opened = await openedIfThere(context, workspaceId)
  const { areas, problems } = await readPacks(shippedPacksFolder(), opened?.files)
  return { areas, compiled: compileAreas(areas), problems }
}
