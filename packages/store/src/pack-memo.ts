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

const MOST_NAMED_PAGES = 10_000

/** Pages that were packed before, for one place of storage. A list that only grows is packed at its end only. */
export class PackMemo {
  readonly #byItem = new WeakMap<object, PackedPage>()
  readonly #byText = new Map<string, PackedPage>()

  /** The page of these very parts of a list; undefined where there is none. */
  find(list: readonly unknown[], start: number, length: number): PackedPage | undefined {
    const first = list[start]
    const page = isObject(first) ? this.#byItem.get(first) : this.#byText.get(String(first))
    if (!page || page.parts.length !== length) return undefined
    for (let index = 0; index < length; index += 1)
      if (page.parts[index] !== list[start + index]) return undefined
    return page
  }

  add(page: PackedPage): void {
    const [first] = page.parts
    if (isObject(first)) this.#byItem.set(first, page)
    else this.#byText.set(String(first), page)
    const oldest = this.#byText.keys().next()
    if (this.#byText.size > MOST_NAMED_PAGES && !oldest.done) this.#byText.delete(oldest.value)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
