import type { Artifact, ArtifactKey } from '@varve/engine'
import type { ScriptedTurn } from './conversation-script.ts'
import { type FoldTurn, foldTurn } from './fold-turn.ts'

/**
 * The plain way that everything is compared with: the history as it was said, tool traffic included, and the
 * current text of all that was ever attached in the last message. The history is folded by itself, without
 * any context, and each question is asked on the side, with everything attached to it; only the provider's
 * cache remembers that.
 */
export const foldInline: FoldTurn = (before, turn, options) => {
  const kept = keepNewest(before.kept, turn)
  const attach = [...kept.values()].map((artifact) => ({ artifact }))
  const { pin: _pin, unpin: _unpin, forget: _forget, observed: _observed, ...input } = turn.input
  const asked = foldTurn(before, { ...turn, input: { ...input, attach } }, options)
  const { images: _images, gathered: _gathered, guidance: _guidance, ...plain } = input
  const said = foldTurn(before, { ...turn, input: { ...plain, attach: [] } }, options)
  return { ...asked, folded: { state: said.folded.state, kept } }
}

function keepNewest(
  before: ReadonlyMap<ArtifactKey, Artifact>,
  { input }: ScriptedTurn,
): ReadonlyMap<ArtifactKey, Artifact> {
  const kept = new Map(before)
  for (const key of input.forget ?? []) kept.delete(key)
  for (const { artifact } of input.attach ?? []) {
    const { role: _role, ...plain } = artifact
    kept.set(artifact.key, plain)
  }
  return kept
}
