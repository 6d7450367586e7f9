export interface FrontMatterField {
  readonly name: string
  readonly values: readonly string[]
}

export interface SplitNote {
  readonly fields: readonly FrontMatterField[]
  readonly body: string
  /** Number of lines before the body, to convert to line numbers of the file. */
  readonly linesBefore: number
}

const FRONT = /(?<![\s\S])\uFEFF?---[ \t]*(?:\r\n|\n)([\s\S]*?)^(?:---|\.\.\.)[ \t]*$(?:\r\n|\n)?/m

/** A note parted into the fields at its head, for reading, and its text. What is nested is shown as written. */
export function splitFrontMatter(content: string): SplitNote {
  const match = FRONT.exec(content)
  if (!match) return { fields: [], body: content, linesBefore: 0 }
  const [head, inside = ''] = match
  return {
    fields: fieldsIn(inside.split(/\r?\n/)),
    body: content.slice(head.length),
    linesBefore: head.replace(/\n$/, '').split('\n').length,
  }
}

function fieldsIn(lines: readonly string[]): readonly FrontMatterField[] {
  const fields: { name: string; values: string[] }[] = []
  for (const line of lines) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const named = /^([^\s:#-][^:]*):(?:\s+(.*))?$/.exec(line)
    if (named) fields.push({ name: named[1]?.trim() ?? '', values: valuesIn(named[2] ?? '') })
    else fields.at(-1)?.values.push(unquote(line.trim().replace(/^-\s+/, '')))
  }
  return fields
}

function valuesIn(text: string): string[] {
  const value = text.trim()
  const list = /^\[(.*)\]$/.exec(value)?.[1]
  if (list === undefined || value.startsWith('[[')) return value === '' ? [] : [unquote(value)]
  return list
    .split(',')
    .map((each) => unquote(each.trim()))
    .filter(Boolean)
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value
}

/** A piece of a line of text: words, a `[[link]]`, or a `#tag`. */
export type NotePiece =
  | { readonly kind: 'text'; readonly text: string }
  | NoteLinkPiece
  | { readonly kind: 'tag'; readonly tag: string; readonly text: string }

interface NoteLinkPiece {
  readonly kind: 'link'
  readonly target: string
  readonly heading?: string
  /** What is shown: the alias, else the link as it was written. */
  readonly label: string
  readonly embed: boolean
  readonly text: string
}

const LINK = String.raw`!?\[\[(?:[^[\]\n|\\]|\\(?!\|))+(?:\\?\|[^[\]\n]*)?\]\]`
const TAG = String.raw`(?<![^\s([{,;])#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*`
const BOTH = new RegExp(`${LINK}|${TAG}`, 'gu')
const LINKS = new RegExp(LINK, 'gu')

/** The text in pieces that together are the text again. Tags are looked for only where they mean something. */
export function splitNoteLinks(text: string, options: { readonly tags: boolean }): readonly NotePiece[] {
  if (!text.includes('[[') && !(options.tags && text.includes('#'))) return [{ kind: 'text', text }]
  const pieces: NotePiece[] = []
  let from = 0
  for (const match of text.matchAll(options.tags ? BOTH : LINKS)) {
    const piece = match[0].startsWith('#') ? tagPiece(match[0]) : linkPiece(match[0])
    if (!piece) continue
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    pieces.push(piece)
    from = match.index + match[0].length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

function tagPiece(text: string): NotePiece {
  return { kind: 'tag', tag: text.slice(1), text }
}

function linkPiece(text: string): NoteLinkPiece | undefined {
  const embed = text.startsWith('!')
  const inside = text.slice(embed ? 3 : 2, -2)
  const bar = inside.search(/\\?\|/)
  const place = (bar < 0 ? inside : inside.slice(0, bar)).trim()
  const alias =
    bar < 0
      ? ''
      : inside
          .slice(bar)
          .replace(/^\\?\|/, '')
          .trim()
  const hash = place.indexOf('#')
  const target = (hash < 0 ? place : place.slice(0, hash)).trim()
  const heading = hash < 0 ? '' : place.slice(hash + 1).trim()
  if (target === '' && heading === '') return undefined
  const label = alias || [target, ...heading.split('#')].filter(Boolean).join(' › ')
  return { kind: 'link', target, ...(heading === '' ? {} : { heading }), label, embed, text }
}

const CODE = /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g

/** A line of Markdown as it was typed, in pieces that together are the line: between backticks there are no links. */
export function splitLinkedLine(line: string): readonly NotePiece[] {
  const pieces: NotePiece[] = []
  let from = 0
  if (line.includes('[['))
    for (const { 0: text, index } of line.matchAll(CODE)) {
      pieces.push(...splitNoteLinks(line.slice(from, index), { tags: false }), { kind: 'text', text })
      from = index + text.length
    }
  return [...pieces, ...splitNoteLinks(line.slice(from), { tags: false })]
}

/** In a list or a quotation a fence follows their markers. */
const OPENS = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?!.*`)|~{3,})/
const CLOSES = /^[\s>]*(`{3,}|~{3,})\s*$/

/** The lines of a note that are code, counted from 0: those between fences, and the fences. */
export function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const fenced = new Set<number>()
  let open: string | undefined
  for (const [at, line] of lines.entries()) {
    if (open === undefined) {
      open = OPENS.exec(line)?.[1]
      if (open !== undefined) fenced.add(at)
      continue
    }
    fenced.add(at)
    if (CLOSES.exec(line)?.[1]?.startsWith(open)) open = undefined
  }
  return fenced
}

interface PageText {
  readonly page: number
  readonly text: string
}

/** The pages of a PDF's text, which the server begins with `[page 9]` each. */
export function splitPages(content: string): readonly PageText[] {
  const parts = content.split(/^\[page (\d+)\]$/m)
  const pages: PageText[] = []
  for (let at = 1; at < parts.length; at += 2)
    pages.push({ page: Number(parts[at]), text: (parts[at + 1] ?? '').trim() })
  return pages
}

/** The lines of this text that hold some pages, without the line that names the next. */
export function pageLines(
  content: string,
  pages: readonly [number, number] | undefined,
): readonly [number, number] | undefined {
  if (!pages) return undefined
  const lines = content.split('\n')
  const isHead = (line: string, page: number) => line.trimEnd() === `[page ${page}]`
  const first = lines.findIndex((line) => isHead(line, pages[0]))
  if (first < 0) return undefined
  const next = lines.findIndex((line) => isHead(line, pages[1] + 1))
  const end = next < 0 ? lines.length : next
  const last = lines.slice(first, end).findLastIndex((line) => line.trim() !== '')
  return [first + 1, first + last + 1]
}
