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
import { defaultTitle } from './default-title.ts'
import { type Hash, hashText } from './hash.ts'
import { isRecoverable } from './is-recoverable.ts'
import { normalizePath } from './normalize-path.ts'
import { normalizeUrl } from './normalize-url.ts'

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
