import type { ArtifactKind, Range, Source } from '../artifact/artifact.ts'
import type { ParsedPiece, PieceRead } from './parsed-piece.ts'
import {
  type OpeningRead,
  readBody,
  readBodyBlock,
  readCount,
  readElements,
  readOpening,
} from './read-markup.ts'
import { impliedKey } from './render-artifact.ts'
import { TAGS, tagMeaning } from './tag-registry.ts'

/** Whether a tag opens a block; elements inside a block do not. */
export function isBlockTag(tag: string): boolean {
  return tagMeaning(tag) !== undefined || Object.values<string>(TAGS.piece).includes(tag)
}

/** A block in tags, from its opening to its closing line. */
export function readBlock(text: string, at: number): PieceRead | undefined {
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

function readUpdate(text: string, opening: OpeningRead): PieceRead | undefined {
  const key = opening.attributes.get('path')
  const supersedes = /^turn (\d+)$/.exec(opening.attributes.get('supersedes') ?? '')?.[1]
  const supersedesTurn = readCount(supersedes)
  const turn = readCount(opening.attributes.get('turn'))
  const diff = readBodyBlock(text, opening.end, TAGS.element.diff)
  const read = diff ?? readBodyBlock(text, opening.end, TAGS.element.content)
  const end = read && readClosing(text, read.end, opening.tag)
  if (key === undefined || supersedesTurn === undefined || turn === undefined || !read || end === undefined)
    return undefined
  const body = { kind: diff ? 'diff' : 'full', text: read.body } as const
  return { piece: { kind: 'update', key, supersedesTurn, turn, body }, end }
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
