import { type CallPlace, type DroppedCall, packJson, type PackedJson, type Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { pagesIn } from '../chat/pages-in.ts'
import type { PlanRecord } from '../turn/record-plan.ts'
import { callSeal, pageSeal } from './call-seal.ts'

export interface CallToStore extends CallPlace, PlanRecord {
  /** Where it belongs; absent for one that is stored already and was sent in another form. */
  readonly turnId?: string
}

/** A call in the pieces that are stored, its body sealed. */
export interface PackedCall {
  readonly workspaceId: string
  /** Absent where nothing can be sealed: then the body is not kept, and the chat continues. */
  readonly packed: PackedJson | undefined
  /** The write that names what is packed. */
  readonly put: Statement
}

/** Which of the pieces are not stored. */
export interface MissingPieces {
  readonly texts: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
}

/** The writes that keep a call. Long texts are named by their hash, and are the chat's own. */
export async function storeCall(context: AppContext, call: CallToStore): Promise<readonly Statement[]> {
  const packed = await packCall(context, call)
  const { missing, spare } = await findMissing(context, call.workspaceId, [packed])
  return [...spare, ...(await callStatements(context, packed, missing))]
}

/** The only place that says what of a call is stored. */
export async function packCall(context: AppContext, call: CallToStore): Promise<PackedCall> {
  const { workspaceId, answerId, number, turnId, summary, inspection } = call
  const { store } = context
  const { calls } = await pagesIn(context, workspaceId)
  const packed = packJson(inspection, calls)
  const root = await sealedRoot(context, call, packed.root)
  const stored = { workspaceId, answerId, number, summary, root }
  return {
    workspaceId,
    packed: root instanceof Uint8Array ? packed : undefined,
    put: turnId === undefined ? store.calls.correct(stored) : store.calls.put({ ...stored, turnId }),
  }
}

/** Looks once for the pieces of several calls, and for other texts that are stored with them. */
export async function findMissing(
  { store }: AppContext,
  workspaceId: string,
  calls: readonly PackedCall[],
  others: Iterable<string> = [],
): Promise<{ readonly missing: MissingPieces; readonly spare: readonly Statement[] }> {
  const packs = calls.flatMap(({ packed }) => packed ?? [])
  const isText = ({ pages }: PackedJson, hash: string): boolean => !pages.has(hash)
  const own = packs.flatMap((packed) => [...packed.objects.keys()].filter((hash) => isText(packed, hash)))
  const texts = await store.objects.lacking(workspaceId, new Set([...others, ...own]))
  const pages = await store.callPages.lacking(workspaceId, new Set(packs.flatMap((one) => [...one.pages])))
  return {
    missing: { texts: texts.missing, pages: pages.missing },
    spare: [...texts.spare, ...pages.spare],
  }
}

/** The writes of a call, with those of its pieces that are not stored. */
export async function callStatements(
  { store, sealer }: AppContext,
  { workspaceId, packed, put }: PackedCall,
  { texts, pages }: MissingPieces,
): Promise<readonly Statement[]> {
  if (!packed) return [put]
  const statements: Statement[] = []
  const isMissing = (hash: string): boolean => (packed.pages.has(hash) ? pages : texts).has(hash)
  const missing = [...packed.objects].filter(([hash]) => isMissing(hash))
  packed.settle(new Set(missing.map(([hash]) => hash)))
  for (const [hash, text] of missing)
    if (packed.pages.has(hash)) {
      const page = await sealer.seal(text, pageSeal(workspaceId, hash))
      statements.push(store.callPages.put(workspaceId, hash, page))
    } else statements.push(store.objects.put(workspaceId, hash, text))
  return [...statements, put]
}

async function sealedRoot(
  { sealer, clock, report }: AppContext,
  place: CallPlace,
  root: unknown,
): Promise<Uint8Array | DroppedCall> {
  try {
    return await sealer.seal(JSON.stringify(root), callSeal(place))
  } catch (error) {
    report(`What is sent for answer ${place.answerId} is not kept, for it cannot be sealed: ${String(error)}`)
    return { droppedAt: clock.now(), unsealed: true }
  }
}
