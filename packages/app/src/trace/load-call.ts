import { type CallPlace, type DroppedCall, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { RecordedInspection } from '../turn/record-plan.ts'
import { readWire } from '../turn/recorded-wire.ts'
import type { CallView } from '../views.ts'

/** A call as it was recorded when it was sent; when it was deleted; or nothing, where nothing was sent. */
export type LoadedCall =
  | { readonly kind: 'kept'; readonly inspection: CallView }
  | { readonly kind: 'deleted'; readonly at: number }

export async function loadCall({ store }: AppContext, place: CallPlace): Promise<LoadedCall | undefined> {
  const root = await store.calls.get(place)
  if (root === undefined) return undefined
  if (isDropped(root)) return { kind: 'deleted', at: root.droppedAt }
  const { workspaceId } = place
  const { value, missing } = await unpackJson(root, (hashes) => store.objects.getMany(workspaceId, hashes))
  if (missing.size > 0)
    throw new AppError('data-corrupt', `${missing.size} texts of this call are missing from storage.`)
  const { wire, ...inspection } = value as RecordedInspection
  return { kind: 'kept', inspection: wire ? { ...inspection, wire: readWire(wire) } : inspection }
}

function isDropped(root: unknown): root is DroppedCall {
  return typeof root === 'object' && root !== null && 'droppedAt' in root
}
