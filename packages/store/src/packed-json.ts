import { createHash } from 'node:crypto'
import { hashText } from '@varve/engine'

/** Shorter texts stay where they are: a reference would be longer. */
const SHORT_TEXT = 96
const PAGE_LENGTH = 64

export interface PackedJson {
  readonly root: unknown
  /** Long texts, and pages of long lists as JSON, by hash. Those that are surely stored are left out. */
  readonly objects: ReadonlyMap<string, string>
  /** Is told which of the objects storage does not have, so that the others are not asked for again. */
  readonly settle: (missing: ReadonlySet<string>) => void
}

/** A page of a long list, with what it names. */
interface PackedPage {
  readonly items: readonly unknown[]
  readonly hash: string
  /** Itself and the texts in it; empty once they are surely stored. */
  objects: readonly Entry[]
  isStored: boolean
}

type Entry = readonly [hash: string, text: string]

const MOST_NAMED_PAGES = 10_000

/** Pages that were packed before, for one place of storage. A list that only grows is packed at its end only. */
export class PackMemo {
  readonly #byItem = new WeakMap<object, PackedPage>()
  readonly #byText = new Map<string, PackedPage>()

  /** The page of these very items; undefined where there is none. */
  find(items: readonly unknown[]): PackedPage | undefined {
    const [first] = items
    const page = isObject(first) ? this.#byItem.get(first) : this.#byText.get(String(first))
    if (!page || page.items.length !== items.length) return undefined
    return page.items.every((item, index) => item === items[index]) ? page : undefined
  }

  add(page: PackedPage): void {
    const [first] = page.items
    if (isObject(first)) this.#byItem.set(first, page)
    else this.#byText.set(String(first), page)
    const oldest = this.#byText.keys().next()
    if (this.#byText.size > MOST_NAMED_PAGES && !oldest.done) this.#byText.delete(oldest.value)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

interface Packing {
  readonly keep: (text: string) => string
  readonly memo: PackMemo | undefined
  /** Pages of which it is not known whether they are stored. */
  readonly open: Set<PackedPage>
}

/**
 * Splits JSON so that what it shares with an earlier version is stored once: a list that only grows
 * keeps all of its pages but the last. Records with a name that begins with `$` must not be in it,
 * other than the engine's own.
 */
export function packJson(value: unknown, memo?: PackMemo): PackedJson {
  const objects = new Map<string, string>()
  const open = new Set<PackedPage>()
  const root = pack(value, { keep: keeper((hash, text) => objects.set(hash, text)), memo, open })
  for (const page of open) for (const [hash, text] of page.objects) objects.set(hash, text)
  const settle = (missing: ReadonlySet<string>): void => {
    for (const page of open) {
      if (page.objects.some(([hash]) => missing.has(hash))) continue
      page.isStored = true
      page.objects = []
    }
  }
  return { root, objects, settle }
}

function keeper(add: (hash: string, text: string) => void): Packing['keep'] {
  return (text) => {
    // The same hash as the engine's, by the faster way where there is one.
    const hash = text.isWellFormed() ? createHash('sha256').update(text).digest('hex') : hashText(text)
    add(hash, text)
    return hash
  }
}

function pack(value: unknown, packing: Packing): unknown {
  if (typeof value === 'string') return value.length > SHORT_TEXT ? { $text: packing.keep(value) } : value
  if (Array.isArray(value)) {
    if (value.length > PAGE_LENGTH) return { $pages: pagesOf(value, packing) }
    return value.map((item) => pack(item, packing))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, pack(item, packing)]),
  )
}

function pagesOf(items: readonly unknown[], packing: Packing): unknown {
  const { memo, open, keep } = packing
  const pages: string[] = []
  for (let start = 0; start < items.length; start += PAGE_LENGTH) {
    const some = items.slice(start, start + PAGE_LENGTH)
    if (!memo || some.length < PAGE_LENGTH) {
      pages.push(keep(JSON.stringify(some.map((item) => pack(item, packing)))))
      continue
    }
    const page = memo.find(some) ?? packPage(some)
    memo.add(page)
    if (!page.isStored) open.add(page)
    pages.push(page.hash)
  }
  return pages
}

/** A page by itself: what it names is its own, whatever else names it. */
function packPage(items: readonly unknown[]): PackedPage {
  const objects = new Map<string, string>()
  const keep = keeper((hash, text) => objects.set(hash, text))
  const packing = { keep, memo: undefined, open: new Set<PackedPage>() }
  const hash = keep(JSON.stringify(items.map((item) => pack(item, packing))))
  return { items, hash, objects: [...objects], isStored: false }
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
