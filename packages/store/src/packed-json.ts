import { createHash } from 'node:crypto'
import { hashText } from '@varve/engine'

/** Shorter texts stay where they are: a reference would be longer. */
const SHORT_TEXT = 96
const PAGE_LENGTH = 64

export interface PackedJson {
  readonly root: unknown
  /** Long texts, and pages of long lists as JSON, by hash. */
  readonly objects: ReadonlyMap<string, string>
}

/**
 * Splits JSON so that what it shares with an earlier version is stored once: a list that only grows
 * keeps all of its pages but the last. Records with a name that begins with `$` must not be in it,
 * other than the engine's own.
 */
export function packJson(value: unknown): PackedJson {
  const objects = new Map<string, string>()
  const keep = (text: string): string => {
    // The same hash as the engine's, by the faster way where there is one.
    const hash = text.isWellFormed() ? createHash('sha256').update(text).digest('hex') : hashText(text)
    objects.set(hash, text)
    return hash
  }
  return { root: pack(value, keep), objects }
}

function pack(value: unknown, keep: (text: string) => string): unknown {
  if (typeof value === 'string') return value.length > SHORT_TEXT ? { $text: keep(value) } : value
  if (Array.isArray(value)) {
    const items = value.map((item) => pack(item, keep))
    return items.length > PAGE_LENGTH ? { $pages: pagesOf(items, keep) } : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, pack(item, keep)]),
  )
}

function pagesOf(items: readonly unknown[], keep: (text: string) => string): unknown {
  const pages: string[] = []
  for (let start = 0; start < items.length; start += PAGE_LENGTH)
    pages.push(keep(JSON.stringify(items.slice(start, start + PAGE_LENGTH))))
  return pages
}

export type GetObjects = (hashes: Iterable<string>) => Promise<ReadonlyMap<string, string>>

export interface UnpackedJson {
  readonly value: unknown
  /** What storage no longer has. A missing text stays a reference, a missing page leaves its items out. */
  readonly missing: ReadonlySet<string>
}

/** Puts back together what `packJson` split, and every `$text` of the engine's own. */
export async function unpackJson(root: unknown, getObjects: GetObjects): Promise<UnpackedJson> {
  const known = new Map<string, string>()
  const missing = new Set<string>()
  let value = root
  // A page may hold lists that have pages of their own, so this goes on until nothing new is named.
  for (;;) {
    const wanted = new Set<string>()
    value = unpack(value, { known, missing, wanted })
    if (wanted.size === 0) return { value, missing }
    const found = await getObjects(wanted)
    for (const hash of wanted) {
      const text = found.get(hash)
      if (text === undefined) missing.add(hash)
      else known.set(hash, text)
    }
  }
}

interface Unpacking {
  readonly known: ReadonlyMap<string, string>
  readonly missing: ReadonlySet<string>
  readonly wanted: Set<string>
}

function unpack(value: unknown, unpacking: Unpacking): unknown {
  if (Array.isArray(value)) return value.map((item) => unpack(item, unpacking))
  if (typeof value !== 'object' || value === null) return value
  const { $text: text, $pages: pages } = value as { readonly $text?: unknown; readonly $pages?: unknown }
  if (typeof text === 'string') return unpackText(text, value, unpacking)
  if (Array.isArray(pages)) return unpackPages(pages.map(String), value, unpacking)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unpack(item, unpacking)]))
}

function unpackText(hash: string, reference: object, { known, missing, wanted }: Unpacking): unknown {
  const text = known.get(hash)
  if (text === undefined && !missing.has(hash)) wanted.add(hash)
  return text ?? reference
}

function unpackPages(hashes: readonly string[], reference: object, unpacking: Unpacking): unknown {
  const unknown = hashes.filter((hash) => !unpacking.known.has(hash) && !unpacking.missing.has(hash))
  for (const hash of unknown) unpacking.wanted.add(hash)
  if (unknown.length > 0) return reference
  return hashes.flatMap((hash) => {
    const page = unpacking.known.get(hash)
    return page === undefined ? [] : unpack(JSON.parse(page), unpacking)
  })
}
