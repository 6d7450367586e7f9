/** Hashes that packed JSON names: of texts, and of pages, which name others. */
export interface NamedHashes {
  readonly texts: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
}

/** Walks packed JSON; the same names as `unpackJson` follows. */
export function namedHashes(root: unknown): NamedHashes {
  const texts = new Set<string>()
  const pages = new Set<string>()
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      const { $text: text, $pages: list } = value as { readonly $text?: unknown; readonly $pages?: unknown }
      if (typeof text === 'string') texts.add(text)
      if (Array.isArray(list)) for (const hash of list) pages.add(String(hash))
    }
    for (const item of Object.values(value)) open.push(item)
  }
  return { texts, pages }
}
