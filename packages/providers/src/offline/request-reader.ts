import { type ArtifactKey, applyDiffUpdate, CONTINUE_REQUEST, type ParsedPiece } from '@varve/engine'
import type { ContextDocument, OfflineRequest } from './context-document.ts'
import { readHits } from './read-hits.ts'

type ArtifactPiece = Extract<ParsedPiece, { kind: 'artifact' }>
type UpdatePiece = Extract<ParsedPiece, { kind: 'update' }>

/** A key with the versions that the request gave of it, by the turn that gave them. */
interface Entry {
  readonly piece: ArtifactPiece
  readonly versions: Map<number, string>
  /** Undefined when an update did not fit: the current text is not in the request. */
  current: string | undefined
}

/** Follows a request from its start to its end, as it was laid down, and knows each text as of its end. */
export class RequestReader {
  readonly #entries = new Map<ArtifactKey, Entry>()
  readonly #shortened = new Set<ArtifactKey>()
  readonly #questions: string[] = []
  #references: readonly ArtifactKey[] = []
  #given: { readonly key: ArtifactKey; readonly turn: number; readonly onShelf: boolean }[] = []
  #attached: ReadonlySet<ArtifactKey> = new Set()
  /** Found for the question of this message. */
  #passages: ReturnType<typeof readHits> = []
  #onShelf = false
  #listed = false
  #lastTurn = 0

  beginMessage(): void {
    this.#given = []
    this.#passages = []
    this.#onShelf = false
    this.#listed = false
  }

  read(piece: ParsedPiece): void {
    // The library of a base ends where anything but an entry stands.
    if (piece.kind !== 'artifact' && piece.kind !== 'compacted') this.#onShelf = piece.kind === 'heading'
    switch (piece.kind) {
      case 'artifact':
        return this.#readArtifact(piece)
      case 'update':
        return this.#readUpdate(piece)
      case 'references':
        this.#references = piece.references.map(({ key }) => key)
        this.#listed = true
        for (const { key, place } of piece.references)
          if (place.kind === 'again') this.#return(key, place.turn)
        return
      case 'same-references':
        this.#listed = true
        return
      case 'compacted':
        this.#entries.delete(piece.key)
        this.#shortened.add(piece.key)
        return
      case 'tool-result':
        this.#passages = [...this.#passages, ...readHits(piece.content)]
        return
      case 'heading':
      case 'changed':
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

  /** Closes a message of the user; what was given or listed in it is what its question points at. */
  endQuestion(text: string): void {
    this.#questions.push(text)
    const isNow = (turn: number): boolean => turn === this.#lastTurn && turn >= this.#questions.length
    const given = this.#given.filter(({ onShelf, turn }) => !onShelf || isNow(turn)).map(({ key }) => key)
    this.#attached = new Set([...given, ...(this.#listed ? this.#references : [])])
  }

  request(): OfflineRequest {
    const documents: ContextDocument[] = []
    for (const [key, { piece, current }] of this.#entries)
      if (current !== undefined) documents.push(documentOf(piece, current, this.#attached.has(key)))
    const found = this.#passages.filter(({ path }) => !documents.some((one) => one.path === path))
    documents.push(...found.map((passage) => ({ ...passage, attachedNow: true })))
    const questions = this.#questions.filter((text) => text !== CONTINUE_REQUEST)
    return {
      isContinued: this.#questions.at(-1) === CONTINUE_REQUEST,
      question: questions.at(-1) ?? '',
      previousQuestion: questions.at(-2) ?? '',
      documents,
      shortened: [...this.#shortened],
    }
  }

  #readArtifact(piece: ArtifactPiece): void {
    if (piece.artifactKind === 'tool-result') {
      this.#passages = [...this.#passages, ...readHits(piece.content)]
      return
    }
    const versions = this.#entries.get(piece.key)?.versions ?? new Map<number, string>()
    versions.set(piece.turn, piece.content)
    this.#entries.set(piece.key, { piece, versions, current: piece.content })
    this.#shortened.delete(piece.key)
    this.#give(piece)
  }

  #readUpdate(piece: UpdatePiece): void {
    const entry = this.#entries.get(piece.key)
    if (entry === undefined) return
    entry.current = updatedText(entry, piece)
    if (entry.current !== undefined) entry.versions.set(piece.turn, entry.current)
    this.#give(piece)
  }

  #give({ key, turn }: { readonly key: ArtifactKey; readonly turn: number }): void {
    this.#lastTurn = Math.max(this.#lastTurn, turn)
    this.#given.push({ key, turn, onShelf: this.#onShelf })
  }

  /** An older version holds again. */
  #return(key: ArtifactKey, turn: number): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.current = entry.versions.get(turn) ?? entry.current
  }
}

function updatedText(
  { versions, current }: Entry,
  { body, supersedesTurn }: UpdatePiece,
): string | undefined {
  if (body.kind === 'full') return body.text
  const before = versions.get(supersedesTurn) ?? current
  return before === undefined ? undefined : applyDiffUpdate(before, body.text)
}

function documentOf(piece: ArtifactPiece, text: string, attachedNow: boolean): ContextDocument {
  const { key, title, source, artifactKind } = piece
  // The rows of a dataview block are computed: they stand at no line of the note that holds it.
  const place = artifactKind === 'dataview' ? undefined : (source.path ?? source.url)
  const path = place ?? key
  const isCode = artifactKind === 'file' && !/\.(?:md|markdown|mdx|txt)$/i.test(path)
  return {
    key,
    path,
    title,
    text,
    format: isCode ? 'plain' : 'markdown',
    isNote: artifactKind === 'note',
    firstLine: source.lines?.[0] ?? 1,
    attachedNow,
    isListing: artifactKind === 'folder' || artifactKind === 'tag',
  }
}
