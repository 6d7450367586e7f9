import { foldLetter, skipIgnorable, skipInvisible } from './lookalike.ts'
import { TAGS } from './tag-registry.ts'

type NameKind = 'block' | 'element'

const NAMES: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
  ...[TAGS.artifact, TAGS.role, TAGS.piece]
    .flatMap((table) => Object.values(table))
    .map((name) => [name, 'block'] as const),
  ...Object.values(TAGS.element).map((name) => [name, 'element'] as const),
])

const PREFIXES: ReadonlySet<string> = new Set(
  [...NAMES.keys()].flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1))),
)

/** Where a run of backslashes after `<` begins and ends, when a tag of Varve's follows it. */
export interface OwnTagSite {
  readonly from: number
  readonly to: number
}

/**
 * The next place at or after `position` that a model could take for one of Varve's tags: any case,
 * opening or closing, with blanks or invisible characters mixed in. A walk ends at the next `<` at
 * the latest, so that all walks over a text together are linear.
 */
export function findOwnTag(text: string, position: number): OwnTagSite | undefined {
  let open = text.indexOf('<', position)
  while (open >= 0) {
    let end = open + 1
    while (text.charCodeAt(end) === BACKSLASH) end += 1
    if (isOwnTag(text, open, end)) return { from: open + 1, to: end }
    open = text.indexOf('<', end)
  }
  return undefined
}

const BACKSLASH = 0x5c
const SLASH = 0x2f
const GREATER = 0x3e

function isOwnTag(text: string, open: number, start: number): boolean {
  let at = skipIgnorable(text, start)
  const closing = text.charCodeAt(at) === SLASH
  if (closing) at = skipIgnorable(text, at + 1)
  let name = ''
  while (at < text.length) {
    name += foldLetter(text.charCodeAt(at))
    if (!PREFIXES.has(name)) return false
    at += 1
    const kind = NAMES.get(name)
    if (kind && endsName(text, at) && (closing || kind === 'block' || isBareOpening(text, open, at)))
      return true
    at = skipIgnorable(text, at)
  }
  return false
}

function endsName(text: string, at: number): boolean {
  const next = skipInvisible(text, at)
  return next >= text.length || !/[a-z0-9_]/.test(foldLetter(text.charCodeAt(next)))
}

/**
 * The elements inside a block are everyday words and never carry attributes: `<path d="…">` in a
 * drawing and `Option<Url>` in code are not ours and stay as they are.
 */
function isBareOpening(text: string, open: number, at: number): boolean {
  if (/[\w$:)\]]/.test(text.charAt(open - 1))) return false
  const next = skipIgnorable(text, at)
  const unit = text.charCodeAt(next)
  return next >= text.length || unit === GREATER || unit === SLASH
}
