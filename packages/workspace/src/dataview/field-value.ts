import type { JsonValue } from '@varve/engine/internal'
import { parseDate, parseDuration } from './calendar.ts'
import { type LinkValue, plainObject, type Value } from './dataview-value.ts'
import type { InlineField } from '../note/parsed-note.ts'

/** Makes a link of what is between double brackets. */
export type MakeLink = (inner: string) => LinkValue

const MAXIMUM_DEPTH = 32

/** A value of front matter. Texts that are a day, a length of time or a link become one. */
export function frontMatterValue(value: JsonValue, makeLink: MakeLink, depth = 0): Value {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string')
    return parseDate(value) ?? parseDuration(value) ?? readLink(value, makeLink) ?? value
  if (depth >= MAXIMUM_DEPTH) return null
  if (isArray(value)) return value.map((item) => frontMatterValue(item, makeLink, depth + 1))
  return plainObject(
    new Map(Object.entries(value).map(([name, item]) => [name, frontMatterValue(item, makeLink, depth + 1)])),
  )
}

/** The value of an inline field: one literal, several with commas between them, or the text as it is. */
export function inlineValue(text: string, makeLink: MakeLink): Value {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const single = readLiteral(trimmed, makeLink)
  if (single !== undefined) return single
  const parts = splitAtCommas(trimmed)
  if (parts.length < 2) return trimmed
  const items = parts.map((part) => readLiteral(part.trim(), makeLink))
  return items.every((item) => item !== undefined) ? items : trimmed
}

function readLiteral(text: string, makeLink: MakeLink): Value | undefined {
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (text.length >= 2 && text.startsWith('"') && text.indexOf('"', 1) === text.length - 1)
    return text.slice(1, -1)
  return parseDate(text) ?? parseDuration(text) ?? readLink(text, makeLink)
}

function readLink(text: string, makeLink: MakeLink): LinkValue | undefined {
  const inner = /^!?\[\[([^\][\n]+)\]\]$/.exec(text.trim())?.[1]
  return inner === undefined ? undefined : makeLink(inner)
}

/** Commas inside quotation marks or links are not between values. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  let brackets = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === '[') brackets += 1
    else if (character === ']') brackets -= 1
    else if (character === ',' && !isQuoted && brackets === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

const MARKUP = /[*~`]/g

/** The name by which a query can ask for a field: lower case, blanks as dashes, other signs left out. */
export function fieldName(written: string): string {
  return written
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}_-]/gu, '')
}

/** The name without the signs that make it bold in a note. An underscore is part of a name. */
export function plainFieldName(written: string): string {
  return written.replace(MARKUP, '').trim()
}

const FILE_FIELDS = [
  'name',
  'path',
  'folder',
  'ext',
  'link',
  'size',
  'mtime',
  'mday',
  'ctime',
  'cday',
  'tags',
  'etags',
  'aliases',
  'outlinks',
  'inlinks',
  'lists',
  'tasks',
  'frontmatter',
  'day',
] as const

/** What a query can ask of a file, below `file`. */
export type FileField = (typeof FILE_FIELDS)[number]

const NAMES: ReadonlySet<string> = new Set(FILE_FIELDS)

export function isFileField(name: string): name is FileField {
  return NAMES.has(name)
}

/** Unknown fields are reported, whether Dataview has them or not: an empty column would be misleading. */
export function missingFileField(name: string): string | undefined {
  return isFileField(name) ? undefined : `the field file.${name}`
}

/** What is said under each name as it is written, in order. */
export type WrittenFields = Map<string, Value[]>

export function addField(fields: WrittenFields, name: string, value: Value): void {
  const known = fields.get(name)
  if (known) known.push(value)
  else fields.set(name, [value])
}

export function addInlineFields(
  fields: WrittenFields,
  inline: readonly InlineField[],
  makeLink: MakeLink,
): void {
  for (const { name, value } of inline) addField(fields, plainFieldName(name), inlineValue(value, makeLink))
}

/**
 * Fields by their names as written and, where no field is written so, by the name that a query can ask for. Said
 * several times, a field is a list of what was said.
 */
export function namedFields(written: WrittenFields): Map<string, Value> {
  const asked: WrittenFields = new Map()
  for (const [name, values] of written) {
    const plain = fieldName(name)
    if (plain !== '' && !written.has(plain)) for (const value of values) addField(asked, plain, value)
  }
  return new Map(
    [...written, ...asked].map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? null) : values,
    ]),
  )
}
