export type GetObjects = (hashes: Iterable<string>) => Promise<ReadonlyMap<string, string>>

export interface UnpackedJson {
  readonly value: unknown
  /** Hashes that storage no longer has. A missing text stays a reference; a missing page leaves its items out. */
  readonly missing: ReadonlySet<string>
}

/** Puts back together what `packJson` split, and every `$text` of the engine's own. */
export async function unpackJson(root: unknown, getObjects: GetObjects): Promise<UnpackedJson> {
  const texts = new Map<string, string>()
  const pages = new Map<string, unknown>()
  const missing = new Set<string>()
  let value = root
  // A page may name pages and hold lists that have pages of their own, so this continues until nothing new is named.
  for (;;) {
    const wanted = new Set<string>()
    value = unpack(value, { texts, pages, missing, wanted })
    if (wanted.size === 0) return { value, missing }
    const found = await getObjects(wanted)
    for (const hash of wanted) {
      const text = found.get(hash)
      if (text === undefined) missing.add(hash)
      else texts.set(hash, text)
    }
  }
}

interface Unpacking {
  readonly texts: ReadonlyMap<string, string>
  /** Pages as JSON, each parsed once. */
  readonly pages: Map<string, unknown>
  readonly missing: ReadonlySet<string>
  readonly wanted: Set<string>
}

interface Reference {
  readonly $text?: unknown
  readonly $pages?: unknown
  readonly $rest?: unknown
}

function unpack(value: unknown, unpacking: Unpacking): unknown {
  if (Array.isArray(value)) return value.map((item) => unpack(item, unpacking))
  if (typeof value !== 'object' || value === null) return value
  const { $text: text, $pages: pages, $rest: rest } = value as Reference
  if (typeof text === 'string') return unpackText(text, value, unpacking)
  if (Array.isArray(pages)) {
    const items = itemsOf(pages, unpacking)
    if (!items) return value
    return [...items, ...(Array.isArray(rest) ? rest : [])].map((item) => unpack(item, unpacking))
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unpack(item, unpacking)]))
}

function unpackText(hash: string, reference: object, { texts, missing, wanted }: Unpacking): unknown {
  const text = texts.get(hash)
  if (text === undefined && !missing.has(hash)) wanted.add(hash)
  return text ?? reference
}

/** The items of these pages and of those that they name; undefined while one of them has to be read. */
function itemsOf(hashes: readonly unknown[], unpacking: Unpacking): readonly unknown[] | undefined {
  const { missing, wanted } = unpacking
  const items: unknown[] = []
  let isWhole = true
  for (const hash of hashes.map(String)) {
    if (missing.has(hash)) continue
    const page = pageOf(hash, unpacking)
    if (page === undefined) wanted.add(hash)
    const own = page === undefined || Array.isArray(page) ? page : itemsOf(pagesIn(page), unpacking)
    if (own) for (const item of own as readonly unknown[]) items.push(item)
    else isWhole = false
  }
  return isWhole ? items : undefined
}

function pageOf(hash: string, { texts, pages }: Unpacking): unknown {
  const text = texts.get(hash)
  if (text === undefined) return undefined
  const page: unknown = pages.has(hash) ? pages.get(hash) : JSON.parse(text)
  pages.set(hash, page)
  return page
}

function pagesIn(page: unknown): readonly unknown[] {
  const { $pages: pages } = (page ?? {}) as Reference
  return Array.isArray(pages) ? pages : []
}
