import { diffArrays } from 'diff'

/** Beyond this many changed lines the full text reads better, and the search for a smallest diff gets slow. */
const MAXIMUM_EDITS = 1000

/** Where so many words of one line changed, the line is given whole. */
const MAXIMUM_WORDS = 200

/** A name is no shorter than this where its line is not: "#" says little to a person. */
const LEAST_NAME = 6

/** A name extends to the end of its word, unless that is further away than this. */
const WORD_REST = 16

/** Words that stay between two changes of a line are given again rather than start another change. */
const SHORT_GAP = 16

/** A hunk's position, how many lines it replaces, and the new lines. */
export interface Hunk {
  readonly at: number
  readonly removed: number
  readonly added: readonly string[]
}

/**
 * The changed passages of a text, rendering version 2: hunks placed by how the line before them begins, the new
 * lines whole, or only the changed words of a long line. Removed text is not repeated. Undefined where too much
 * changed, or where applying them would not give `after` exactly; an equal text gives ''. [P-5]
 */
export function renderChanges(before: string, after: string): string | undefined {
  const lines = before.split('\n')
  const hunks = findHunks(lines, after.split('\n'))
  if (!hunks) return undefined
  const names = nameLines(lines)
  const changes = hunks.flatMap((hunk) => renderHunk(hunk, lines, names)).join('\n')
  return applyChanges(before, changes) === after ? changes : undefined
}

/** The text after its changes, or undefined where they do not fit `before` exactly: no fuzz. */
export function applyChanges(before: string, changes: string): string | undefined {
  const hunks = parseChanges(changes)
  if (!hunks) return undefined
  const lines = before.split('\n')
  const result: string[] = []
  let taken = 0
  for (const { name, skip, removed, added, edits } of hunks) {
    const anchor = name === '' ? -1 : findOnly(lines, name)
    if (anchor === undefined) return undefined
    const at = anchor + 1 + skip
    const end = at + removed + edits.length
    if (at < taken || end > lines.length) return undefined
    const edited = edits.map((edit, index) => editLine(lines[at + index] ?? '', edit))
    if (edited.includes(undefined)) return undefined
    for (; taken < at; taken += 1) result.push(lines[taken] ?? '')
    for (const line of [...added, ...edited]) result.push(line ?? '')
    taken = end
  }
  return [...result, ...lines.slice(taken)].join('\n')
}

/** How many lines changes add and remove; a line whose words changed counts as both. */
export function countChanges(changes: string): { readonly added: number; readonly removed: number } {
  let [added, removed] = [0, 0]
  for (const hunk of parseChanges(changes) ?? []) {
    added += hunk.added.length + hunk.edits.length
    removed += hunk.removed + hunk.edits.length
  }
  return { added, removed }
}

interface ParsedHunk {
  /** How the line before begins; '' for the beginning of the text. */
  readonly name: string
  /** Lines between that line and the hunk. */
  readonly skip: number
  readonly removed: number
  readonly added: readonly string[]
  readonly edits: readonly (readonly string[])[]
}

const HEADER = /^@(?: ~(\d{1,9}))? (?:-(\d{1,9}) \+(\d{1,9})|\*(\d{1,9}))(?: ([^]*))?$/

/** Hunks by their counts, so that a new line may look like a header; undefined where the text has another form. */
function parseChanges(changes: string): readonly ParsedHunk[] | undefined {
  if (changes === '') return []
  const lines = changes.split('\n')
  const hunks: ParsedHunk[] = []
  for (let at = 0; at < lines.length; ) {
    const header = HEADER.exec(lines[at] ?? '')
    if (!header) return undefined
    const [, skip = '0', removed = '0', added = '0', edited = '0', name = ''] = header
    const start = at + 1
    at = start + Number(added) + Number(edited)
    if (at > lines.length) return undefined
    const edits = lines.slice(start + Number(added), at).map(parseEdit)
    if (!edits.every((edit) => edit !== undefined)) return undefined
    const count = { skip: Number(skip), removed: Number(removed) }
    hunks.push({ name, ...count, added: lines.slice(start, start + Number(added)), edits })
  }
  return hunks
}

function parseEdit(line: string): readonly string[] | undefined {
  try {
    const edit: unknown = JSON.parse(line)
    const isEdit =
      Array.isArray(edit) && edit.length % 3 === 0 && edit.every((one) => typeof one === 'string')
    return isEdit ? edit : undefined
  } catch {
    return undefined
  }
}

function findOnly(lines: readonly string[], beginning: string): number | undefined {
  const first = lines.findIndex((line) => line.startsWith(beginning))
  if (first < 0 || lines.some((line, index) => index > first && line.startsWith(beginning))) return undefined
  return first
}

/** Threes of the words before a change, the new words, and the words after it; '' for an end of the line. */
function editLine(line: string, edit: readonly string[]): string | undefined {
  let result = ''
  let taken = 0
  for (let index = 0; index < edit.length; index += 3) {
    const [before = '', added = '', after = ''] = edit.slice(index, index + 3)
    const found = before === '' ? taken : line.indexOf(before, taken)
    const start = found + before.length
    const end = after === '' ? line.length : line.indexOf(after, start)
    if (found < 0 || end < 0) return undefined
    result += line.slice(taken, start) + added
    taken = end
  }
  return result + line.slice(taken)
}

