import type { Artifact } from '../../artifact/artifact.ts'
import { LIMITS } from '../../budget/limits.ts'
import { diffUpdate } from '../../render/diff-update.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { renderedArtifact } from './rendered-artifact.ts'
import type { Place } from '../epoch/epoch.ts'

export type UpdateBody =
  | { readonly kind: 'diff'; readonly text: string }
  /** `piled`: only because updates had piled up, not because this one is large. */
  | { readonly kind: 'full'; readonly text: string; readonly piled?: true }

/**
 * The changed passages against the version last given; the full text when they are a large share
 * of it, or when the updates since the last full copy would add up to half of it. [P-5]
 */
export function planUpdate(writer: EpochWriter, place: Place, artifact: Artifact): UpdateBody {
  const before = place.current
  const full: UpdateBody = { kind: 'full', text: artifact.content }
  if (!before) return full
  const changes = writer.memo.recall('diff', `${before.hash}\n${artifact.contentHash}`, () =>
    diffUpdate(before.content, artifact.content),
  )
  if (changes === undefined) return full
  const whole = renderedArtifact(writer, artifact, before.turn, true).tokens
  const size = writer.count(changes)
  if (size >= LIMITS.freshness.updateShare * whole) return full
  if (place.updateTokens + size >= LIMITS.freshness.updatesShare[writer.layout] * whole)
    return { ...full, piled: true }
  return { kind: 'diff', text: changes }
}
