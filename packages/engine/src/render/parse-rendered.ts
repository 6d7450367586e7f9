import type { ArtifactKey, ArtifactKind, ArtifactRole, Range, Source } from '../artifact/artifact.ts'
import { unescapeAttribute, unescapeLine } from './escape-attribute.ts'
import { restoreNeutralized } from './neutralize.ts'
import { findOwnTag } from './own-tag-scanner.ts'
import { impliedKey } from './render-artifact.ts'
import { LIBRARY_HEADING, QUERY_SEPARATOR } from './render-block.ts'
import {
  type Reference,
  type ReferencePlace,
  REFERENCES_CLOSING,
  REFERENCES_HEADING,
} from './render-references.ts'
import { CHANGES_LEGEND, type UpdateBody } from './render-update.ts'
import { tagMeaning, TAGS } from './tag-registry.ts'

const ENTRY =
  /- ([^\n]*) \((?:(Context Library)|(below)|given above, turn (\d{1,15})|again as in turn (\d{1,15}))(; the active note)?\)\n/y

/**
 * Reads a rendered text back, piece by piece from its start. Nothing inside a piece is searched for
 * meaning: text was neutralised, so that the first closing tag is the right one.
 */
export function parseRendered(text: string): readonly ParsedPiece[] {
  const pieces: ParsedPiece[] = []
  let at = 0
  while (at < text.length) {
    const read = readPiece(text, at)
    const next = read && nextStart(text, read)
    const { piece, end } = read && next !== undefined ? { piece: read.piece, end: next } : readText(text, at)
    pieces.push(piece)
    at = end
  }
  return pieces
}

function readPiece(text: string, at: number): PieceRead | undefined {
  switch (text.charAt(at)) {
    case '<':
      return readBlock(text, at)
    case '#':
      return text.startsWith(LIBRARY_HEADING, at)
        ? { piece: { kind: 'heading' }, end: at + LIBRARY_HEADING.length }
        : undefined
    case 'C':
      return readReferences(text, at)
    case 'c':
      return readChanged(text, at)
    case '-':
      return readQuery(text, at)
    default:
      return undefined
  }
}

/** Where the piece after this one begins; undefined when something unknown follows directly. */
function nextStart(text: string, { piece, end }: PieceRead): number | undefined {
  if (end === text.length) return end
  if (text.startsWith('\n\n', end)) return end + 2
  // Several changes at once are on adjacent lines.
  return piece.kind === 'changed' && text.startsWith('\nchanged since turn ', end) ? end + 1 : undefined
}

function readChanged(text: string, at: number): PieceRead | undefined {
  const match = matchAt(/changed since turn (\d{1,15}): ([^\n]*)/y, text, at)
  if (!match) return undefined
  const piece = { kind: 'changed', turn: Number(match[1]), key: unescapeLine(match[2] ?? '') } as const
  return { piece, end: at + match[0].length }
}

/** The query is last: all that follows its label belongs to the user. */
function readQuery(text: string, at: number): PieceRead | undefined {
  if (!text.startsWith(QUERY_SEPARATOR, at)) return undefined
  const query = restoreNeutralized(text.slice(at + QUERY_SEPARATOR.length))
  return { piece: { kind: 'query', text: query }, end: text.length }
}

/** Text of no known form ends where a block opens or the query is set apart. */
function readText(text: string, at: number): PieceRead {
  let stop = text.indexOf('\n\n', at)
  while (stop >= 0) {
    if (opensBlock(text, stop + 2) || text.startsWith(QUERY_SEPARATOR, stop + 2)) break
    stop = text.indexOf('\n\n', stop + 1)
  }
  const whole = stop < 0 ? text.slice(at) : text.slice(at, stop)
  return { piece: { kind: 'text', text: restoreNeutralized(whole) }, end: stop < 0 ? text.length : stop + 2 }
}

function opensBlock(text: string, at: number): boolean {
  const opening = text.charAt(at) === '<' ? readOpening(text, at) : undefined
  return opening !== undefined && isBlockTag(opening.tag)
}

/** A list of references, or the line that says it is the same as before. */
function readReferences(text: string, at: number): PieceRead | undefined {
  if (!text.startsWith(REFERENCES_HEADING, at)) return undefined
  let end = at + REFERENCES_HEADING.length
  const same = matchAt(/ the same as in turn (\d{1,15})\./y, text, end)
  if (same) return { piece: { kind: 'same-references', turn: Number(same[1]) }, end: end + same[0].length }
  if (text.charAt(end) !== '\n') return undefined
  end += 1
  const references: Reference[] = []
  for (let entry = matchAt(ENTRY, text, end); entry; entry = matchAt(ENTRY, text, end)) {
    const active = entry[6] === undefined ? {} : { active: true as const }
    references.push({ key: unescapeLine(entry[1] ?? ''), place: readPlace(entry), ...active })
    end += entry[0].length
  }
  if (!text.startsWith(REFERENCES_CLOSING, end)) return undefined
  return { piece: { kind: 'references', references }, end: end + REFERENCES_CLOSING.length }
}

