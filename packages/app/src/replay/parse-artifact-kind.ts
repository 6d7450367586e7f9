import type { ArtifactKind } from '@varve/engine'

const KINDS: Readonly<Record<Exclude<ArtifactKind, 'tool-result'>, true>> = {
  note: true,
  file: true,
  pdf: true,
  image: true,
  url: true,
  tweet: true,
  'web-tab': true,
  'web-selection': true,
  youtube: true,
  selection: true,
  paste: true,
  upload: true,
  chat: true,
  dataview: true,
  folder: true,
  tag: true,
  unparsed: true,
}

/** The kind that a trace names, however it joins the words; tool results stand under `tools`. */
export function parseArtifactKind(text: string): ArtifactKind | undefined {
  const kind = text.toLowerCase().replace(/[\s_]+/g, '-')
  return Object.hasOwn(KINDS, kind) ? (kind as ArtifactKind) : undefined
}
