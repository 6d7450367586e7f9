import { hashText, type JsonValue } from '@varve/engine/internal'
import type { ListItem, NoteLink, ParsedNote } from '../note/parsed-note.ts'
import type { DataviewNote, DataviewSource } from '../dataview/vault.ts'

export interface TestNote {
  readonly path: string
  readonly front?: { readonly [name: string]: JsonValue }
  /** Inline fields in order. */
  readonly fields?: readonly (readonly [name: string, value: string])[]
  readonly tags?: readonly string[]
  readonly links?: readonly string[]
  readonly tasks?: readonly (readonly [status: string, text: string])[]
  readonly modified?: string
  readonly created?: string
  readonly bytes?: number
}

/** A note for tests, as its parser would give it. */
export function testNote(note: TestNote): DataviewNote {
  const times = {
    modified: Date.parse(note.modified ?? '2021-06-01T08:30:00Z'),
    ...(note.created === undefined ? {} : { created: Date.parse(note.created) }),
  }
  const contentHash = hashText(JSON.stringify({ ...note, modified: '', created: '' }))
  return { path: note.path, parsed: parsedNote(note), contentHash, bytes: note.bytes ?? 100, ...times }
}

/** Links lead to the note with that path or name. */
export function testSource(notes: readonly TestNote[]): DataviewSource {
  const made = notes.map(testNote)
  const paths = made.map(({ path }) => path).sort()
  return {
    notes: made,
    resolveLink: (target) =>
      paths.find((path) => path === target || path === `${target}.md` || path.endsWith(`/${target}.md`)),
  }
}

function parsedNote({ front = {}, fields = [], tags = [], links = [], tasks = [] }: TestNote): ParsedNote {
  return {
    frontMatter: { values: front },
    headings: [],
    tags,
    aliases: [],
    links: links.map((target): NoteLink => ({ form: 'wiki', embed: false, target, line: 1 })),
    blocks: [],
    fields: fields.map(([name, value]) => ({ name, value, line: 1 })),
    items: tasks.map(([status, text], index): ListItem => ({ status, text, line: index + 1 })),
    callouts: [],
    queries: [],
  }
}
