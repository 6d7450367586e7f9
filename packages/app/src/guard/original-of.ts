import type { Artifact } from '@varve/engine'

/** What the workspace knows an artifact by, where the guard has changed its text or its names. */
export function originalOf({ contentHash, source, key, metadata }: Artifact): {
  readonly hash: string
  readonly path: string
} {
  const original = metadata['original']
  const plain = { hash: contentHash, path: source.path ?? key }
  if (typeof original !== 'object' || original === null || !('hash' in original)) return plain
  const { hash, path } = original as { readonly hash: string; readonly path?: string }
  return { hash, path: path ?? plain.path }
}
