import type { ComposerNames, ComposerReading, Mention, MentionKind } from './composer-reading.ts'

const LINK = /\[\[([^\][\n|]{1,500})(?:\|[^\][\n]{0,500})?\]\]/y

const QUOTED = /"([^"\n]{1,500})"/y

const TAG = /#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,199})/uy

const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/iy

const WORD = /[\p{L}\p{N}_.][^\s@"'`<>()[\]{}|*?,;!\u00ab\u00bb\u2018-\u201f]{0,499}/uy

const SLASH = /\/([\p{L}\p{N}][\p{L}\p{N}_-]{0,79})(?=\s|$)/uy

const KEYWORDS = ['vault', 'chats', 'web', 'composer', 'agent'] as const

const NO_NAMES: ComposerNames = { agents: [], templates: [], skills: [] }

/** The longest message that is looked through; what follows is text. */
const MOST_CHARACTERS = 1_000_000

/**
 * Reads the composer's syntax: `@note`, `@folder/`, `@#tag`, `@https://…`, `@vault`, `@chats`, `@web`,
 * `@agent`, `@composer`, `[[note]]`, `/template` and `/skill`. Code, addresses and the middle of words are plain text.
 * Names are recognised by the lists; an unknown name may be a note, or nothing.
 */
export function parseComposer(text: string, names: ComposerNames = NO_NAMES): ComposerReading {
  const code = codeRanges(text.slice(0, MOST_CHARACTERS))
  const mentions: Mention[] = []
  const beginning = text.search(/\S/)
  const signs = /[@[/]/g
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const { index } = sign
    if (index >= MOST_CHARACTERS) break
    if (isInside(code, index) || !standsAlone(text, index)) continue
    const mention = readAt(text, index, { ...names, isBeginning: index === beginning })
    if (!mention) continue
    mentions.push(mention)
    signs.lastIndex = mention.to
  }
  return { text, mentions, plain: withoutDirectives(text, mentions), ...sumUp(mentions) }
}

function readAt(
  text: string,
  index: number,
  names: ComposerNames & { readonly isBeginning: boolean },
): Mention | undefined {
  switch (text[index]) {
    case '@':
      return readMention(text, index, names)
    case '[':
      return readLink(text, index, index)
    default:
      return readSlash(text, index, names)
  }
}

/** Not in the middle of a word, of an address or of a path; nor behind a backslash. */
function standsAlone(text: string, index: number): boolean {
  if (index === 0) return true
  const before = text.slice(Math.max(0, index - 2), index)
  if (text[index] === '[') return !/[\\[]$/.test(before)
  if (text[index] === '/') return /\s$/.test(before)
  return !/[\p{L}\p{N}\p{M}_@.+/\\#$%&=~<-]$/u.test(before)
}

/** Words to the program are taken out; what names something to read stays, for it belongs to the sentence. */
const TAKEN_OUT: ReadonlySet<MentionKind> = new Set([
  'vault',
  'chats',
  'web',
  'agent',
  'template',
  'skill',
  'command',
])

function withoutDirectives(text: string, mentions: readonly Mention[]): string {
  let plain = ''
  let copied = 0
  for (const { kind, from, to } of mentions) {
    if (!TAKEN_OUT.has(kind)) continue
    plain += text.slice(copied, from)
    // One of the blanks around it goes with it.
    const isParted = plain === '' || /\s$/.test(plain)
    copied = isParted && (text[to] === ' ' || text[to] === '\t') ? to + 1 : to
  }
  return (plain + text.slice(copied)).trim()
}

function sumUp(mentions: readonly Mention[]): Omit<ComposerReading, 'text' | 'mentions' | 'plain'> {
  const has = (kind: MentionKind): boolean => mentions.some((mention) => mention.kind === kind)
  const unique = (...kinds: readonly MentionKind[]): readonly string[] => [
    ...new Set(mentions.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
  ]
  const agent = mentions.findLast(({ kind }) => kind === 'agent')
  return {
    directives: {
      vault: has('vault'),
      chats: has('chats'),
      web: has('web'),
      composer: has('composer'),
      ...(agent ? { agent: agent.name } : {}),
      templates: unique('template'),
      skills: unique('skill'),
      commands: unique('command'),
    },
    attach: unique('folder', 'tag', 'url'),
    notes: unique('note'),
    names: unique('name'),
  }
}

/** A stretch of a text: from, and up to but without. */
type Span = readonly [from: number, to: number]

/** Fenced blocks and code in lines, in order and apart from each other. Takes time by the length of the text only. */
function codeRanges(text: string): readonly Span[] {
  const fences = fencedRanges(text)
  return [...fences, ...inlineRanges(text, fences)].sort(([a], [b]) => a - b)
}

function fencedRanges(text: string): readonly Span[] {
  const ranges: Span[] = []
  let open: { readonly from: number; readonly mark: string; readonly length: number } | undefined
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/.exec(text.slice(from, to)) ?? []
    const mark = fence[0] ?? ''
    if (open) {
      if (mark === open.mark && fence.length >= open.length && rest.trim() === '') {
        ranges.push([open.from, to])
        open = undefined
      }
    } else if (fence !== '' && !(mark === '`' && rest.includes('`')))
      open = { from, mark, length: fence.length }
    from = to + 1
  }
  // An unclosed fence extends to the end, as in the page.
  return open ? [...ranges, [open.from, text.length]] : ranges
}

interface Ticks {
  readonly from: number
  readonly to: number
  /** Runs that can close each other: of one length, in one paragraph. */
  readonly group: string
}

function inlineRanges(text: string, fences: readonly Span[]): readonly Span[] {
  const runs = tickRuns(text, fences)
  const groups = new Map<string, number[]>()
  for (const [index, { group }] of runs.entries()) {
    const known = groups.get(group)
    if (known) known.push(index)
    else groups.set(group, [index])
  }
  const ranges: Span[] = []
  const passed = new Map<string, number>()
  for (let index = 0; index < runs.length; index++) {
    const { from, group } = runs[index] as Ticks
    const same = groups.get(group) ?? []
    let at = passed.get(group) ?? 0
    while (at < same.length && (same[at] ?? 0) <= index) at++
    passed.set(group, at)
    const closing = same[at]
    if (closing === undefined) continue
    ranges.push([from, runs[closing]?.to ?? from])
    index = closing
  }
  return ranges
}

function tickRuns(text: string, fences: readonly Span[]): readonly Ticks[] {
  let paragraph = 0
  return [...text.matchAll(/`+|\n[ \t]*(?=\n)/g)].flatMap(({ 0: found, index: from }): readonly Ticks[] => {
    if (!found.startsWith('`')) paragraph += 1
    if (!found.startsWith('`') || isInside(fences, from)) return []
    return [{ from, to: from + found.length, group: `${paragraph}:${found.length}` }]
  })
}

/** Whether a place is in one of these ranges, which are in order. */
function isInside(ranges: readonly Span[], place: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const [from, to] = ranges[middle] as Span
    if (place < from) high = middle
    else if (place >= to) low = middle + 1
    else return true
  }
  return false
}

/** What an `@` begins; undefined where it begins nothing. */
function readMention(text: string, from: number, names: ComposerNames): Mention | undefined {
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
function readLink(text: string, from: number, start: number): Mention | undefined {
  const link = matchAt(LINK, text, start)
  const name = link?.[1]?.trim() ?? ''
  return link && name !== '' ? { kind: 'note', from, to: start + link[0].length, name } : undefined
}

/** A template or a skill wherever it is called by its name; anything else only where the message begins. */
function readSlash(
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

/** Whether a name is at this position as a whole word. */
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
