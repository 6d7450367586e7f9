import { type Hash, hashText } from '../artifact/hash.ts'

/** The parts of L1, most stable first. Memory is last. [L1-1] */
export const SECTION_ORDER = ['contract', 'tools', 'guidance', 'project', 'memory'] as const

export type SectionId = (typeof SECTION_ORDER)[number]

export interface SectionInput {
  readonly id: SectionId
  readonly text: string
}

/** A rendered section with its hash. */
export interface Section {
  readonly id: SectionId
  readonly text: string
  readonly hash: Hash
}

const HEADINGS: Readonly<Record<SectionId, string>> = {
  contract: '',
  tools: '## Tools and skills',
  guidance: '## Guidance',
  project: '## Project instructions',
  memory: '## What you remember about the user',
}

/** Orders, canonicalises and hashes the sections; an empty one renders nothing at all. [L-1] */
export function buildSections(inputs: readonly SectionInput[]): readonly Section[] {
  return SECTION_ORDER.flatMap((id) => {
    const body = inputs
      .filter((input) => input.id === id)
      .map((input) => canonicalText(input.text))
      .filter((text) => text !== '')
      .join('\n\n')
    if (body === '') return []
    const text = HEADINGS[id] === '' ? body : `${HEADINGS[id]}\n\n${body}`
    return [{ id, text, hash: hashText(text) }]
  })
}

/** LF line ends, no trailing blanks, no blank lines around. Only for text that Varve itself writes. */
export function canonicalText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()
    .normalize('NFC')
}

/** What these sections were built from. */
export function sectionInputs(sections: readonly Section[]): readonly SectionInput[] {
  return sections.map(({ id, text }) => {
    const heading = HEADINGS[id]
    return { id, text: heading === '' ? text : text.slice(heading.length + 2) }
  })
}

/** The hash of a layer from the hashes of its segments, in order. */
export function hashLayer(id: string, segments: Iterable<{ readonly hash: Hash }>): Hash {
  return hashText([id, ...[...segments].map(({ hash }) => hash)].join('\n'))
}
