import {
  addField,
  addInlineFields,
  namedFields,
  type WrittenFields,
  type FileField,
  isFileField,
  missingFileField,
  frontMatterValue,
  type MakeLink,
} from './field-value.ts'
import { parseDate, startOfDay } from './calendar.ts'
import type { DataviewNote, Vault } from './vault.ts'
import {
  type DateValue,
  isList,
  linkTo,
  type ObjectValue,
  type Value,
  type LinkValue,
} from './dataview-value.ts'
import type { Heading, InlineField, ListItem, NoteLink } from '../note/parsed-note.ts'

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

/** What Dataview knows of an item and is not read here. */
const MISSING: ReadonlySet<string> = new Set(['list', 'position', 'symbol'])

/** Days that are written with a sign, as other tools write them. */
const SIGNED_DAYS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['created', /➕\s*(\d{4}-\d{2}-\d{2})/u],
  ['start', /🛫\s*(\d{4}-\d{2}-\d{2})/u],
  ['scheduled', /[⏳⌛]\ufe0f?\s*(\d{4}-\d{2}-\d{2})/u],
  ['due', /[📅📆🗓]\ufe0f?\s*(\d{4}-\d{2}-\d{2})/u],
  ['completion', /✅\s*(\d{4}-\d{2}-\d{2})/u],
]

/** Days by every name that Dataview knows them by, the one to ask for first. */
const DAY_NAMES: readonly (readonly [name: string, ...others: string[]])[] = [
  ['created', 'created', 'ctime', 'cday'],
  ['due', 'due', 'duetime', 'dueday'],
  ['completion', 'completed', 'completion', 'comptime', 'compday'],
]

/** The list items of a note as objects, in order. */
export function listObjects(note: DataviewNote, vault: Vault): readonly ObjectValue[] {
  const { items, headings, fields, links, blocks } = note.parsed
  const found: FoundByLine = {
    fields: Map.groupBy(fields, ({ line }) => line),
    links: Map.groupBy(links, ({ line }) => line),
    blockIds: new Map(blocks.map(({ id, lines }) => [lines[0], id])),
  }
  const unfinished = unfinishedLines(items)
  const children = new Map<number, ObjectValue[]>()
  let before = 0
  return items.map((item) => {
    while ((headings[before]?.line ?? item.line) < item.line) before += 1
    const section = sectionLink(note.path, headings[before - 1])
    const own = ownFields(item, { section, found, makeLink: (inner) => vault.link(inner, note.path) })
    own.set('path', note.path)
    if (isTask(item)) own.set('fullyCompleted', isCompleted(item) && !unfinished.has(item.line))
    const inner: ObjectValue[] = []
    children.set(item.line, inner)
    own.set('children', inner)
    own.set('subtasks', inner)
    const box = isTask(item) ? `[${item.status}] ` : ''
    const { line, parent } = item
    const object: ObjectValue = {
      kind: 'object',
      get: (name) => own.get(name) ?? null,
      names: () => [...own.keys()],
      missing: (name) => (MISSING.has(name) ? `the field ${name} of a list item` : undefined),
      link: linkTo(note.path),
      item: { text: `${box}${item.text}`, line, parent, children: inner },
    }
    if (parent !== undefined) children.get(parent)?.push(object)
    return object
  })
}

/** Those of tasks that are not completed, and of all items that contain one. */
function unfinishedLines(items: readonly ListItem[]): ReadonlySet<number> {
  const parents = new Map(items.map(({ line, parent }) => [line, parent]))
  const lines = new Set<number>()
  for (const item of items) {
    if (!isTask(item) || isCompleted(item)) continue
    for (let at: number | undefined = item.line; at !== undefined && !lines.has(at); at = parents.get(at))
      lines.add(at)
  }
  return lines
}

interface FoundByLine {
  readonly fields: ReadonlyMap<number, readonly InlineField[]>
  readonly links: ReadonlyMap<number, readonly NoteLink[]>
  readonly blockIds: ReadonlyMap<number, string>
}

interface ItemContext {
  readonly section: LinkValue
  readonly found: FoundByLine
  readonly makeLink: MakeLink
}

/** What an item is comes before what its fields call by the same name. */
function ownFields(item: ListItem, { section, found, makeLink }: ItemContext): Map<string, Value> {
  const lineCount = item.text.split('\n').length
  const lines = Array.from({ length: lineCount }, (_, index) => item.line + index)
  const written: WrittenFields = new Map()
  const fields = isTask(item) ? (item.fields ?? []) : lines.flatMap((line) => found.fields.get(line) ?? [])
  addInlineFields(written, fields, makeLink)
  for (const [name, pattern] of SIGNED_DAYS) {
    const day = parseDate(pattern.exec(item.text)?.[1] ?? '')
    if (day) addField(written, name, day)
  }
  const own = namedFields(written)
  for (const [name, ...others] of DAY_NAMES) {
    const value = others.map((other) => own.get(other) ?? null).find((each) => each !== null) ?? null
    if (value !== null) own.set(name, isList(value) ? (value[0] ?? null) : value)
  }
  const blockId = found.blockIds.get(item.line)
  const known: readonly (readonly [name: string, value: Value])[] = [
    ['annotated', own.size > 0],
    ['text', item.text],
    ['task', isTask(item)],
    ['real', isTask(item)],
    // Dataview counts lines from 0.
    ['line', item.line - 1],
    ['lineCount', lineCount],
    ['link', blockId === undefined ? section : { ...section, heading: `^${blockId}` }],
    ['section', section],
    ['header', section],
    ['tags', (item.tags ?? []).map((tag) => `#${tag}`)],
    ['outlinks', lines.flatMap((line) => found.links.get(line) ?? []).map(({ target }) => makeLink(target))],
  ]
  for (const [name, value] of known) own.set(name, value)
  if (isTask(item)) {
    own.set('status', item.status)
    own.set('completed', isCompleted(item))
    own.set('checked', item.status !== ' ')
  }
  if (item.parent !== undefined) own.set('parent', item.parent - 1)
  if (blockId !== undefined) own.set('blockId', blockId)
  return own
}

type Task = ListItem & { readonly status: string }

function isTask(item: ListItem): item is Task {
  return item.status !== undefined
}

function isCompleted({ status }: Task): boolean {
  return status === 'x' || status === 'X'
}

/** The heading that an item is under, or the note if there is none before it. */
function sectionLink(path: string, heading: Heading | undefined): LinkValue {
  return heading ? { ...linkTo(path), heading: heading.text } : linkTo(path)
}
