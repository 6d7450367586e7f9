import type { ComposerNames, Mention } from './composer-reading.ts'

const LINK = /\[\[([^\][\n|]{1,500})(?:\|[^\][\n]{0,500})?\]\]/y
const QUOTED = /"([^"\n]{1,500})"/y
const TAG = /#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,199})/uy
const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/iy
const WORD = /[\p{L}\p{N}_.][^\s@"'`<>()[\]{}|*?,;!\u00ab\u00bb\u2018-\u201f]{0,499}/uy
const SLASH = /\/([\p{L}\p{N}][\p{L}\p{N}_-]{0,79})(?=\s|$)/uy
const KEYWORDS = ['vault', 'web', 'composer', 'agent'] as const

/** What an `@` begins; undefined where it begins nothing. */
export function readMention(text: string, from: number, names: ComposerNames): Mention | undefined {
  const start = from + 1
  switch (text[start]) {
    case '[':
      return readLink(text, from, start)
    case '"':
      return readQuoted(text, from)
    case '#':
      return readTag(text, from)
    default:
      return readAddress(text, from) ?? readName(text, from, names.agents)
  }
}

function readQuoted(text: string, from: number): Mention | undefined {
  const quoted = matchAt(QUOTED, text, from + 1)
  if (!quoted) return undefined
  const mention = named(quoted[1]?.trim() ?? '', { from, to: from + 1 + quoted[0].length })
  // Nobody puts a person into quotes behind an `@`: it is a note, there or not.
  return mention?.kind === 'name' ? { ...mention, kind: 'note' } : mention
}

function readTag(text: string, from: number): Mention | undefined {
  const name = matchAt(TAG, text, from + 1)?.[0].replace(/(?<!\/)\/+$/, '') ?? '#'
  // Digits alone are the number of something, as of an issue.
  return /^#\p{N}*$/u.test(name) ? undefined : { kind: 'tag', from, to: from + 1 + name.length, name }
}

function readAddress(text: string, from: number): Mention | undefined {
  const found = /[hH]/.test(text[from + 1] ?? '') ? matchAt(ADDRESS, text, from + 1) : null
  const name = trimAddress(found?.[0] ?? '')
  return name === '' ? undefined : { kind: 'url', from, to: from + 1 + name.length, name }
}

function readName(text: string, from: number, agents: readonly string[]): Mention | undefined {
  const agent = longestAt(text, from + 1, agents)
  if (agent !== '') return { kind: 'agent', from, to: from + 1 + agent.length, name: agent }
  const word = trimWord(matchAt(WORD, text, from + 1)?.[0] ?? '')
  const to = from + 1 + word.length
  const keyword = KEYWORDS.find((known) => known === word.toLowerCase())
  if (keyword) return { kind: keyword, from, to, name: keyword === 'agent' ? '' : keyword }
  return named(word, { from, to })
}

/** `[[note]]`, and `@[[note]]` where `start` is behind the `@`. */
export function readLink(text: string, from: number, start: number): Mention | undefined {
  const link = matchAt(LINK, text, start)
  const name = link?.[1]?.trim() ?? ''
  return link && name !== '' ? { kind: 'note', from, to: start + link[0].length, name } : undefined
}

/** A template or a skill wherever it is called by its name; anything else only where the message begins. */
export function readSlash(
  text: string,
  from: number,
  { templates, skills, isBeginning }: ComposerNames & { readonly isBeginning: boolean },
): Mention | undefined {
  const [template, skill] = [longestAt(text, from + 1, templates), longestAt(text, from + 1, skills)]
  const name = template.length >= skill.length ? template : skill
  if (name !== '')
    return { kind: name === template ? 'template' : 'skill', from, to: from + 1 + name.length, name }
  const command = isBeginning ? matchAt(SLASH, text, from)?.[1] : undefined
  return command === undefined
    ? undefined
    : { kind: 'command', from, to: from + 1 + command.length, name: command }
}

function named(name: string, span: { readonly from: number; readonly to: number }): Mention | undefined {
  if (name === '') return undefined
  if (name.endsWith('/')) return { kind: 'folder', ...span, name }
  // A path or an ending says that a file is meant; a bare word may be a person.
  return {
    kind: /\/|\.(?:md|markdown|pdf|txt|csv|canvas)(?:#|$)/i.test(name) ? 'note' : 'name',
    ...span,
    name,
  }
}

/** A sentence may end behind an address, and a bracket may close around it. */
function trimAddress(address: string): string {
  let end = address.length
  let surplus = address.split(')').length - address.split('(').length
  for (; end > 0; end--) {
    const last = address[end - 1] ?? ''
    if (last === ')' && surplus > 0) surplus -= 1
    else if (!/[.,;:!?\]}*_]/.test(last)) break
  }
  return address.slice(0, end)
}

function trimWord(word: string): string {
  let end = word.length
  while (end > 0 && '.:\u2026\u2014\u2013-'.includes(word[end - 1] ?? ' ')) end -= 1
  return word.slice(0, end)
}

function longestAt(text: string, start: number, names: readonly string[]): string {
  const here = names.filter((name) => followsAt(text, start, name))
  return here.reduce((longest, name) => (name.length > longest.length ? name : longest), '')
}

/** A name that stands here as a whole word. */
function followsAt(text: string, start: number, name: string): boolean {
  if (name === '' || text.slice(start, start + name.length).toLowerCase() !== name.toLowerCase()) return false
  const behind = text.slice(start + name.length, start + name.length + 2)
  return !/^(?:[\p{L}\p{N}\p{M}_/@-]|[.:][\p{L}\p{N}])/u.test(behind)
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  // The place is set for every match, so that none depends on the one before.
  pattern.lastIndex = start
  return pattern.exec(text)
}
