import type { Layer } from '../envelope/envelope.ts'
import { hashLayer } from './hash-layer.ts'
import type { Section } from './section.ts'

/** L1: the sections, most stable first. */
export function buildSystemLayer(sections: readonly Section[]): Layer<'L1', Section> {
  return { id: 'L1', segments: sections, hash: hashLayer('L1', sections) }
}
