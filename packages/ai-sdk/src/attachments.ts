import { type Artifact, createArtifact } from '@varve/engine'

/** A Markdown note, known by its path: attach it again after an edit, and only the edit is sent. */
export function note(path: string, content: string): Artifact {
  return createArtifact({ kind: 'note', source: { path }, content })
}

/** Any other text file, known by its path. */
export function file(path: string, content: string): Artifact {
  return createArtifact({ kind: 'file', source: { path }, content })
}

/** The text of a web page, known by its address. */
export function page(url: string, content: string): Artifact {
  return createArtifact({ kind: 'url', source: { url }, content })
}

/** A text without a source, known by what it says. It is never shortened without your leave. */
export function paste(content: string): Artifact {
  return createArtifact({ kind: 'paste', content })
}

/** A picture for one message. */
export interface PromptImage {
  /** The bytes, or the same as base64. */
  readonly data: Uint8Array | string
  /** Such as `image/png`. */
  readonly mediaType: string
  readonly name?: string
}
