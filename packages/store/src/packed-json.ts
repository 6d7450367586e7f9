import { createHash } from 'node:crypto'
import { hashText } from '@varve/engine/internal'

/** Shorter texts stay where they are: a reference would be longer. */
const SHORT_TEXT = 96
/** Items in a page, and pages in a parent page. The rest that doesn't fill a page stays inline. */
const PAGE_LENGTH = 8

export interface PackedJson {
  readonly root: unknown
  /** Long texts, and pages of long lists as JSON, by hash. Those that are surely stored are left out. */
  readonly objects: ReadonlyMap<string, string>
  /** Which of the objects are pages; the others are texts. */
  readonly pages: ReadonlySet<string>
  /** Reports which objects are missing from storage, so that they aren't requested again. */
  readonly settle: (missing: ReadonlySet<string>) => void
}

/** Takes an object and gives its hash. */
type Keep = (text: string, kind: PackedObject['kind']) => string

interface Packing {
  readonly keep: Keep
  readonly memo: PackMemo | undefined
  /** Pages of which it is not known whether they are stored. */
  readonly open: Set<PackedPage>
}

/**
 * Splits JSON so that what it shares with an earlier version is stored once: a list that only grows keeps all of
 * its pages, and names a few of them for each power of eight. Records with a name that begins with `$` must not be
 * in it, other than the engine's own.
 */
export function packJson(value: unknown, memo?: PackMemo): PackedJson {
  const found = new Map<string, PackedObject>()
  const open = new Set<PackedPage>()
  const root = pack(value, { keep: keeperIn(found), memo, open })
  for (const page of open) for (const object of page.objects) found.set(object.hash, object)
  const settle = (missing: ReadonlySet<string>): void => {
    for (const page of open) {
      if (page.objects.some(({ hash }) => missing.has(hash))) continue
      page.isStored = true
      page.objects = []
    }
  }
  const objects = new Map([...found.values()].map(({ hash, text }) => [hash, text]))
  const pages = [...found.values()].filter(({ kind }) => kind === 'page').map(({ hash }) => hash)
  return { root, objects, pages: new Set(pages), settle }
}

function keeperIn(found: Map<string, PackedObject>): Keep {
  return (text, kind) => {
    // The same hash as the engine's, by the faster way where there is one.
    const hash = text.isWellFormed() ? createHash('sha256').update(text).digest('hex') : hashText(text)
    found.set(hash, { hash, text, kind })
    return hash
  }
}

function pack(value: unknown, packing: Packing): unknown {
  if (typeof value === 'string')
    return value.length > SHORT_TEXT ? { $text: packing.keep(value, 'text') } : value
  if (Array.isArray(value))
    return value.length > PAGE_LENGTH ? packList(value, packing) : value.map((item) => pack(item, packing))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, pack(item, packing)]),
  )
}

function packList(items: readonly unknown[], packing: Packing): unknown {
  const whole = items.length - (items.length % PAGE_LENGTH)
  const begun = packing.memo?.begun(items, PAGE_LENGTH) ?? []
  const leaves = pagesOf(items, { whole, begun }, packing, packItems)
  packing.memo?.addList({ items, pages: leaves }, PAGE_LENGTH)
  const pages = pagesAbove(leaves, packing).map(({ hash }) => hash)
  if (whole === items.length) return { $pages: pages }
  return { $pages: pages, $rest: items.slice(whole).map((item) => pack(item, packing)) }
}

/** The largest pages that hold all of these in their order: at most seven of a size, the large ones first. */
function pagesAbove(leaves: readonly PackedPage[], packing: Packing): readonly PackedPage[] {
  let level = leaves
  const smaller: (readonly PackedPage[])[] = []
  while (level.length >= PAGE_LENGTH) {
    const whole = level.length - (level.length % PAGE_LENGTH)
    smaller.unshift(level.slice(whole))
    level = pagesOf(level, { whole, begun: [] }, packing, packPages)
  }
  return [...level, ...smaller.flat()]
}

