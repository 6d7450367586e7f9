import { type CallPlace, type DroppedCall, packJson, type PackedJson, type Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { pagesIn } from '../turn/pages-in.ts'
import type { PlanRecord } from '../turn/record-plan.ts'
import { callSeal, pageSeal } from './call-seal.ts'

export interface CallToStore extends CallPlace, PlanRecord {
  /** Where it belongs; absent for one that is stored already and was sent in another form. */
  readonly turnId?: string
}

/**
 * The writes that keep a call: the only place that does. Its body and the pages of that are sealed; long texts are
 * named by their hash, and are the chat's own. Where nothing can be sealed, the body is not kept and the chat goes on.
 */
export async function storeCall(context: AppContext, call: CallToStore): Promise<readonly Statement[]> {
  const { workspaceId, answerId, number, turnId, summary, inspection } = call
  const { store } = context
  const { calls } = await pagesIn(context, workspaceId)
  const packed = packJson(inspection, calls)
  const root = await sealedRoot(context, call, packed.root)
  const stored = { workspaceId, answerId, number, summary, root }
  return [
    ...(root instanceof Uint8Array ? await contentStatements(context, workspaceId, packed) : []),
    turnId === undefined ? store.calls.correct(stored) : store.calls.put({ ...stored, turnId }),
  ]
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

/** The texts and pages that are not stored yet. */
async function contentStatements(
  { store, sealer }: AppContext,
  workspaceId: string,
  { objects, pages, settle }: PackedJson,
): Promise<readonly Statement[]> {
  const texts = [...objects.keys()].filter((hash) => !pages.has(hash))
  const lackingTexts = await store.objects.lacking(workspaceId, texts)
  const lackingPages = await store.callPages.lacking(workspaceId, pages)
  const { missing: missingTexts } = lackingTexts
  const { missing: missingPages } = lackingPages
  settle(new Set([...missingTexts, ...missingPages]))
  const statements: Statement[] = [...lackingTexts.spare, ...lackingPages.spare]
  for (const [hash, text] of objects) {
    if (missingPages.has(hash)) {
      const page = await sealer.seal(text, pageSeal(workspaceId, hash))
      statements.push(store.callPages.put(workspaceId, hash, page))
    } else if (missingTexts.has(hash)) statements.push(store.objects.put(workspaceId, hash, text))
  }
  return statements
}
