/** A page of a long list, or a page of eight such pages, with what it names. */
export interface PackedPage {
  /** Items as they were before they were packed, or the pages below. */
  readonly parts: readonly unknown[]
  readonly hash: string
  /** Itself and the texts in it; empty once they are surely stored. */
  objects: readonly PackedObject[]
  isStored: boolean
}

export interface PackedObject {
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
