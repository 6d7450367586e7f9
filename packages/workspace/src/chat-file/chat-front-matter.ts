import { readYaml } from '../note/read-yaml.ts'
import type { ChatPrivacy } from './chat-document.ts'
import { parseTime, printTime } from './chat-time.ts'
import { inertText } from './inert-text.ts'
import { endOfJsonString, parseJsonString, printJsonLine } from './json-line.ts'

/** What the front matter of a chat file says, as far as Varve reads it. */
export interface ChatProperties {
  readonly version: number
  readonly id: string
  readonly title: string
  readonly created?: number | undefined
  readonly model?: string | undefined
  readonly current?: string | undefined
  readonly pinned?: number | undefined
  readonly archived?: number | undefined
  readonly privacy?: ChatPrivacy | undefined
  readonly tags: readonly string[]
}

/** Properties that say since when; most chats have neither. */
const SINCE: readonly string[] = ['pinned', 'archived']

/** Properties that say how far a note may travel, the strictest first; most chats have neither. */
export const MARKS: readonly ChatPrivacy[] = ['private', 'local-only']

/** One property with all its lines, as they were written. */
export interface FrontMatterProperty {
  readonly name: string
  readonly text: string
}

/**
 * The lines that Varve itself writes, each with its line feed, in order. A model may have suggested the title, and
 * plugins render values of properties as Markdown: it is inert, as answers are.
 */
function propertyLines(properties: ChatProperties): ReadonlyMap<string, string> {
  const { version, id, title, created, model, current, pinned, archived, privacy, tags } = properties
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['varve', String(version)],
    ['id', printScalar(id)],
    ['title', printScalar(inertText(title, 'behind'))],
    ['created', created === undefined ? undefined : printTime(created)],
    ['model', model === undefined ? undefined : printScalar(model)],
    ['current', current === undefined ? undefined : printScalar(current)],
    ['pinned', pinned === undefined ? undefined : printTime(pinned)],
    ['archived', archived === undefined ? undefined : printTime(archived)],
    ...MARKS.map((mark) => [mark, mark === privacy ? 'true' : undefined] as const),
    ['tags', `[${tags.map(printScalar).join(', ')}]`],
  ]
  return new Map(
    lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${name}: ${value}\n`] as const])),
  )
}

/** The block between the fences. What was there before stays as it is, except for values that have changed. */
export function printFrontMatter(properties: ChatProperties, before?: string): string {
  const lines = new Map(propertyLines(properties))
  if (before === undefined) return [...lines.values()].join('')
  const known = new Set(['varve', 'id', 'title', 'created', 'model', 'current', ...SINCE, ...MARKS, 'tags'])
  const seen = new Set<string>()
  const kept = splitProperties(before).map(({ name, text }) => {
    if (!known.has(name) || seen.has(name)) return text
    seen.add(name)
    const line = lines.get(name)
    lines.delete(name)
    // A mark that the user has set is the user's to remove.
    if (line === undefined && isMark(name)) return text
    // Notes of other programs have a `pinned` of their own, which is no time.
    if (line === undefined && SINCE.includes(name) && readTime(text) === undefined) return text
    return line === undefined || meansTheSame(name, text, line) ? (line === undefined ? '' : text) : line
  })
  return [...kept, ...lines.values()].join('')
}

function isMark(name: string): boolean {
  return MARKS.some((mark) => mark === name)
}

function meansTheSame(name: string, one: string, other: string): boolean {
  return name === 'tags'
    ? JSON.stringify(readList(one)) === JSON.stringify(readList(other))
    : readScalar(one) === readScalar(other)
}

/** A property begins in the first column; what is indented, blank or an item of a list belongs to the one before. */
export function splitProperties(block: string): readonly FrontMatterProperty[] {
  const properties: { name: string; lines: string[] }[] = []
  for (const line of block.split(/(?<=\n)/)) {
    const last = properties.at(-1)
    if (line === '' || (last && /^(?:[\s#\]}]|-\s)/.test(line))) last?.lines.push(line)
    else properties.push({ name: line.slice(0, Math.max(0, line.indexOf(':'))), lines: [line] })
  }
  return properties.map(({ name, lines }) => ({ name, text: lines.join('') }))
}

/** The text of a property that holds one value; undefined where there is none or it is a list. */
export function readScalar(property: string | undefined): string | undefined {
  if (property === undefined) return undefined
  const written = property.slice(property.indexOf(':') + 1).trim()
  if (written === '') return undefined
  if (written.startsWith('"')) {
    const text = parseJsonString(written)
    if (text !== undefined) return text
  } else if (!/^[-&*!|>'%@`?[{#]|\n|: | #/.test(written)) return written
  const value = Object.values(readYaml(property).values)[0]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The values of a property that holds a list, or the one that it holds. */
export function readList(property: string | undefined): readonly string[] {
  if (property === undefined) return []
  const written = property.slice(property.indexOf(':') + 1).trim()
  const items = written.startsWith('[') ? parseFlow(written) : undefined
  if (items) return items
  const value = Object.values(readYaml(property).values)[0]
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => (typeof item === 'string' || typeof item === 'number' ? [String(item)] : []))
}

export const readTime = (property: string | undefined): number | undefined => {
  const written = readScalar(property)
  return written === undefined ? undefined : parseTime(written)
}

/** A list as Varve writes it, which can be longer than a YAML reader would take. */
function parseFlow(written: string): readonly string[] | undefined {
  const plain = /[^\s",[\]{}:#&*!|>'%@`?-][^",[\]{}#]*?(?=, |\]$)/y
  const items: string[] = []
  if (written === '[]') return items
  let at = 1
  for (;;) {
    plain.lastIndex = at
    const end = written.charAt(at) === '"' ? endOfJsonString(written, at) : undefined
    const item = end === undefined ? plain.exec(written)?.[0] : parseJsonString(written.slice(at, end))
    if (item === undefined) return undefined
    items.push(item)
    at = end ?? plain.lastIndex
    if (at === written.length - 1 && written.endsWith(']')) return items
    if (!written.startsWith(', ', at)) return undefined
    at += 2
  }
}

const PLAIN = /^[\p{L}_](?:[\p{L}\p{M}\p{N} _./+@()'-]|:(?=[\p{L}\p{N}]))*$/u
/** Ids begin with a digit as often as not; none of these is a number or a date in YAML. */
const PLAIN_ID = /^(?![0-9][0-9_.eE+-]*$|0[xob]|\d{4}-\d)[0-9A-Za-z][0-9A-Za-z_-]*$/
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n'])

/** Plain if every YAML reader reads it as this text, else in quotes. */
function printScalar(text: string): string {
  const isPlain = (PLAIN.test(text) && !/\s$/u.test(text)) || PLAIN_ID.test(text)
  return isPlain && !WORDS.has(text.toLowerCase()) ? text : printJsonLine(text)
}
