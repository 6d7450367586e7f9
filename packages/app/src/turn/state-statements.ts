import { serializeState, type State } from '@varve/engine'
import { packJson, type StateStage, type Statement, type Store } from '@varve/store'
import type { RebuiltState } from './load-state.ts'

export interface StateToStore {
  readonly workspaceId: string
  readonly turnId: string
  readonly stage: StateStage
  readonly state: State
  /** The next turn is to begin a new epoch and to say why. */
  readonly rebuilt?: boolean
}

/** The writes that keep a state: its root, and those of its texts and pages that are not stored yet. */
export async function stateStatements(store: Store, toStore: StateToStore): Promise<readonly Statement[]> {
  const { workspaceId, turnId, stage, state, rebuilt = false } = toStore
  const { root, objects } = serializeState(state)
  const packed = packJson(root)
  return [
    ...(await objectStatements(store, workspaceId, [...objects, ...packed.objects])),
    store.engineStates.put({
      workspaceId,
      turnId,
      stage,
      root: rebuilt ? ({ rebuilt: packed.root } satisfies RebuiltState) : packed.root,
    }),
  ]
}

export async function objectStatements(
  store: Store,
  workspaceId: string,
  objects: readonly (readonly [hash: string, text: string])[],
): Promise<readonly Statement[]> {
  const missing = await store.objects.missing(
    workspaceId,
    objects.map(([hash]) => hash),
  )
  return [...new Map(objects)]
    .filter(([hash]) => missing.has(hash))
    .map(([hash, text]) => store.objects.put(workspaceId, hash, text))
}
