import { hash } from 'node:crypto'
import {
  type Artifact,
  type ArtifactKey,
  type ArtifactKind,
  createArtifact,
  EngineError,
  hashText,
  normalizePath,
  normalizeUrl,
  type Source,
} from '@varve/engine'
import { parseArtifactKind } from './parse-artifact-kind.ts'
import type { TraceImages } from './trace-images.ts'
import type { TraceAttachment } from './trace-schema.ts'

export type Resolved =
  | { readonly kind: 'artifact'; readonly artifact: Artifact }
  | { readonly kind: 'refused'; readonly reason: string }

/** The texts that a conversation has shown so far, so that a later line can name one without repeating it. */
export class TraceContents {
  readonly #images: TraceImages
  readonly #byReference = new Map<string, Artifact>()
  readonly #byKey = new Map<ArtifactKey, Artifact>()

  constructor(images: TraceImages) {
    this.#images = images
  }

  /** The artifact that an entry names: with its own content, or with the last one seen for its key. */
  resolve(entry: TraceAttachment): Resolved {
    try {
      return this.#resolve(entry)
    } catch (error) {
      if (error instanceof EngineError) return refuse(error.message)
      throw error
    }
  }

  /** The last version of a note, by its path. */
  find(path: string): Artifact | undefined {
    return this.#byKey.get(this.spell(path))
  }

  /** A key as the engine spells it, from a path or an address as a person would write it. */
  spell(key: string): ArtifactKey {
    if (this.#byKey.has(key)) return key
    const spelled = [normalizePath, normalizeUrl].map((normalize) => attempt(normalize, key))
    return spelled.find((candidate) => candidate !== undefined && this.#byKey.has(candidate)) ?? key
  }

  #resolve(entry: TraceAttachment): Resolved {
    const known = this.#known(entry)
    const kind = entry.kind === undefined ? (known?.kind ?? guessKind(entry)) : parseArtifactKind(entry.kind)
    if (kind === undefined) return refuse(`"${entry.kind ?? ''}" is not a kind of context`)
    if (entry.content === undefined && !known)
      return refuse(`${nameOf(entry, kind)} has no content, and none was seen before`)
    const content = entry.content ?? known?.content ?? ''
    const artifact = createArtifact({
      kind,
      source: { ...known?.source, ...sourceOf(entry, kind) },
      content,
      contentHash: entry.hash ?? (entry.content === undefined ? known?.contentHash : hashContent(content)),
      title: entry.title ?? known?.title,
      priority: entry.priority ?? known?.priority,
      recoverable: entry.recoverable ?? known?.recoverable,
      metadata: entry.metadata ?? known?.metadata,
      // How a note came into a turn says nothing of the next one.
      role: entry.role,
      images:
        entry.images?.map((image) => this.#images.take(image)) ??
        (entry.content === undefined ? known?.images : undefined),
    })
    this.#byKey.set(artifact.key, artifact)
    this.#byReference.set(referenceOf(kind, artifact.source), artifact)
    return { kind: 'artifact', artifact }
  }

  #known(entry: TraceAttachment): Artifact | undefined {
    if (entry.key !== undefined) return this.#byKey.get(this.spell(entry.key))
    const kind = entry.kind === undefined ? guessKind(entry) : parseArtifactKind(entry.kind)
    if (kind === undefined) return undefined
    const source = sourceOf(entry, kind)
    return (
      this.#byReference.get(referenceOf(kind, normalizeSource(source))) ??
      (isByPath(kind) && source.path !== undefined && !source.pages ? this.find(source.path) : undefined)
    )
  }
}

/** The same name that the engine gives, by the machine's own means: a trace is mostly contents. */
function hashContent(content: string): string {
  return content.isWellFormed() ? hash('sha256', content) : hashText(content)
}

function refuse(reason: string): Resolved {
  return { kind: 'refused', reason }
}

function attempt(normalize: (text: string) => string, text: string): string | undefined {
  try {
    return normalize(text)
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}

/** Kinds that share one key: a file may first have been called a note. */
function isByPath(kind: ArtifactKind): boolean {
  return kind === 'note' || kind === 'file' || kind === 'pdf' || kind === 'image'
}

function guessKind({ path, url, lines }: TraceAttachment): ArtifactKind {
  if (lines) return 'selection'
  if (path !== undefined) return 'note'
  return url === undefined ? 'paste' : 'url'
}

function sourceOf(entry: TraceAttachment, kind: ArtifactKind): Source {
  const { path, url, lines, pages, query, name } = entry
  const id =
    name ?? (kind === 'folder' || kind === 'tag' || kind === 'chat' ? (path ?? entry.key) : undefined)
  return {
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
    ...(lines === undefined ? {} : { lines }),
    ...(pages === undefined ? {} : { pages }),
    ...(query === undefined ? {} : { query }),
    ...(id === undefined ? {} : { name: id }),
  }
}

function normalizeSource(source: Source): Source {
  return {
    ...source,
    ...(source.path === undefined ? {} : { path: attempt(normalizePath, source.path) ?? source.path }),
    ...(source.url === undefined ? {} : { url: attempt(normalizeUrl, source.url) ?? source.url }),
  }
}

/** What an entry names apart from its text: a selection by path and lines, though its key holds a hash. */
function referenceOf(kind: ArtifactKind, { path, url, lines, pages, query, name }: Source): string {
  return JSON.stringify([kind, path, url, lines, pages, query, name])
}

function nameOf(entry: TraceAttachment, kind: ArtifactKind): string {
  const place = entry.key ?? entry.path ?? entry.url ?? entry.name ?? ''
  const lines = entry.lines ? `, lines ${entry.lines[0]}-${entry.lines[1]}` : ''
  return `the ${kind} "${place}"${lines}`
}
