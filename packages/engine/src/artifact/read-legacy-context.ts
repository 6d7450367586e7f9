import type { Artifact } from './artifact.ts'
import { createArtifact } from './create-artifact.ts'
import { readLegacyBlock } from './read-legacy-block.ts'
import { scanLegacyBlocks } from './scan-legacy-blocks.ts'

export interface LegacyContext {
  readonly artifacts: readonly Artifact[]
  /** How many of them are kept only as text. */
  readonly unparsed: number
}

/**
 * Old rendered context as artifacts, in order. What stands between or around readable blocks and is
 * not blank is kept exactly, as `unparsed`.
 */
export function readLegacyContext(text: string): LegacyContext {
  const artifacts: Artifact[] = []
  const calls = new Map<string, number>()
  let unparsed = 0
  let kept = 0
  const keep = (end: number): void => {
    const stray = text.slice(kept, end)
    if (stray.trim() === '') return
    artifacts.push(createArtifact({ kind: 'unparsed', content: stray }))
    unparsed += 1
  }
  for (const block of scanLegacyBlocks(text)) {
    const call = `${block.tag} ${block.attributes.trim()}`
    const ordinal = (calls.get(call) ?? 0) + 1
    const artifact = readLegacyBlock(block, ordinal)
    if (!artifact) continue
    calls.set(call, ordinal)
    keep(block.start)
    artifacts.push(artifact)
    kept = block.end
  }
  keep(text.length)
  return { artifacts, unparsed }
}
