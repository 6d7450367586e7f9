import type { ArtifactKey, Message } from '@varve/engine'
import {
  applyUpdate,
  CONTINUE_REQUEST,
  type ParsedPiece,
  parseRendered,
  type PlaceUnit,
} from '@varve/engine/internal'

/** One text of the request that may be quoted, in its newest version. */
export interface ContextDocument {
  readonly key: string
  /** What a source is: the path of a note, the address of a page, else the key. */
  readonly path: string
  readonly title: string
  readonly text: string
  /** Plain text and code are quoted as they are; Markdown is split by its structure. */
  readonly format: 'markdown' | 'plain'
  readonly isNote: boolean
  /** The line of the source at which `text` begins; more than 1 for a selection. */
  readonly firstLine: number
  /** Where its text is, where that is not counted in lines. */
  readonly place?: { readonly unit: PlaceUnit; readonly range: readonly [number, number] }
  readonly attachedNow: boolean
  /** Only lists the files of a folder or tag, which are included separately. */
  readonly isListing?: boolean
}

/** What the offline model takes from a request. */
export interface OfflineRequest {
  readonly question: string
  /** The question before this one, or an empty text. */
  readonly previousQuestion: string
  /** The answer to it was cut off, and continues. */
  readonly isContinued?: boolean
  /** In the order of the request, one per key. */
  readonly documents: readonly ContextDocument[]
  /** Keys of which the request holds only an outline; there is no text of theirs to quote. */
  readonly shortened: readonly string[]
}

const HEAD = /^- (.+), (line|page|cell)s? (\d{1,9})(?:-(\d{1,9}))?:$/

/** Follows a request from its start to its end, as it was laid down, and knows each text as of its end. */
class RequestReader {
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
    // The library of a base ends at the first piece that is no entry.
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
    entry.current = applyUpdate(entry.versions.get(piece.supersedesTurn) ?? entry.current, piece.body)
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

/**
 * Takes the question and the quotable texts only from the request: the offline model answers from what any
 * other model would have been sent.
 */
export function readRequest(messages: readonly Message[]): OfflineRequest {
  const reader = new RequestReader()
  for (const { role, parts } of messages) {
    if (role !== 'system' && role !== 'user') continue
    // Parts carry the blank lines between them: only together are they the text that was rendered.
    const pieces = parseRendered(parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''))
    reader.beginMessage()
    for (const piece of pieces) reader.read(piece)
    if (role === 'user') reader.endQuestion(questionOf(pieces))
  }
  return reader.request()
}

/** The user's own words are last in a message. */
function questionOf(pieces: readonly ParsedPiece[]): string {
  const last = pieces.findLast((piece) => piece.kind === 'query' || piece.kind === 'text')
  const text = last?.kind === 'query' || last?.kind === 'text' ? last.text : ''
  return text.replace(/\n\n\[attached: [^\n]*\]$/, '')
}

type ArtifactPiece = Extract<ParsedPiece, { kind: 'artifact' }>

type UpdatePiece = Extract<ParsedPiece, { kind: 'update' }>

/** A key with the versions that the request gave of it, by the turn that gave them. */
interface Entry {
  readonly piece: ArtifactPiece
  readonly versions: Map<number, string>
  /** Undefined when an update did not fit: the current text is not in the request. */
  current: string | undefined
}

function documentOf(piece: ArtifactPiece, text: string, attachedNow: boolean): ContextDocument {
  const { key, title, source, artifactKind } = piece
  // The rows of a dataview block are computed: they are at no line of the note that holds it.
  const place = artifactKind === 'dataview' ? undefined : (source.path ?? source.url)
  const path = place ?? key
  const isCode = artifactKind === 'file' && !/\.(?:md|markdown|mdx|txt)$/i.test(path)
  return {
    key,
    path,
    title,
    text: artifactKind === 'selection' ? withoutPassageHeading(text, source.lines) : text,
    format: isCode ? 'plain' : 'markdown',
    isNote: artifactKind === 'note',
    firstLine: source.lines?.[0] ?? 1,
    ...(artifactKind === 'selection' && source.pages
      ? { place: { unit: 'page' as const, range: source.pages } }
      : {}),
    attachedNow,
    isListing: artifactKind === 'folder' || artifactKind === 'tag',
  }
}

/** A passage that a search found and the chat keeps may have its headings in one line above its lines. */
function withoutPassageHeading(text: string, range: readonly [number, number] | undefined): string {
  const lines = text.split('\n')
  const isLonger = range !== undefined && lines.length > range[1] - range[0] + 1
  return isLonger ? withoutHeadings(lines).join('\n') : text
}

interface Found {
  readonly path: string
  readonly unit: PlaceUnit
  readonly range: readonly [number, number]
  readonly lines: string[]
}

/** The passages of a search, as the engine lays them down in a result: each can be quoted at its lines. */
function readHits(content: string): readonly Omit<ContextDocument, 'attachedNow'>[] {
  const found: Found[] = []
  for (const line of content.split('\n')) {
    const [, path, unit = 'line', from, to = from] = HEAD.exec(line) ?? []
    const range = [Number(from), Number(to)] as const
    if (path !== undefined) found.push({ path, unit: unit as PlaceUnit, range, lines: [] })
    // A hit that is readable above or below has no text here.
    else if (/^- .+ \(readable (?:above|below)\)$/.test(line))
      found.push({ path: '', unit: 'line', range: [1, 1], lines: [] })
    else found.at(-1)?.lines.push(line)
  }
  return found
    .filter(({ path }) => path !== '')
    .map(({ path, unit, range, lines }) => ({
      key: `${path}#L${range[0]}`,
      path,
      title: path,
      text: withoutHeadings(lines).join('\n').trimEnd(),
      format: /\.(?:md|markdown|mdx|txt|pdf)$/i.test(path) ? 'markdown' : 'plain',
      isNote: path.endsWith('.md'),
      firstLine: unit === 'line' ? range[0] : 1,
      ...(unit === 'line' ? {} : { place: { unit, range } }),
    }))
}

/** The headings that a passage is under come before it, in brackets, and are no line of the file. */
function withoutHeadings(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines
  return /^\[.+\]$/.test(first) ? lines.slice(1) : lines
}
