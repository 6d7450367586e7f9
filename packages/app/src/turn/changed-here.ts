import type { AppContext } from '../app-context.ts'
import { originalOf } from '../guard/original-of.ts'
import { readSteps } from '../runner/read-steps.ts'
import type { ObservedFile } from './observe-files.ts'
import type { Point } from './point.ts'

/**
 * Of files that differ from the kept text, those that are as a tool of this very branch left them. The model has the
 * change in its calls, and the engine tells it that the file is another one now: the user need not attach it again.
 */
export async function changedHere(
  { store }: AppContext,
  { turn }: Point,
  files: readonly ObservedFile[],
): Promise<ReadonlySet<ObservedFile>> {
  const changed = files.filter(({ now }) => now.kind === 'changed')
  if (!turn || changed.length === 0) return new Set()
  const { workspaceId, id: headId } = turn
  const branch = await store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const answers = await store.answers.ofTurns(workspaceId, ids)
  const left = new Set(
    answers
      .flatMap(({ steps }) => readSteps(steps, true) ?? [])
      .flatMap(({ calls }) => calls.flatMap(({ changes = [] }) => changes))
      .flatMap((change) => (change.kind === 'remove' ? [] : [nameOf(change.path, change.after)])),
  )
  return new Set(
    changed.filter(
      ({ artifact, now }) =>
        now.kind === 'changed' &&
        now.hash !== undefined &&
        left.has(nameOf(originalOf(artifact).path, now.hash)),
    ),
  )
}

function nameOf(path: string, hash: string): string {
  return JSON.stringify([path, hash])
}
