import type { FileVersion, TrashedFile } from '../file-store.ts'

export interface VersionLine extends Omit<FileVersion, 'id'> {
  /** It was the current text when it was kept: a version only once another program has saved over it. */
  readonly written?: true
}

export type TrashLine =
  | ({ readonly kind: 'removed'; readonly mode: number } & TrashedFile)
  | { readonly kind: 'restored'; readonly id: string }

const HASH = /^[0-9a-f]{64}$/

/** A line of the record of a file; undefined where it is none, as after damage. */
export function parseVersionLine(value: unknown): VersionLine | undefined {
  if (!isObject(value)) return undefined
  const { path, contentHash, bytes, keptAt, written } = value
  if (typeof path !== 'string' || !isHash(contentHash)) return undefined
  if (typeof bytes !== 'number' || typeof keptAt !== 'number') return undefined
  return { path, contentHash, bytes, keptAt, ...(written === true ? { written } : {}) }
}

/** A line of the record of the trash. */
export function parseTrashLine(value: unknown): TrashLine | undefined {
  if (!isObject(value) || typeof value['id'] !== 'string') return undefined
  const { kind, id, path, contentHash, bytes, removedAt, mode } = value
  if (kind === 'restored') return { kind, id }
  if (kind !== 'removed' || typeof path !== 'string' || !isHash(contentHash)) return undefined
  if (typeof bytes !== 'number' || typeof removedAt !== 'number' || typeof mode !== 'number') return undefined
  return { kind, id, path, contentHash, bytes, removedAt, mode }
}

function isHash(value: unknown): value is string {
  // A hash becomes the name of a file, so nothing else may pass for one.
  return typeof value === 'string' && HASH.test(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