/** Pages of the first parts of a list, as many as are `whole`; the first of them may be known. */
function pagesOf<Part>(
  parts: readonly Part[],
  { whole, begun }: { readonly whole: number; readonly begun: readonly PackedPage[] },
  { memo, open }: Packing,
  print: (some: readonly Part[], keep: Keep) => unknown,
): readonly PackedPage[] {
  const pages = [...begun]
  for (const page of begun) if (!page.isStored) open.add(page)
  for (let start = begun.length * PAGE_LENGTH; start < whole; start += PAGE_LENGTH) {
    const known = memo?.find(parts, start, PAGE_LENGTH)
    const page = known ?? packPage(parts.slice(start, start + PAGE_LENGTH), print)
    if (!known) memo?.add(page)
    if (!page.isStored) open.add(page)
    pages.push(page)
  }
  return pages
}

/** Packs one page, which lists only its own references. */
function packPage<Part>(
  parts: readonly Part[],
  print: (some: readonly Part[], keep: Keep) => unknown,
): PackedPage {
  const found = new Map<string, PackedObject>()
  const keep = keeperIn(found)
  const hash = keep(JSON.stringify(print(parts, keep)), 'page')
  return { parts, hash, objects: [...found.values()], isStored: false }
}

/** Lists inside of an item are the page's own, so that they are stored where it is. */
function packItems(items: readonly unknown[], keep: Keep): unknown {
  const open = new Set<PackedPage>()
  const packed = items.map((item) => pack(item, { keep, memo: undefined, open }))
  for (const page of open) for (const { text, kind } of page.objects) keep(text, kind)
  return packed
}

function packPages(pages: readonly PackedPage[]): unknown {
  return { $pages: pages.map(({ hash }) => hash) }
}

/** A page of a long list, or a page of eight such pages, with what it names. */
interface PackedPage {
  /** Items as they were before they were packed, or the pages below. */
  readonly parts: readonly unknown[]
  readonly hash: string
  /** Itself and the texts in it; empty once they are surely stored. */
  objects: readonly PackedObject[]
  isStored: boolean
}

interface PackedObject {
  readonly hash: string
  readonly text: string
  readonly kind: 'text' | 'page'
}

/** A list as it was last packed. */
interface PackedList {
  readonly items: readonly unknown[]
  readonly pages: readonly PackedPage[]
}

const MOST_NAMED_PAGES = 10_000
const MOST_NAMED_LISTS = 100

/**
 * Pages that were packed before, for one place of storage, by their last part: lists that begin alike go different
 * ways. A list that only grows is packed at its end only.
 */
export class PackMemo {
  readonly #byItem = new WeakMap<object, PackedPage>()
  readonly #byText = new Map<string, PackedPage>()
  readonly #lists = new WeakMap<object, PackedList>()
  readonly #namedLists = new Map<string, PackedList>()

  /** The page of these very parts of a list; undefined where there is none. */
  find(list: readonly unknown[], start: number, length: number): PackedPage | undefined {
    const last = list[start + length - 1]
    const page = isObject(last) ? this.#byItem.get(last) : this.#byText.get(String(last))
    if (!page || page.parts.length !== length) return undefined
    for (let index = 0; index < length; index += 1)
      if (page.parts[index] !== list[start + index]) return undefined
    return page
  }

  /** The whole pages that a list has in common with the one that went through here with the same first page. */
  begun(items: readonly unknown[], length: number): readonly PackedPage[] {
    const key = items[length - 1]
    const before = isObject(key) ? this.#lists.get(key) : this.#namedLists.get(String(key))
    if (!before) return []
    if (before.items === items) return before.pages
    const most = Math.min(items.length, before.items.length)
    let common = 0
    while (common < most && items[common] === before.items[common]) common += 1
    return before.pages.slice(0, Math.floor(common / length))
  }

  addList(list: PackedList, length: number): void {
    const key = list.items[length - 1]
    if (isObject(key)) this.#lists.set(key, list)
    else keepNewest(this.#namedLists, String(key), list, MOST_NAMED_LISTS)
  }

  add(page: PackedPage): void {
    const last = page.parts.at(-1)
    if (isObject(last)) this.#byItem.set(last, page)
    else keepNewest(this.#byText, String(last), page, MOST_NAMED_PAGES)
  }
}

function keepNewest<Value>(map: Map<string, Value>, name: string, value: Value, most: number): void {
  map.delete(name)
  map.set(name, value)
  const oldest = map.keys().next()
  if (map.size > most && !oldest.done) map.delete(oldest.value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
