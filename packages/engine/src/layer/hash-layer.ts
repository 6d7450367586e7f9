import { hashText, type Hash } from '../artifact/hash.ts'

/** The hash of a layer from the hashes of its segments, in order. */
export function hashLayer(id: string, segments: Iterable<{ readonly hash: Hash }>): Hash {
  return hashText([id, ...[...segments].map(({ hash }) => hash)].join('\n'))
}