/** What changed between two lists of lines; undefined where that is too much. Each line is compared by its number. */
export function findHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] | undefined {
  const numbers = new Map<string, number>()
  const numberOf = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size
    numbers.set(line, known)
    return known
  }
  const runs = diffArrays(before.map(numberOf), after.map(numberOf), { maxEditLength: MAXIMUM_EDITS })
  if (!runs) return undefined
  const hunks: Hunk[] = []
  let oldAt = 0
  let newAt = 0
  for (const { count, added, removed } of runs) {
    const last = hunks.at(-1)
    const follows = last !== undefined && last.at + last.removed === oldAt
    const start = follows ? last : { at: oldAt, removed: 0, added: [] }
    if (follows && (added || removed)) hunks.pop()
    if (removed) hunks.push({ ...start, removed: start.removed + count })
    if (added) hunks.push({ ...start, added: [...start.added, ...after.slice(newAt, newAt + count)] })
    if (!added) oldAt += count
    if (!removed) newAt += count
  }
  return hunks
}

/** As many lines for as many: the changed words of each, where that is shorter than the lines. */
function renderHunk(hunk: Hunk, lines: readonly string[], names: readonly string[]): readonly string[] {
  const { at, removed, added } = hunk
  let named = at - 1
  while (named >= 0 && names[named] === '') named -= 1
  const place = named < 0 ? '' : ` ${names[named]}`
  const skip = at - 1 - named
  const header = (counts: string): string => `@${skip > 0 ? ` ~${skip}` : ''} ${counts}${place}`
  if (removed === added.length) {
    const edits = added.map((line, index) => JSON.stringify(changedWords(lines[at + index] ?? '', line)))
    const isShorter = edits.join('\n').length < added.join('\n').length
    if (isShorter && edits.every((edit) => edit !== undefined)) return [header(`*${removed}`), ...edits]
  }
  return [header(`-${removed} +${added.length}`), ...added]
}

/** For each line a beginning that no other line has; '' where there is none that an editor would keep. */
function nameLines(lines: readonly string[]): readonly string[] {
  const names = lines.map(() => '')
  const order = lines.map((_line, index) => index).sort((a, b) => compare(lines[a] ?? '', lines[b] ?? ''))
  for (const [place, index] of order.entries()) {
    const line = lines[index] ?? ''
    const neighbours = [order[place - 1], order[place + 1]].map((other) =>
      other === undefined ? 0 : sharedLength(line, lines[other] ?? ''),
    )
    const unique = Math.max(...neighbours) + 1
    if (unique > line.length) continue
    const least = Math.max(unique, Math.min(LEAST_NAME, line.length))
    const rest = /^\S*/.exec(line.slice(least))?.[0] ?? ''
    const name = line.slice(0, rest.length > WORD_REST ? least : least + rest.length)
    names[index] = /\s$|[\ud800-\udbff]$/.test(name) ? wholeLine(line) : name
  }
  return names
}

/** Blanks at the end of a line are easily lost. */
function wholeLine(line: string): string {
  return /\s$/.test(line) ? '' : line
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function sharedLength(a: string, b: string): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return length
}

/** Words and the blanks between them; scripts that set no blanks are split by character. */
const WORDS = /\s+|[\u2e80-\ud7ff\uf900-\uffef]|[^\s\u2e80-\ud7ff\uf900-\uffef]+/g

interface Change {
  /** Offsets in the old line. */
  readonly from: number
  readonly to: number
  readonly added: string
}

/** What changed inside a line, each change between words that stay; undefined where the line reads better whole. */
function changedWords(before: string, after: string): readonly string[] | undefined {
  const words = before.match(WORDS) ?? []
  const runs = diffArrays(words, after.match(WORDS) ?? [], { maxEditLength: MAXIMUM_WORDS })
  const changes: Change[] = []
  let at = 0
  for (const { value, added, removed } of runs ?? []) {
    const text = value.join('')
    const last = changes.at(-1)
    if (!added && !removed) {
      at += text.length
      continue
    }
    // A few words between two changes are shorter than the name of another place.
    const joins = last !== undefined && at - last.to <= SHORT_GAP
    if (joins) changes.pop()
    const start = joins
      ? { from: last.from, added: last.added + before.slice(last.to, at) }
      : { from: at, added: '' }
    if (removed) at += text.length
    changes.push({ from: start.from, to: at, added: start.added + (added ? text : '') })
  }
  const cuts = [0]
  for (const word of words) cuts.push((cuts.at(-1) ?? 0) + word.length)
  const edit: string[] = []
  let taken = 0
  for (const { from, to, added } of changes) {
    const start = wordsBefore(before, cuts, taken, from)
    const end = wordsAfter(before, cuts, from, to)
    if (end === undefined) return undefined
    edit.push(start, added, end)
    taken = to
  }
  return edit.length > 0 ? edit : undefined
}

/** The fewest words that name a place behind `taken`; '' where it is the place itself. */
function wordsBefore(line: string, cuts: readonly number[], taken: number, at: number): string {
  const start = cuts.findLast(
    (cut) =>
      cut < at &&
      cut >= taken &&
      /\S/.test(line.slice(cut, at)) &&
      line.indexOf(line.slice(cut, at), taken) === cut,
  )
  return line.slice(start ?? taken, at)
}

/** The fewest words that end what goes, searched from its beginning; '' for the end of the line. */
function wordsAfter(line: string, cuts: readonly number[], from: number, to: number): string | undefined {
  if (to === line.length) return ''
  const end = cuts.find(
    (cut) => cut > to && /\S/.test(line.slice(to, cut)) && line.indexOf(line.slice(to, cut), from) === to,
  )
  return end === undefined ? undefined : line.slice(to, end)
}
