import type { PlaceUnit } from '@varve/engine/internal'

/** How a file is read, shown, attached and indexed: notes are parsed, files are plain text, PDFs have pages. */
export const FILE_KINDS = ['note', 'file', 'pdf', 'image'] as const
export type FileKind = (typeof FILE_KINDS)[number]

interface FileBytes {
  /** For messages, and to know the format by. */
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * A format of files, by the extensions of their names. To add one that is read as text, such as EPUB, add a row of
 * kind `file` with its `toText`, which loads the reader when it is needed: listing, attaching, uploads, tools, the
 * page and the index follow from the row.
 */
interface FileFormat {
  readonly kind: FileKind
  readonly extensions: string
  /** The whole file is never sent as it is, so it may be larger than a text; it is never empty. */
  readonly isDocument?: true
  /** The unit of its places, if it isn't lines. */
  readonly unit?: PlaceUnit
  /** Its text, where the bytes are not text themselves. */
  readonly toText?: (file: FileBytes) => Promise<string>
}

export const FILE_FORMATS: readonly FileFormat[] = [
  { kind: 'note', extensions: 'md markdown' },
  { kind: 'pdf', extensions: 'pdf', isDocument: true, unit: 'page' },
  { kind: 'image', extensions: 'png jpg jpeg gif webp avif bmp svg', isDocument: true },
  {
    kind: 'file',
    extensions: [
      'txt text rst adoc org tex bib log csv tsv json jsonl ndjson json5 yaml yml toml ini cfg conf properties',
      'xml html htm css scss less js mjs cjs jsx ts mts cts tsx vue svelte py pyi rb php pl lua java kt kts',
      'scala groovy go rs c h cc cpp cxx hpp cs fs swift m mm r jl dart ex exs erl hs ml clj lisp el zig nim',
      'sql sh bash zsh fish ps1 bat cmd graphql proto tf ics vtt srt canvas patch diff mk cmake gradle ipynb base',
    ].join(' '),
  },
]
const TEXT: FileFormat = { kind: 'file', extensions: '' }
const BARE_NAMES: ReadonlySet<string> = new Set(
  [
    'license licence readme changelog contributing authors notice copying',
    'makefile dockerfile procfile rakefile gemfile justfile vagrantfile',
  ].flatMap((line) => line.split(' ')),
)
const BY_EXTENSION: ReadonlyMap<string, FileFormat> = new Map(
  FILE_FORMATS.flatMap((format) =>
    format.extensions.split(' ').map((extension): [string, FileFormat] => [extension, format]),
  ),
)

/** The kind of a file, by its name or path alone; undefined if Varve doesn't list it. */
export function fileFormat(path: string): FileFormat | undefined {
  const lower = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = lower.lastIndexOf('.')
  if (dot <= 0) return BARE_NAMES.has(lower) ? TEXT : undefined
  return BY_EXTENSION.get(lower.slice(dot + 1))
}

export function fileKind(path: string): FileKind | undefined {
  return fileFormat(path)?.kind
}

/** The unit of places in a file of this kind, if it isn't lines. */
export function unitOf(kind: FileKind): { readonly unit?: PlaceUnit } {
  const unit = FILE_FORMATS.find((format) => format.kind === kind)?.unit
  return unit === undefined ? {} : { unit }
}
