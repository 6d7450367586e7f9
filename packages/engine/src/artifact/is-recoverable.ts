import type { ArtifactKind } from './artifact.ts'

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

/** Whether the workspace or the network can give the text of this kind again. */
export function isRecoverable(kind: ArtifactKind): boolean {
  return RECOVERABLE[kind]
}
