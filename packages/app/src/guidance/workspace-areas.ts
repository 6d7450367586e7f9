import { compileAreas } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { readOwn, readShipped, shippedPacksFolder, withOwn } from '../areas/read-packs.ts'
import { readTrust } from '../trust/trust.ts'
import { openedIfThere } from '../workspace/opened-workspace.ts'
import type { ShippedAreas, WorkspaceAreas } from './known-areas.ts'

export function createShippedAreas(): ShippedAreas {
  let loading: Promise<WorkspaceAreas> | undefined
  const read = async (): Promise<WorkspaceAreas> => {
    const shipped = await readShipped(shippedPacksFolder())
    return { ...shipped, compiled: compileAreas(shipped.areas) }
  }
  return () => {
    loading ??= read()
    return loading
  }
}

/** So long a message does not look whether the user has changed an area file. */
const FRESH_MILLISECONDS = 3000

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
  const shipped = await context.shippedAreas()
  const opened = await openedIfThere(context, workspaceId)
  const own = opened && (await readOwn(opened.files, await readTrust(context.store, workspaceId)))
  if (!own || own.areas.length + own.problems.length === 0) return shipped
  const { areas, problems } = withOwn(shipped, own)
  return { areas, problems, compiled: compileAreas(areas) }
}
