import type { ChatContext } from './chat-document.ts'
import { endOfJsonString, parseJsonString } from './json-line.ts'

type Group = keyof ChatContext

/** In the order of the line. */
const LABELS: readonly (readonly [Group, string])[] = [
  ['notes', 'Notes'],
  ['urls', 'URLs'],
  ['tabs', 'Web Tabs'],
  ['tags', 'Tags'],
  ['folders', 'Folders'],
]
const GROUPS: ReadonlyMap<string, Group> = new Map(LABELS.map(([group, label]) => [label, group]))
const START = '[Context: '

/** `[Context: Notes: a.md, b.md | URLs: …]`; undefined where there is nothing to name. */
export function printContextLine(context: ChatContext): string | undefined {
  const groups = LABELS.filter(([group]) => context[group].length > 0)
  if (groups.length === 0) return undefined
  const written = groups.map(([group, label]) => `${label}: ${context[group].map(printName).join(', ')}`)
  return `${START}${written.join(' | ')}]`
}

/** A name that could be taken for two, or for the end of the line, is in quotes. */
function printName(name: string): string {
  const isPlain = /^[^",|[\]\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(name) && name.trim() === name
  return isPlain ? name : JSON.stringify(name)
}

/** The names of a line that `printContextLine` wrote; undefined where it has another form. */
export function parseContextLine(line: string): ChatContext | undefined {
  if (!line.startsWith(START) || !line.endsWith(']')) return undefined
  const found = new Map<Group, readonly string[]>()
  let at = START.length
  for (;;) {
    const colon = line.indexOf(': ', at)
    const group = colon === -1 ? undefined : GROUPS.get(line.slice(at, colon))
    if (group === undefined || found.has(group)) return undefined
    const names = parseNames(line, colon + 2)
    if (!names) return undefined
    found.set(group, names.list)
    if (names.end === line.length - 1) return contextOf(found)
    if (!line.startsWith(' | ', names.end)) return undefined
    at = names.end + 3
  }
}

function parseNames(
  line: string,
  from: number,
): { readonly list: string[]; readonly end: number } | undefined {
  const list: string[] = []
  let at = from
  for (;;) {
    const name = parseName(line, at)
    if (!name) return undefined
    list.push(name.text)
    if (!line.startsWith(', ', name.end)) return { list, end: name.end }
    at = name.end + 2
  }
}

function parseName(line: string, from: number): { readonly text: string; readonly end: number } | undefined {
  if (line.charAt(from) === '"') {
    const end = endOfJsonString(line, from)
    const text = end === undefined ? undefined : parseJsonString(line.slice(from, end))
    return end === undefined || text === undefined ? undefined : { text, end }
  }
  const plain = /[^",|[\]]+?(?=, | \| |\]$)/y
  plain.lastIndex = from
  const text = plain.exec(line)?.[0]
  return text === undefined ? undefined : { text, end: from + text.length }
}

function contextOf(found: ReadonlyMap<Group, readonly string[]>): ChatContext {
  const names = (group: Group): readonly string[] => found.get(group) ?? []
  return {
    notes: names('notes'),
    urls: names('urls'),
    tabs: names('tabs'),
    tags: names('tags'),
    folders: names('folders'),
  }
}
