import type { ArtifactKey } from '../../artifact/artifact.ts'
import { type ParsedPiece, parseRendered } from '../../render/parse-rendered.ts'
import type { Reference } from '../../render/render-references.ts'
import { applyUpdate } from '../../render/render-update.ts'
import type { Message } from '../message.ts'

/** What a reader of a request knows, from its text alone. */
export interface RequestReading {
  /** The current text of every artifact that can be read in full. */
  readonly current: ReadonlyMap<ArtifactKey, string>
  /** Texts by key and by the turn that gave them. */
  readonly versions: ReadonlyMap<ArtifactKey, ReadonlyMap<number, string>>
  readonly compacted: ReadonlySet<ArtifactKey>
  readonly changed: readonly ArtifactKey[]
  readonly references: readonly (Reference & { readonly resolved: boolean })[]
  /** Updates whose earlier version is not there, or to which the changes do not apply. */
  readonly broken: readonly ArtifactKey[]
  /** How often each text is included in full, by key and text. */
  readonly copies: ReadonlyMap<string, number>
}

interface Reader {
  readonly current: Map<ArtifactKey, string>
  readonly versions: Map<ArtifactKey, Map<number, string>>
  readonly compacted: Set<ArtifactKey>
  readonly changed: ArtifactKey[]
  readonly references: (Reference & { readonly resolved: boolean })[]
  readonly broken: ArtifactKey[]
  readonly copies: Map<string, number>
}

/** Reads messages as a model does: top to bottom, later text superseding earlier. */
export function readRequest(messages: readonly Message[]): RequestReading {
  const reader: Reader = {
    current: new Map(),
    versions: new Map(),
    compacted: new Set(),
    changed: [],
    references: [],
    broken: [],
    copies: new Map(),
  }
  for (const message of messages) {
    if (message.role === 'assistant' || message.role === 'tool') continue
    for (const part of message.parts) {
      if (part.kind !== 'text') continue
      const text = part.text.startsWith('\n\n') ? part.text.slice(2) : part.text
      for (const piece of parseRendered(text)) readPiece(reader, piece)
    }
  }
  return reader
}

function readPiece(reader: Reader, piece: ParsedPiece): void {
  switch (piece.kind) {
    case 'artifact':
      return give(reader, { key: piece.key, turn: piece.turn, text: piece.content, isFull: true })
    case 'update':
      return readUpdate(reader, piece)
    case 'compacted':
      reader.compacted.add(piece.key)
      return
    case 'changed':
      reader.changed.push(piece.key)
      return
    case 'references':
      for (const reference of piece.references) readReference(reader, reference)
      return
    case 'heading':
    case 'tool-result':
    case 'same-references':
    case 'memory-update':
    case 'guidance':
    case 'summary':
    case 'recalled':
    case 'query':
    case 'text':
      return
    default:
      return piece satisfies never
  }
}

interface GivenText {
  readonly key: ArtifactKey
  readonly turn: number
  readonly text: string
  /** Whether it is the full text, not changes to another. */
  readonly isFull: boolean
}

function give(reader: Reader, { key, turn, text, isFull }: GivenText): void {
  const versions = reader.versions.get(key) ?? new Map<number, string>()
  versions.set(turn, text)
  reader.versions.set(key, versions)
  reader.current.set(key, text)
  if (!isFull) return
  const copy = `${key}\n${text}`
  reader.copies.set(copy, (reader.copies.get(copy) ?? 0) + 1)
}

function readUpdate(reader: Reader, piece: Extract<ParsedPiece, { kind: 'update' }>): void {
  const { key, turn, body, supersedesTurn } = piece
  const text = applyUpdate(reader.versions.get(key)?.get(supersedesTurn), body)
  if (text === undefined) reader.broken.push(key)
  else give(reader, { key, turn, text, isFull: body.kind === 'full' })
}

function readReference(reader: Reader, reference: Reference): void {
  const { key, place } = reference
  const versions = reader.versions.get(key)
  const text =
    place.kind === 'turn' || place.kind === 'again' ? versions?.get(place.turn) : reader.current.get(key)
  reader.references.push({ ...reference, resolved: text !== undefined })
  if (place.kind === 'again' && text !== undefined) reader.current.set(key, text)
}
