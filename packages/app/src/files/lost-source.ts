import type { Privacy } from '@varve/workspace'
import { z } from 'zod'

/** Something that a chat was given and its state no longer holds. */
export type LostSource = (
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'upload'; readonly id: string }
  | { readonly kind: 'chat'; readonly id: string }
  /** Nobody knows what it was; in words. */
  | { readonly kind: 'unknown'; readonly name: string }
  /** Its text was an instruction; kept with what was redacted, and not among a turn's options. */
  | { readonly kind: 'instructions'; readonly path: string; readonly mark: Privacy }
) & {
  /** It was sent to a cloud model before, so it was not restricted then. */
  readonly wasSent?: true | undefined
}

const WAS_SENT = { wasSent: z.literal(true).optional() }
const LOST = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), path: z.string(), ...WAS_SENT }),
    z.object({ kind: z.literal('upload'), id: z.string(), ...WAS_SENT }),
    z.object({ kind: z.literal('chat'), id: z.string(), ...WAS_SENT }),
    z.object({ kind: z.literal('unknown'), name: z.string(), ...WAS_SENT }),
  ]),
)

/** As a turn says it among its options. */
export function readLost(options: unknown): readonly LostSource[] {
  const said = typeof options === 'object' && options !== null && 'lost' in options ? options.lost : []
  return LOST.safeParse(said).data ?? [{ kind: 'unknown', name: 'what earlier turns were given' }]
}
