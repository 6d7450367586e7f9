import type { AttachedArtifact } from '@varve/workspace'
import { z } from 'zod'

/** An attachment of a turn whose text is missing, with its position: its key and hash are still known. */
export interface MissingAttached {
  readonly at: number
  readonly attached: AttachedArtifact
}

const MISSING = z.object({
  missing: z.array(
    z.object({
      at: z.int().min(0),
      attached: z.looseObject({
        key: z.string(),
        kind: z.string(),
        hash: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    }),
  ),
})

/** Kept with the other options of a turn. What a file says there of its own is none. */
export function withMissing(options: object, missing: readonly MissingAttached[]): object {
  const plain = withoutMissing(options)
  return missing.length === 0 ? plain : { ...plain, missing }
}

export function withoutMissing(options: unknown): object {
  if (typeof options !== 'object' || options === null) return {}
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'missing'))
}

export function missingOf(options: unknown): readonly MissingAttached[] {
  return (MISSING.safeParse(options).data?.missing as readonly MissingAttached[] | undefined) ?? []
}

/** All that a turn was given, in its order. */
export function attachedWith(
  attached: readonly AttachedArtifact[],
  missing: readonly MissingAttached[],
): readonly AttachedArtifact[] {
  const all = [...attached]
  for (const { at, attached: gone } of missing) all.splice(at, 0, gone)
  return all
}
