import { StoreError, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { placeholdersIn, typesOf } from './placeholders-in.ts'
import { NO_REDACTION, type Redaction } from './redaction.ts'

/** Whether something was sealed with a key that is no longer there; one that is locked may come back. */
export function isKeyLost(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'seal-foreign' || error.code === 'master-key-missing')
}

/**
 * What a conversation goes on with when nobody can open what stood behind its placeholders: each of them stands for
 * itself, so that it stays what it is, and new values get other numbers. That everything went through the guard is not
 * known, so it all does again. Undefined where the texts that were sent are gone too: then nothing may be sent.
 */
export async function lostRedaction(
  { store }: AppContext,
  { workspaceId, turnId }: { readonly workspaceId: string; readonly turnId: string },
): Promise<Redaction | undefined> {
  const stored = await store.engineStates.ofTurn({ workspaceId, turnId })
  if (!stored) return undefined
  const { value, missing } = await unpackJson(stored.root, (hashes) =>
    store.objects.getMany(workspaceId, hashes),
  )
  if (missing.size > 0) return undefined
  const branch = await store.turns.branch({ workspaceId, headId: turnId })
  const answers = await store.answers.ofTurns(
    workspaceId,
    branch.map(({ id }) => id),
  )
  const said = answers.map(({ received, text, steps }) => ({ received, text, steps }))
  const found = placeholdersIn(JSON.stringify([value, said]))
  return {
    ...NO_REDACTION,
    state: { values: Object.fromEntries(found.map((placeholder) => [placeholder, placeholder])) },
    types: typesOf(found),
    lost: true,
  }
}
