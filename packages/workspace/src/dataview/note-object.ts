import { addField, addInlineFields, namedFields, type WrittenFields } from './add-field.ts'
import { parseDate, startOfDay } from './calendar.ts'
import type { DataviewNote } from './dataview-source.ts'
import { type DateValue, isList, linkTo, type ObjectValue, type Value } from './dataview-value.ts'
import { type FileField, isFileField, missingFileField } from './file-fields.ts'
import { frontMatterValue, type MakeLink } from './field-value.ts'
import { listObjects } from './item-object.ts'
import type { Vault } from './vault.ts'

/** A note as an object: its front matter, its inline fields, and what its file is, under `file`. */
export function noteObject(note: DataviewNote, vault: Vault): ObjectValue {
  const link = linkTo(note.path)
  const fields = noteFields(note, (inner) => vault.link(inner, note.path))
  const file = fileObject(note, vault, fields)
  return {
    kind: 'object',
    get: (name) => (name === 'file' ? file : (fields.get(name) ?? null)),
    names: () => [...fields.keys(), 'file'],
    link,
  }
}

function noteFields(note: DataviewNote, makeLink: MakeLink): ReadonlyMap<string, Value> {
  const fields: WrittenFields = new Map()
  for (const [name, value] of Object.entries(note.parsed.frontMatter.values))
    addField(fields, name, frontMatterValue(value, makeLink))
  addInlineFields(fields, note.parsed.fields, makeLink)
  return namedFields(fields)
}

function fileObject(note: DataviewNote, vault: Vault, fields: ReadonlyMap<string, Value>): ObjectValue {
  const { path, parsed } = note
  const slash = path.lastIndexOf('/')
  const fileName = path.slice(slash + 1)
  const dot = fileName.lastIndexOf('.')
  const name = dot > 0 ? fileName.slice(0, dot) : fileName
  const moment = (milliseconds: number | undefined): DateValue | null =>
    milliseconds === undefined
      ? null
      : { kind: 'date', milliseconds: vault.wallClock(milliseconds), hasTime: true }
  const day = (date: DateValue | null): Value => (date ? startOfDay(date) : null)
  const makers: Readonly<Record<FileField, () => Value>> = {
    name: () => name,
    path: () => path,
    folder: () => (slash < 0 ? '' : path.slice(0, slash)),
    ext: () => (dot > 0 ? fileName.slice(dot + 1) : ''),
    link: () => linkTo(path),
    size: () => note.bytes,
    mtime: () => moment(note.modified),
    mday: () => day(moment(note.modified)),
    ctime: () => moment(note.created),
    cday: () => day(moment(note.created)),
    tags: () => withParents(parsed.tags),
    etags: () => parsed.tags.map((tag) => `#${tag}`),
    aliases: () => [...parsed.aliases],
    outlinks: () => vault.outgoing(note),
    inlinks: () => vault.incoming(path).map(linkTo),
    lists: () => listObjects(note, vault),
    tasks: () => listObjects(note, vault).filter((item) => item.get('task') === true),
    frontmatter: () => frontMatterValue(parsed.frontMatter.values, (inner) => vault.link(inner, path)),
    day: () => dayField(fields) ?? dayInText(name) ?? null,
  }
  return {
    kind: 'object',
    get: (field) => (isFileField(field) ? makers[field]() : null),
    names: () => Object.keys(makers),
    missing: missingFileField,
    link: linkTo(path),
  }
}

/** `#a/b` is also `#a`. Each once, in order. */
function withParents(tags: readonly string[]): readonly string[] {
  const all = tags.flatMap((tag) => {
    const parts = tag.split('/')
    return parts.map((_, index) => `#${parts.slice(0, parts.length - index).join('/')}`)
  })
  return [...new Set(all)]
}

function dayInText(text: string): DateValue | undefined {
  const found = /(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? /(\d{4})(\d{2})(\d{2})/.exec(text)
  return found ? parseDate(`${found[1]}-${found[2]}-${found[3]}`) : undefined
}

/** By the first field called `date` or `day` that is a date, or a list that begins with one. */
function dayField(fields: ReadonlyMap<string, Value>): DateValue | undefined {
  for (const [name, value] of fields) {
    if (!/^(?:date|day)$/i.test(name)) continue
    const first = (isList(value) ? value[0] : value) ?? null
    if (first !== null && typeof first === 'object' && !isList(first) && first.kind === 'date') return first
  }
  return undefined
}
