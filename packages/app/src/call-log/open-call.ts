import type { CallView } from '@varve/contract'
import { type CallPlace, type DroppedCall, type Statement, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { readWire } from '../chat/recorded-wire.ts'
import type { RecordedInspection } from '../turn/record-plan.ts'
import { callSeal, openReceived, openSealedCall, openSealedPage, receivedSeal } from './call-seal.ts'

/** A call as storage has it. */
export type OpenedCall =
  | { readonly kind: 'kept'; readonly inspection: RecordedInspection }
  | { readonly kind: 'deleted'; readonly at: number }
  /** There was no key to seal it with when it was sent. */
  | { readonly kind: 'not-kept'; readonly at: number }
  /** The key of this machine does not open it; why not. */
  | { readonly kind: 'sealed'; readonly reason: string }

/** Reads a call, sealed or from before bodies were: the only place that does. Undefined where nothing was sent. */
export async function openCall(context: AppContext, place: CallPlace): Promise<OpenedCall | undefined> {
  const stored = await context.store.calls.get(place)
  if (stored === undefined) return undefined
  if (isDropped(stored)) return { kind: stored.unsealed ? 'not-kept' : 'deleted', at: stored.droppedAt }
  try {
    const root = await openRoot(context, place, stored)
    const { value, missing } = await unpackJson(root, (hashes) => getObjects(context, place, hashes))
    if (missing.size > 0)
      throw new AppError('data-corrupt', `${missing.size} texts of this call are missing from storage.`)
    return { kind: 'kept', inspection: value as RecordedInspection }
  } catch (error) {
    if (!isLocked(error)) throw error
    return { kind: 'sealed', reason: error.message }
  }
}

/** The write that puts a copy of a call beside the answer of another chat; its texts and pages are stored already. */
export async function copyCall(
  context: AppContext,
  from: CallPlace,
  to: CallPlace & { readonly turnId: string; readonly summary: unknown },
): Promise<readonly Statement[]> {
  const { store, sealer, clock } = context
  const stored = await store.calls.get(from)
  if (stored === undefined) return []
  const root = await copiedRoot()
  return [store.calls.put({ ...to, root }), ...(await copiedHeard())]

  async function copiedHeard(): Promise<readonly Statement[]> {
    const response = (await store.calls.responsesOf(from)).get(from.number)
    if (!response) return []
    try {
      const texts = response.sealed && (await openReceived(context, from, response.sealed))
      const sealed = texts === undefined ? undefined : await sealer.seal(texts, receivedSeal(to))
      return [store.calls.saveResponse({ ...to, response: response.response, sealed })]
    } catch (error) {
      if (error instanceof AppError && error.code === 'data-corrupt') throw error
      return [store.calls.saveResponse({ ...to, response: response.response, sealed: undefined })]
    }
  }

  async function copiedRoot(): Promise<unknown> {
    if (isDropped(stored)) return stored
    try {
      return await sealer.seal(JSON.stringify(await openRoot(context, from, stored)), callSeal(to))
    } catch (error) {
      if (error instanceof AppError && error.code === 'data-corrupt') throw error
      return { droppedAt: clock.now(), unsealed: true } satisfies DroppedCall
    }
  }
}

async function openRoot(context: AppContext, place: CallPlace, stored: unknown): Promise<unknown> {
  return stored instanceof Uint8Array ? JSON.parse(await openSealedCall(context, place, stored)) : stored
}

/** Pages first: objects that are no pages, or were not encrypted then, are stored with the texts. */
async function getObjects(
  context: AppContext,
  { workspaceId }: CallPlace,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const { store } = context
  const wanted = new Set(hashes)
  const found = new Map<string, string>()
  for (const [hash, sealed] of await store.callPages.getMany(workspaceId, wanted))
    found.set(hash, await openSealedPage(context, { workspaceId, hash, sealed }))
  const rest = [...wanted].filter((hash) => !found.has(hash))
  for (const [hash, text] of await store.objects.getMany(workspaceId, rest)) found.set(hash, text)
  return found
}

/** Whether what was sent was taken away, or was never kept. */
export function isDropped(root: unknown): root is DroppedCall {
  return typeof root === 'object' && root !== null && 'droppedAt' in root
}

function isLocked(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'trace-sealed'
}

/** A call as it was recorded when it was sent; why it cannot be shown; or nothing, where nothing was sent. */
export type LoadedCall =
  | { readonly kind: 'kept'; readonly inspection: CallView }
  | Exclude<OpenedCall, { readonly kind: 'kept' }>

export async function loadCall(context: AppContext, place: CallPlace): Promise<LoadedCall | undefined> {
  const call = await openCall(context, place)
  if (call?.kind !== 'kept') return call
  const { wire, ...inspection } = call.inspection
  return { kind: 'kept', inspection: wire ? { ...inspection, wire: readWire(wire) } : inspection }
}
