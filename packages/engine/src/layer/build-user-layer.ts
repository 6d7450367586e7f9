import { hashText } from '../artifact/hash.ts'
import type { Layer, UserSegment } from '../envelope/envelope.ts'
import { hashLayer } from './hash-layer.ts'

/** L5: the user's text, templates expanded. */
export function buildUserLayer(text: string): Layer<'L5', UserSegment> {
  const segments = [{ text, hash: hashText(text) }]
  return { id: 'L5', segments, hash: hashLayer('L5', segments) }
}