function readPlace([, , library, here, turn, again]: RegExpExecArray): ReferencePlace {
  if (library !== undefined) return { kind: 'library' }
  if (here !== undefined) return { kind: 'here' }
  if (turn !== undefined) return { kind: 'turn', turn: Number(turn) }
  return { kind: 'again', turn: Number(again) }
}

/** Whether a tag opens a block; elements inside a block do not. */
function isBlockTag(tag: string): boolean {
  return tagMeaning(tag) !== undefined || Object.values<string>(TAGS.piece).includes(tag)
}

/** A block in tags, from its opening to its closing line. */
function readBlock(text: string, at: number): PieceRead | undefined {
  const opening = readOpening(text, at)
  if (!opening) return undefined
  switch (opening.tag) {
    case TAGS.piece.update:
      return readUpdate(text, opening)
    case TAGS.piece.compacted:
      return readCompacted(text, opening)
    case TAGS.piece.memory:
      return readPlain(text, opening, (body) => ({ kind: 'memory-update', body }))
    case TAGS.piece.guidance:
      return readPlain(text, opening, (body) => ({ kind: 'guidance', text: body }))
    case TAGS.piece.summary:
      return readPlain(text, opening, (body) => ({ kind: 'summary', text: body }))
    case TAGS.piece.recalled:
      return readPlain(text, opening, (body) => ({ kind: 'recalled', text: body }))
    default:
      return readArtifact(text, opening)
  }
}

function readPlain(
  text: string,
  opening: OpeningRead,
  make: (body: string) => ParsedPiece,
): PieceRead | undefined {
  const read = readBody(text, opening.end, opening.tag)
  return read && { piece: make(read.body), end: read.end }
}

/** Version 1 says `supersedes="turn 3" turn="4"` and sets its hunks in an element of their own. */
function readUpdate(text: string, opening: OpeningRead): PieceRead | undefined {
  const { attributes, end: start, tag } = opening
  const key = attributes.get('path')
  const old = /^turn (\d+)$/.exec(attributes.get('supersedes') ?? '')?.[1]
  const supersedesTurn = readCount(old ?? attributes.get('from'))
  const turn = readCount(attributes.get(old === undefined ? 'to' : 'turn'))
  if (key === undefined || supersedesTurn === undefined || turn === undefined) return undefined
  const piece = (kind: UpdateBody['kind'], body: string): ParsedPiece => ({
    kind: 'update',
    key,
    supersedesTurn,
    turn,
    body: { kind, text: body },
  })
  const diff = old === undefined ? undefined : readBodyBlock(text, start, TAGS.element.diff)
  const read = diff ?? readBodyBlock(text, start, TAGS.element.content)
  if (read) {
    const end = readClosing(text, read.end, tag)
    return end === undefined ? undefined : { piece: piece(diff ? 'diff' : 'full', read.body), end }
  }
  const legend = `${CHANGES_LEGEND}\n`
  const changes = readBody(text, text.startsWith(legend, start) ? start + legend.length : start, tag)
  return changes && { piece: piece('changes', changes.body), end: changes.end }
}

function readCompacted(text: string, opening: OpeningRead): PieceRead | undefined {
  const key = opening.attributes.get('source')
  const type = opening.attributes.get('type') ?? ''
  const read = readBody(text, opening.end, opening.tag)
  if (key === undefined || !Object.hasOwn(TAGS.artifact, type) || !read) return undefined
  const piece = { kind: 'compacted', key, artifactKind: type as ArtifactKind, body: read.body } as const
  return { piece, end: read.end }
}

function readArtifact(text: string, opening: OpeningRead): PieceRead | undefined {
  const meaning = tagMeaning(opening.tag)
  const turn = readCount(opening.attributes.get('turn'))
  const { elements, end: head } = readElements(text, opening.end)
  const read = readBodyBlock(text, head, TAGS.element.content)
  const end = read && readClosing(text, read.end, opening.tag)
  if (!meaning || turn === undefined || !read || end === undefined) return undefined
  const tool = opening.attributes.get('tool')
  const source = readSource(elements, tool)
  const key = elements.get(TAGS.element.key) ?? impliedKey(source)
  const content = read.body
  if (key === undefined)
    return tool === undefined ? undefined : { piece: { kind: 'tool-result', tool, content, turn }, end }
  const title = elements.get(TAGS.element.title) ?? tool ?? ''
  const { kind: artifactKind, ...role } = meaning
  return { piece: { kind: 'artifact', artifactKind, ...role, key, title, content, turn, source }, end }
}

