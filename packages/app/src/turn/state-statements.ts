import { encodeState, type State } from '@varve/engine'
import { packJson, type PackedJson, type StateStage, type Statement, type Store } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { RebuiltState } from './load-state.ts'
import { pagesIn } from './pages-in.ts'

export interface StateToStore {
  readonly workspaceId: string
  readonly turnId: string
  readonly stage: StateStage
  readonly state: State
  /** The next turn is to begin a new epoch and to say why. */
  readonly rebuilt?: boolean
}

/** The writes that keep a state: its root, and those of its texts and pages that are not stored yet. */
export async function stateStatements(
  context: Pick<AppContext, 'store' | 'packing'>,
  toStore: StateToStore,
): Promise<readonly Statement[]> {
  const { workspaceId, turnId, stage, state, rebuilt = false } = toStore
  const { store, packing } = context
  const { states } = await pagesIn(context, workspaceId)
  const packed = packJson(encodeState(state, packing.encoded), states)
  const root = rebuilt ? ({ rebuilt: packed.root } satisfies RebuiltState) : packed.root
  packing.roots.set(state, JSON.stringify(root))
  return [
    ...(await objectStatements(store, workspaceId, packed)),
    store.engineStates.put({ workspaceId, turnId, stage, root }),
  ]
}

export async function objectStatements(
  store: Store,
  workspaceId: string,
  { objects, settle }: PackedJson,
): Promise<readonly Statement[]> {
  const { missing, spare } = await store.objects.lacking(workspaceId, objects.keys())
  settle(missing)
  const puts = [...objects]
    .filter(([hash]) => missing.has(hash))
    .map(([hash, text]) => store.objects.put(workspaceId, hash, text))
  return [...spare, ...puts]
}
