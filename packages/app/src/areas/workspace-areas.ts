import { compileAreas, parseJurisdictions } from '@varve/areas'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { readTrust } from '../trust/trust.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import type { ShippedAreas, WorkspaceAreas } from './known-areas.ts'
import { readOwn } from './read-packs.ts'
import { readShipped, shippedPacksFolder, withOwn } from './shipped-packs.ts'

export function createShippedAreas(): ShippedAreas {
  let loading: Promise<WorkspaceAreas> | undefined
  const read = (): WorkspaceAreas => {
    const shipped = readShipped(shippedPacksFolder())
    return { ...shipped, compiled: compileAreas(shipped.areas) }
  }
  return () => {
    loading ??= Promise.resolve().then(read)
    return loading
  }
}

/** So long a message does not look whether the user has changed an area file. */
const FRESH_MILLISECONDS = 3000

/** The shipped areas and those of the workspace itself. */
export function workspaceAreas(context: AppContext, workspaceId: string): Promise<WorkspaceAreas> {
  const known = context.areas.get(workspaceId)
  if (known && known.until > context.timer()) return known.areas
  const areas = load(context, workspaceId)
  context.areas.set(workspaceId, { until: context.timer() + FRESH_MILLISECONDS, areas })
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

/** Areas as `pack/id`, and jurisdictions as `US-CA`. */
interface Guides {
  readonly areas?: readonly string[] | undefined
  readonly jurisdictions?: readonly string[] | undefined
}

interface GuidesToCheck extends Guides {
  readonly workspaceId: string
  /** Earlier choices, which may no longer exist. */
  readonly before?: Guides
}

/** Refuses areas and jurisdictions that are not there: anyone who names one believes that it shapes the answer. */
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
    // Includes a file that was added just now.
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
