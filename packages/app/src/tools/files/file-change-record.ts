import type { Hash } from '@varve/engine'

/** A change that a tool made to one file, with all that undoes it. */
export type FileChangeRecord =
  | {
      readonly kind: 'create'
      readonly path: string
      readonly after: Hash
      /** Folders that were made for it, the outermost first. */
      readonly made?: readonly string[]
    }
  | {
      readonly kind: 'replace'
      readonly path: string
      readonly before: Hash
      readonly after: Hash
      /** The version that holds what was there before. */
      readonly versionId: string
    }
  | {
      readonly kind: 'remove'
      readonly path: string
      readonly before: Hash
      /** Its entry in the trash. */
      readonly trashId: string
    }
  | {
      readonly kind: 'move'
      readonly path: string
      readonly from: string
      readonly after: Hash
      readonly made?: readonly string[]
    }