function readClosing(text: string, at: number, tag: string): number | undefined {
  const closing = `\n</${tag}>`
  return text.startsWith(closing, at) ? at + closing.length : undefined
}

function readSource(elements: ReadonlyMap<string, string>, tool: string | undefined): Source {
  const path = elements.get(TAGS.element.path)
  const url = elements.get(TAGS.element.url)
  const lines = readRange(elements.get(TAGS.element.lines))
  const pages = readRange(elements.get(TAGS.element.pages))
  return {
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
    ...(lines === undefined ? {} : { lines }),
    ...(pages === undefined ? {} : { pages }),
    ...(tool === undefined ? {} : { name: tool }),
  }
}

function readRange(text: string | undefined): Range | undefined {
  const match = /^(\d+)-(\d+)$/.exec(text ?? '')
  return match ? [Number(match[1]), Number(match[2])] : undefined
}

interface OpeningRead {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly end: number
}

/** An opening tag alone on its line, exactly as `openingTag` writes it. */
function readOpening(text: string, at: number): OpeningRead | undefined {
  const match = matchAt(/<([a-z_]+)((?: [a-z]+="[^"<>\n]*")*)>\n/y, text, at)
  if (!match) return undefined
  const attributes = [...(match[2] ?? '').matchAll(/ ([a-z]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescapeAttribute(value)] as const,
  )
  return { tag: match[1] ?? '', attributes: new Map(attributes), end: at + match[0].length }
}

interface ElementsRead {
  readonly elements: ReadonlyMap<string, string>
  readonly end: number
}

/** The one-line elements at the head of a block. */
function readElements(text: string, at: number): ElementsRead {
  const elements = new Map<string, string>()
  let end = at
  for (;;) {
    const match = matchAt(/<([a-z]+)>([^<\n]*)<\/\1>\n/y, text, end)
    if (!match) return { elements, end }
    elements.set(match[1] ?? '', unescapeLine(match[2] ?? ''))
    end += match[0].length
  }
}

interface BodyRead {
  readonly body: string
  readonly end: number
}

/**
 * The text from `at` to the closing tag. Inside, every tag of Varve's was neutralised, so that the
 * first untouched one must be it; otherwise this is no rendered body.
 */
function readBody(text: string, at: number, tag: string): BodyRead | undefined {
  let site = findOwnTag(text, at)
  while (site && site.to > site.from) site = findOwnTag(text, site.to)
  const stop = site ? site.from - 2 : -1
  const closing = `\n</${tag}>`
  if (stop < at || !text.startsWith(closing, stop)) return undefined
  return { body: restoreNeutralized(text.slice(at, stop)), end: stop + closing.length }
}

/** `<tag>`, its body and its closing tag. */
function readBodyBlock(text: string, at: number, tag: string): BodyRead | undefined {
  const opening = `<${tag}>\n`
  return text.startsWith(opening, at) ? readBody(text, at + opening.length, tag) : undefined
}

/** A turn or a line number, as Varve writes it. */
function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** A sticky pattern at one place. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern.source, pattern.flags)
  sticky.lastIndex = at
  return sticky.exec(text) ?? undefined
}

/** One piece of a rendered text, with every text as it was before rendering. */
export type ParsedPiece =
  | { readonly kind: 'heading' }
  | {
      readonly kind: 'artifact'
      readonly artifactKind: ArtifactKind
      readonly role?: ArtifactRole
      readonly key: ArtifactKey
      readonly title: string
      readonly content: string
      readonly turn: number
      readonly source: Source
    }
  | {
      readonly kind: 'update'
      readonly key: ArtifactKey
      readonly supersedesTurn: number
      readonly turn: number
      readonly body: UpdateBody
    }
  /** A result that was given without a key to read it again by. */
  | { readonly kind: 'tool-result'; readonly tool: string; readonly content: string; readonly turn: number }
  | { readonly kind: 'references'; readonly references: readonly Reference[] }
  | { readonly kind: 'same-references'; readonly turn: number }
  | { readonly kind: 'changed'; readonly key: ArtifactKey; readonly turn: number }
  | {
      readonly kind: 'compacted'
      readonly key: ArtifactKey
      readonly artifactKind: ArtifactKind
      readonly body: string
    }
  | { readonly kind: 'memory-update'; readonly body: string }
  | { readonly kind: 'guidance'; readonly text: string }
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'recalled'; readonly text: string }
  | { readonly kind: 'query'; readonly text: string }
  /** What none of the forms is: a user's text with no context before it, or a line of another origin. */
  | { readonly kind: 'text'; readonly text: string }

/** A piece with the place where the text after it begins. */
export interface PieceRead {
  readonly piece: ParsedPiece
  readonly end: number
}
