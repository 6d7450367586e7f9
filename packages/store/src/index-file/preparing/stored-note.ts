import type { ParsedNote } from '@varve/workspace/preparing'

const EMPTY: ParsedNote = {
  frontMatter: { values: {} },
  headings: [],
  tags: [],
  aliases: [],
  links: [],
  blocks: [],
  fields: [],
  items: [],
  callouts: [],
  queries: [],
}

/** A parsed note as JSON without what is empty, which is most of it in most notes. */
export function storeNote(note: ParsedNote): string {
  return JSON.stringify({
    frontMatter: note.frontMatter.lines || note.frontMatter.problem ? note.frontMatter : undefined,
    headings: unlessEmpty(note.headings),
    tags: unlessEmpty(note.tags),
    aliases: unlessEmpty(note.aliases),
    links: unlessEmpty(note.links),
    blocks: unlessEmpty(note.blocks),
    fields: unlessEmpty(note.fields),
    items: unlessEmpty(note.items),
    callouts: unlessEmpty(note.callouts),
    queries: unlessEmpty(note.queries),
  } satisfies { readonly [Name in keyof ParsedNote]: ParsedNote[Name] | undefined })
}

export function readStoredNote(json: string): ParsedNote {
  return { ...EMPTY, ...(JSON.parse(json) as Partial<ParsedNote>) }
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}
