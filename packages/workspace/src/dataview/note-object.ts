import type { InlineField, Task } from '../note/parsed-note.ts'
import { parseDate, startOfDay } from './calendar.ts'
import type { DataviewNote } from './dataview-source.ts'
import { type DateValue, isList, type LinkValue, type ObjectValue, type Value } from './dataview-value.ts'
import { fieldName, plainFieldName } from './field-name.ts'
import { frontMatterValue, inlineValue, type MakeLink } from './field-value.ts'
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

/** A task as an object; what it does not say itself, its note says. */
export function taskObject(task: Task, note: DataviewNote, vault: Vault): ObjectValue {
  const makeLink: MakeLink = (inner) => vault.link(inner, note.path)
  const own = new Map<string, Value>([
    ['text', task.text],
    ['status', task.status],
    ['completed', task.status === 'x' || task.status === 'X'],
    ['checked', task.status !== ' '],
    ['task', true],
    ['line', task.line],
    ['path', note.path],
    ['link', linkTo(note.path)],
    ['tags', task.tags.map((tag) => `#${tag}`)],
  ])
  addInlineFields(own, task.fields, makeLink)
  return {
    kind: 'object',
    get: (name) => own.get(name) ?? vault.object(note).get(name),
    names: () => [...own.keys()],
    link: linkTo(note.path),
  }
}

function linkTo(path: string): LinkValue {
  return { kind: 'link', target: path, path }
}

function noteFields(note: DataviewNote, makeLink: MakeLink): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  for (const [name, value] of Object.entries(note.parsed.frontMatter.values))
    addField(fields, name, frontMatterValue(value, makeLink))
  addInlineFields(fields, note.parsed.fields, makeLink)
  return fields
}

function addInlineFields(
  fields: Map<string, Value>,
  inline: readonly InlineField[],
  makeLink: MakeLink,
): void {
  for (const { name, value } of inline) addField(fields, plainFieldName(name), inlineValue(value, makeLink))
}

/** Under the name as written and the name as asked for; said twice, both values count. */
function addField(fields: Map<string, Value>, written: string, value: Value): void {
  for (const name of new Set([written, fieldName(written)])) {
    if (name === '') continue
    const known = fields.get(name)
    if (known === undefined || known === null) fields.set(name, value)
    else if (value !== null) fields.set(name, [...asList(known), ...asList(value)])
  }
}

function asList(value: Value): readonly Value[] {
  return isList(value) ? value : [value]
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
  const makers = new Map<string, () => Value>([
    ['name', () => name],
    ['path', () => path],
    ['folder', () => (slash < 0 ? '' : path.slice(0, slash))],
    ['ext', () => (dot > 0 ? fileName.slice(dot + 1) : '')],
    ['link', () => linkTo(path)],
    ['size', () => note.bytes],
    ['mtime', () => moment(note.modified)],
    ['mday', () => day(moment(note.modified))],
    ['ctime', () => moment(note.created)],
    ['cday', () => day(moment(note.created))],
    ['tags', () => withParents(parsed.tags)],
    ['etags', () => parsed.tags.map((tag) => `#${tag}`)],
    ['aliases', () => [...parsed.aliases]],
    ['outlinks', () => vault.outgoing(note)],
    ['inlinks', () => vault.incoming(path).map(linkTo)],
    ['tasks', () => parsed.tasks.map((task) => taskObject(task, note, vault))],
    ['frontmatter', () => frontMatterValue(parsed.frontMatter.values, (inner) => vault.link(inner, path))],
    ['day', () => dayInName(name) ?? dayField(fields)],
  ])
  return {
    kind: 'object',
    get: (field) => makers.get(field)?.() ?? null,
    names: () => [...makers.keys()],
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

function dayInName(name: string): DateValue | undefined {
  const found = /(\d{4})-?(\d{2})-?(\d{2})/.exec(name)
  return found ? parseDate(`${found[1]}-${found[2]}-${found[3]}`) : undefined
}

function dayField(fields: ReadonlyMap<string, Value>): Value {
  const date = fields.get('date') ?? null
  return date !== null && typeof date === 'object' && !isList(date) && date.kind === 'date'
    ? startOfDay(date)
    : null
}
