import type { Hash } from '../../artifact/hash.ts'
import type { Section, SectionId } from '../../layer/section.ts'

export type SectionHashes = { readonly [id in SectionId]?: Hash }

/** The hash of each section by its id, so that a memory change is seen as a memory change. [L1-1] */
export function sectionHashes(sections: readonly Section[]): SectionHashes {
  return Object.fromEntries(sections.map(({ id, hash }) => [id, hash]))
}

/** The text of the memory section; empty where there is none. */
export function memoryOf(sections: readonly Section[]): string {
  return sections.find(({ id }) => id === 'memory')?.text ?? ''
}
