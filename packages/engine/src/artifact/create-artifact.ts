import type {
  Artifact,
  ArtifactKind,
  ArtifactRole,
  ImageReference,
  JsonValue,
  Priority,
  Source,
} from './artifact.ts'
import { EngineError } from '../engine-error.ts'
import { artifactKey } from './artifact-key.ts'
import { type Hash, hashText } from './hash.ts'
import { normalizePath, normalizeUrl } from './normalize-path.ts'

const RECOVERABLE: { readonly [kind in ArtifactKind]: boolean } = {
  note: true,
  file: true,
  pdf: true,
  image: true,
  url: true,
  tweet: true,
  'web-tab': false,
  'web-selection': false,
  youtube: true,
  selection: false,
  paste: false,
  upload: false,
  chat: true,
  dataview: true,
  folder: true,
  tag: true,
  // Only the tool knows whether asking again gives the same text, so the caller may say otherwise.
  'tool-result': false,
  unparsed: false,
}

export interface ArtifactInput {
  readonly kind: ArtifactKind
  readonly title?: string | undefined
  readonly source?: Source | undefined
  readonly content: string
  readonly priority?: Priority | undefined
  readonly recoverable?: boolean | undefined
  readonly role?: ArtifactRole | undefined
  readonly images?: readonly ImageReference[] | undefined
  readonly metadata?: { readonly [name: string]: JsonValue } | undefined
  /** Of the original bytes, where these are not the UTF-8 of `content`. */
  readonly contentHash?: Hash | undefined
}

/** The only way a piece of context comes into being: source normalised, key and hash filled in. */
export function createArtifact(input: ArtifactInput): Artifact {
  const { kind, content } = input
  if (typeof content !== 'string')
    throw new EngineError('malformed', `The content of an artifact is text; this ${kind} has none.`)
  const source = normalizeSource(kind, input.source ?? {})
  const contentHash = input.contentHash ?? hashText(content)
  return {
    key: artifactKey(kind, source, contentHash),
    kind,
    title: input.title ?? defaultTitle(kind, source),
    source,
    content,
    contentHash,
    recoverable: input.recoverable ?? isRecoverable(kind),
    priority: input.priority ?? 'normal',
    ...(input.role === undefined ? {} : { role: input.role }),
    images: input.images ?? [],
    metadata: input.metadata ?? {},
  }
}

/** So that a path or URL in the source is spelled as in the key. */
function normalizeSource(kind: ArtifactKind, source: Source): Source {
  // The root folder has no path that `normalizePath` would accept; its key is made from the name.
  const path = source.path === undefined || kind === 'folder' ? source.path : normalizePath(source.path)
  const url = source.url === undefined ? undefined : normalizeUrl(source.url)
  return {
    ...source,
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
  }
}

/** Whether the workspace or the network can give the text of this kind again. */
export function isRecoverable(kind: ArtifactKind): boolean {
  return RECOVERABLE[kind]
}

/** What a person would call an artifact that came without a title. */
function defaultTitle(kind: ArtifactKind, source: Source): string {
  switch (kind) {
    case 'note':
    case 'file':
    case 'pdf':
    case 'image':
    case 'url':
    case 'tweet':
    case 'web-tab':
    case 'web-selection':
    case 'youtube':
    case 'selection':
    case 'dataview':
      return sourceTitle(source)
    case 'chat':
    case 'folder':
    case 'tool-result':
      return source.name ?? source.path ?? ''
    case 'tag':
      return `#${source.name?.replace(/^#+/, '') ?? ''}`
    case 'paste':
      return source.name ?? 'Pasted text'
    case 'upload':
      return source.name ?? 'Uploaded file'
    case 'unparsed':
      return 'Unparsed context'
    default:
      kind satisfies never
      return ''
  }
}

function sourceTitle(source: Source): string {
  if (source.path !== undefined) {
    const name = source.path.slice(source.path.lastIndexOf('/') + 1)
    return name.length > 3 && name.toLowerCase().endsWith('.md') ? name.slice(0, -3) : name
  }
  if (source.url === undefined || !URL.canParse(source.url)) return source.url ?? ''
  const url = new URL(source.url)
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}${url.search}`
}
