import type { State } from '@varve/engine'
import { encodeState } from '@varve/engine/internal'
import { packJson, type PackedJson, type StateStage, type Statement, type Store } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { RebuiltState } from '../chat/load-state.ts'
import { pagesIn } from '../chat/pages-in.ts'

export interface StateToStore {
  readonly workspaceId: string
  readonly turnId: string
  readonly stage: StateStage
  readonly state: State
  /** The next turn is to begin a new epoch and to say why. */
  readonly rebuilt?: boolean
}

export interface PackedState {
  readonly packed: PackedJson
  /** The write that names what is packed. */
  readonly put: Statement
}

/** A state in the pieces that are stored. */
export async function packState(
  context: Pick<AppContext, 'store' | 'packing'>,
  toStore: StateToStore,
): Promise<PackedState> {
  const { workspaceId, turnId, stage, state, rebuilt = false } = toStore
  const { store, packing } = context
  const { states } = await pagesIn(context, workspaceId)
  const packed = packJson(encodeState(state, packing.encoded), states)
  const root = rebuilt ? ({ rebuilt: packed.root } satisfies RebuiltState) : packed.root
  packing.roots.set(state, JSON.stringify(root))
  return { packed, put: store.engineStates.put({ workspaceId, turnId, stage, root }) }
}

/** The writes that keep a state: its root, and those of its texts and pages that are not stored yet. */
export async function stateStatements(
  context: Pick<AppContext, 'store' | 'packing'>,
  toStore: StateToStore,
): Promise<readonly Statement[]> {
  const { packed, put } = await packState(context, toStore)
  return [...(await objectStatements(context.store, toStore.workspaceId, packed)), put]
}

export async function objectStatements(
  store: Store,
  workspaceId: string,
  packed: PackedJson,
): Promise<readonly Statement[]> {
  const { missing, spare } = await store.objects.lacking(workspaceId, packed.objects.keys())
  return [...spare, ...missingObjects(store, workspaceId, packed, missing)]
}

/** The writes of those pieces that are not stored. */
export function missingObjects(
  store: Store,
  workspaceId: string,
  { objects, settle }: PackedJson,
  missing: ReadonlySet<string>,
): readonly Statement[] {
  settle(missing)
  return [...objects]
    .filter(([hash]) => missing.has(hash))
    .map(([hash, text]) => store.objects.put(workspaceId, hash, text))
}
