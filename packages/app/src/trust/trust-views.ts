import type { DefinitionKind } from '../definitions/definition.ts'

/** Whether models follow a file. `changed`: edited since it was trusted, and followed. `untrusted`: not used. */
export type Trust = 'trusted' | 'changed' | 'untrusted'

/** A file of a workspace that models follow once it is trusted. */
export interface InstructionView {
  readonly path: string
  readonly kind: DefinitionKind | 'area' | 'instructions' | 'memory'
  /** Of the file and all that belongs to it. */
  readonly hash: string
  readonly trust: Trust
}
