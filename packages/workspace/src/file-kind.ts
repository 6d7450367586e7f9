import type { PlaceUnit } from '@varve/engine'

export type FileKind = 'note' | 'file' | 'pdf' | 'image'

const NOTES = ['md', 'markdown']
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg']
const TEXTS = [
  'txt text rst adoc org tex bib log csv tsv json jsonl ndjson json5 yaml yml toml ini cfg conf properties',
  'xml html htm css scss less js mjs cjs jsx ts mts cts tsx vue svelte py pyi rb php pl lua java kt kts',
  'scala groovy go rs c h cc cpp cxx hpp cs fs swift m mm r jl dart ex exs erl hs ml clj lisp el zig nim',
  'sql sh bash zsh fish ps1 bat cmd graphql proto tf ics vtt srt canvas patch diff mk cmake gradle ipynb base',
].flatMap((line) => line.split(' '))
const BARE_NAMES: ReadonlySet<string> = new Set(
  [
    'license licence readme changelog contributing authors notice copying',
    'makefile dockerfile procfile rakefile gemfile justfile vagrantfile',
  ].flatMap((line) => line.split(' ')),
)
const BY_EXTENSION: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ...NOTES.map((extension) => [extension, 'note'] as const),
  ...IMAGES.map((extension) => [extension, 'image'] as const),
  ...TEXTS.map((extension) => [extension, 'file'] as const),
  ['pdf', 'pdf'],
])

/** What a file is, by its name alone; undefined for what Varve does not list. */
export function fileKind(name: string): FileKind | undefined {
  const lower = name.toLowerCase()
  const dot = lower.lastIndexOf('.')
  if (dot <= 0) return BARE_NAMES.has(lower) ? 'file' : undefined
  return BY_EXTENSION.get(lower.slice(dot + 1))
}

/** What places in a file of this kind are counted in, where that is not lines. */
export function unitOf(kind: FileKind): { readonly unit?: PlaceUnit } {
  return kind === 'pdf' ? { unit: 'page' } : {}
}
